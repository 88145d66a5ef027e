#include "api/body_matrices.h"

#include <vector>

namespace conjac {

BodyMatrices::BodyMatrices(Simulation& simulation) : block_(simulation.dimension()) {
  const SparseView view = simulation.stiffness(false);
  whole_ = -Eigen::Map<const SparseMatrix>(
      view.size, view.size, static_cast<Eigen::Index>(view.values.size()), view.column_start.data(),
      view.rows.data(), view.values.data());
  const auto nodes = static_cast<std::size_t>(simulation.nodes());
  std::vector<char> keep(nodes), held(nodes, 0);
  for (std::size_t i = 0; i < nodes; ++i)
    keep[i] = simulation.roles()[i] != 3 && simulation.roles()[i] != 4;
  whole_mass_.resize(view.size);
  for (Eigen::Index i = 0; i < whole_mass_.size(); ++i)
    whole_mass_[i] = simulation.masses()[static_cast<std::size_t>(i / block_)];
  free_.analyze(whole_, block_, keep);
  free_.assign(whole_, 1.0, whole_mass_, 0.0, held);
  mass_.resize(free_.size());
  for (Eigen::Index k = 0; k < mass_.size(); ++k)
    mass_[k] = whole_mass_[free_.unknowns()[static_cast<std::size_t>(k)]];
}

VectorXd BodyMatrices::extended(const VectorXd& part) const {
  VectorXd whole = VectorXd::Zero(whole_mass_.size());
  free_.extend(part, whole);
  return whole;
}

}  // namespace conjac
