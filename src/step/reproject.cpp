#include "step/reproject.h"

namespace conjac {

void Reprojection::begin(const Condensation& condensation, int stride, int contacts) {
  stride_ = stride;
  rows_ = contacts * stride;
  unknowns_ = condensation.unknowns();
  const Eigen::Index needed = static_cast<Eigen::Index>(rows_) * unknowns_;
  if (G_.size() < needed) G_.resize(needed + needed / 2);
  if (reduced_.size() < unknowns_) reduced_.resize(unknowns_);
}

void Reprojection::add(const Condensation& condensation, int contact, std::span<const int> nodes,
                       std::span<const double> weights) {
  const auto J = condensation.J();
  Eigen::Map<RowMatrix> G(G_.data(), rows_, unknowns_);
  auto mine = G.middleRows(contact * stride_, stride_);
  mine.setZero();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    mine += weights[k] * J.middleRows(static_cast<Eigen::Index>(nodes[k]) * stride_, stride_);
}

void Reprojection::change(const ReducedStep& step, const VectorXd& impulses, VectorXd& du) const {
  const auto G = rows();
  du.setZero(unknowns_);
  for (Eigen::Index i = 0; i < rows_; ++i)
    if (impulses[i] != 0) du += impulses[i] * G.row(i).transpose();
  step.solve_inertia(du);
}

void Reprojection::respond(const ReducedStep& step, const VectorXd& impulses,
                           VectorXd& velocities) {
  change(step, impulses, du_);
  const auto G = rows();
  velocities.resize(rows_);
  for (Eigen::Index i = 0; i < rows_; ++i) velocities[i] = G.row(i).dot(du_);
}

void Reprojection::add_stiffness(int contact, std::span<const double> direction, double stiffness,
                                 MatrixXd& S) {
  const auto G = rows();
  auto g = reduced_.head(unknowns_);
  g.setZero();
  for (int c = 0; c < stride_; ++c) g += direction[c] * G.row(contact * stride_ + c).transpose();
  for (int a = 0; a < unknowns_; ++a)
    if (g[a] != 0) S.col(a).head(unknowns_) += stiffness * g[a] * g;
}

}  // namespace conjac
