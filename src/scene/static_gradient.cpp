#include "scene/static_gradient.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/check.h"
#include "fem/element_fields.h"
#include "mesh/topology.h"
#include "scene/material_values.h"

namespace conjac {
namespace {

// Fourth-order central difference: weights of f(step * place).
struct Difference {
  double place, weight;
};
constexpr std::array<Difference, 4> kDifference{
    {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}}};
// Its step: this part of a number of the material; of a stretch of the body.
constexpr double kDifferenceStep = 1e-3;
// A state is static when Newton's method would move it by less than this part of the body's size.
constexpr double kSettled = 1e-7;
// A Jacobian is that of the static condensation when followers keep their balance so well.
constexpr double kFollowersBalance = 1e-6;

}  // namespace

template <int Dim>
StaticGradient<Dim>::StaticGradient(const State& state)
    : state_(state), elastic_(state.mesh, state.materials) {
  take(state.materials);
  free_ = factored(state.held);
  const VectorXd correction = adjoint(*free_, state.held, state.force);
  const double off = correction.cwiseAbs().maxCoeff();
  require(off <= kSettled * state.size,
          "gradient: this is no static state (it is " + std::to_string(off / state.size) +
              " of the body's size away); call equilibrate() first",
          ErrorKind::usage);
}

/// Elastic forces are those of these materials, as active as they are now.
template <int Dim>
void StaticGradient<Dim>::take(const MaterialField<Dim>& materials) {
  elastic_.set_parameters(state_.mesh, materials);
  for (std::size_t e = 0; e < state_.activation.size(); ++e)
    elastic_.set_activation(static_cast<int>(e), state_.activation[e]);
}

/// A over the unknowns of nodes that are not `out`, the identity over the others.
template <int Dim>
std::unique_ptr<SparseFactor> StaticGradient<Dim>::factored(std::span<const char> out) const {
  SparseMatrix A = -state_.K;
  for (Eigen::Index c = 0; c < A.outerSize(); ++c)
    for (SparseMatrix::InnerIterator it(A, c); it; ++it)
      if (out[it.row() / Dim] || out[it.col() / Dim])
        it.valueRef() = it.row() == it.col() ? 1.0 : 0.0;
  std::unique_ptr<SparseFactor> factor = make_factor();
  factor->analyze(A, Dim, {});
  require(factor->factorize(A) == FactorStatus::ok,
          "gradient: the state is not a stable one (its stiffness has a direction without "
          "resistance, or worse); hold the body somewhere, or call equilibrate() first",
          ErrorKind::usage);
  return factor;
}

/// A^-1 right over the unknowns of nodes that are not `out`, zero elsewhere.
template <int Dim>
VectorXd StaticGradient<Dim>::adjoint(SparseFactor& factor, std::span<const char> out,
                                      VectorXd right) const {
  for (Eigen::Index i = 0; i < right.size(); ++i)
    if (out[i / Dim]) right[i] = 0;
  VectorXd x;
  factor.solve(right, x);
  return x;
}

/// Derivatives by loads and by every number of the materials. extra(elastic, work) adds to the
/// virtual work of each element what shall be differentiated besides.
template <int Dim>
template <class Work>
auto StaticGradient<Dim>::differentiate(const VectorXd& adjoint, const Work& extra) -> Result {
  Result result;
  result.forces = adjoint;
  const Mesh<Dim>& mesh = state_.mesh;
  const auto count = static_cast<std::size_t>(mesh.element_count());
  std::vector<double> work(count);
  for (const char* name : {"young", "poisson", "stiffness"}) {
    const std::vector<double> values = material_values(state_.materials, name);
    std::vector<int> having;
    std::vector<double> changed, by(count, 0.0);
    for (std::size_t e = 0; e < count; ++e)
      if (!std::isnan(values[e]) && values[e] != 0) having.push_back(static_cast<int>(e));
    if (having.empty()) continue;
    // Poisson's ratio is measured from where the volume no longer changes.
    const auto step = [&](int e) {
      return kDifferenceStep * (name == std::string("poisson") ? 0.5 - values[e] : values[e]);
    };
    for (const Difference& one : kDifference) {
      changed.clear();
      for (int e : having) changed.push_back(values[e] + one.place * step(e));
      MaterialField<Dim> field = state_.materials;
      set_material_values(field, name, having, changed);
      take(field);
      virtual_work(elastic_, state_.x, adjoint, work);
      extra(elastic_, work);
      for (int e : having) by[e] += one.weight / step(e) * work[e];
    }
    result.materials.emplace_back(name, std::move(by));
  }
  take(state_.materials);
  std::vector<double> by(count);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e])
      by[e] += signed_volume(mesh, e) / Simplex<Dim>::nodes *
               adjoint.template segment<Dim>(node * Dim).dot(state_.gravity);
  result.materials.emplace_back("density", std::move(by));
  return result;
}

template <int Dim>
auto StaticGradient<Dim>::of_positions(const VectorXd& by_positions) -> Result {
  require(by_positions.size() == state_.x.size() && by_positions.allFinite(),
          "gradient: by_positions: need " + std::to_string(state_.x.size()) + " finite numbers",
          ErrorKind::usage);
  return differentiate(adjoint(*free_, state_.held, by_positions),
                       [](const Elastic<Dim>&, std::vector<double>&) {});
}

template <int Dim>
auto StaticGradient<Dim>::of_jacobian(const RowMatrix& J, std::span<const int> dynamic,
                                      const RowMatrix& by_jacobian) -> Result {
  require(
      by_jacobian.rows() == J.rows() && by_jacobian.cols() == J.cols() && by_jacobian.allFinite(),
      "gradient: by_jacobian: need finite numbers in the shape of J", ErrorKind::usage);
  std::vector<char> out(state_.held.begin(), state_.held.end());
  for (int node : dynamic) out[node] = 1;
  const auto whole = state_.K.template selfadjointView<Eigen::Lower>();
  const RowMatrix pull = whole * J;
  double left = 0;
  for (Eigen::Index i = 0; i < pull.rows(); ++i)
    if (!out[i / Dim]) left = std::max(left, pull.row(i).cwiseAbs().maxCoeff());
  const double stiffest = state_.K.diagonal().cwiseAbs().maxCoeff();
  require(left <= kFollowersBalance * stiffest,
          "gradient: this Jacobian is not that of the exact stiffness alone (contacts, a clamped "
          "stiffness or floating pieces are in it); it has no gradient here",
          ErrorKind::usage);

  const std::unique_ptr<SparseFactor> followers = factored(out);
  RowMatrix Y(J.rows(), J.cols());
  std::vector<double> step;
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    Y.col(k) = adjoint(*followers, out, by_jacobian.col(k));
    std::vector<double> F(static_cast<std::size_t>(state_.mesh.element_count()) * Dim * Dim);
    deformation_gradients(elastic_, VectorXd(J.col(k)), F);
    double strain = 0;
    for (double entry : F) strain = std::max(strain, std::abs(entry));
    step.push_back(strain > 0 ? kDifferenceStep / strain : 1.0);
  }
  VectorXd by_positions = VectorXd::Zero(state_.x.size()), force;
  SparseMatrix K = state_.K;
  for (Eigen::Index k = 0; k < J.cols(); ++k)
    for (const Difference& one : kDifference) {
      force.setZero(state_.x.size());
      elastic_.force_and_stiffness(state_.x + one.place * step[k] * J.col(k), force, K, false);
      by_positions += one.weight / step[k] *
                      VectorXd(K.template selfadjointView<Eigen::Lower>() * VectorXd(Y.col(k)));
    }
  std::vector<double> part(static_cast<std::size_t>(state_.mesh.element_count()));
  return differentiate(adjoint(*free_, state_.held, by_positions), [&](const Elastic<Dim>& elastic,
                                                                       std::vector<double>& work) {
    for (Eigen::Index k = 0; k < J.cols(); ++k)
      for (const Difference& one : kDifference) {
        virtual_work(elastic, VectorXd(state_.x + one.place * step[k] * J.col(k)),
                     VectorXd(Y.col(k)), part);
        for (std::size_t e = 0; e < part.size(); ++e) work[e] += one.weight / step[k] * part[e];
      }
  });
}

template class StaticGradient<2>;
template class StaticGradient<3>;

}  // namespace conjac
