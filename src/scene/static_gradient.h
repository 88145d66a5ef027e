#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fem/assemble.h"
#include "linalg/factor.h"
#include "mesh/mesh.h"

namespace conjac {

/// How a number g that follows from a static state changes with loads and materials.
///
/// In a static state the net force f(x, p) of every free node vanishes, so dx/dp = A^-1 df/dp with
/// A = -K over the free unknowns, and for g(x)
///
///     dg/dp = l . df/dp,      A l = dg/dx          (one solve for all p: the adjoint method).
///
/// Loads: df/dp is the identity, so dg/dload = l. A number of an element's material changes the
/// force of that element alone: l . df/dp is a difference of virtual work (fem/element_fields.h).
///
/// For g = sum W_ik J_ik of the condensation Jacobian: K J vanishes in the rows of followers, so
/// with Y = A_ff^-1 W_f (zero elsewhere)
///
///     dg = sum_k y_k . dK J_k,      dK = dK/dp dp + dK/dx dx,
///
/// whose first part is a difference of virtual work again, and whose second is the first rule with
/// dg/dx = sum_k d/ds [K(x + s J_k) y_k], since third derivatives of the energy are symmetric.
///
/// Differences are of fourth order over a thousandth: what they leave is far below what a solve
/// leaves (a test measures 1e-9).
template <int Dim>
class StaticGradient {
 public:
  struct State {
    const Mesh<Dim>& mesh;
    const MaterialField<Dim>& materials;
    const std::vector<double>& activation;  // (elements) of the fibres, as they are now
    const VectorXd& x;                      // (dofs)
    const VectorXd& force;                  // (dofs) net force there
    const SparseMatrix& K;                  // exact, lower triangle
    std::span<const char> held;             // (nodes)
    Vec<Dim> gravity;
    double size;  // of the body, m
  };
  /// Factors K. Throws Error(usage) where x is no static state, or not a stable one.
  explicit StaticGradient(const State& state);

  struct Result {
    VectorXd forces;  // (dofs) by the force on every node
    /// (elements) by each number of the materials (scene/material_values.h); zero where an element
    /// has none. Numbers that no element has are left out.
    std::vector<std::pair<std::string, std::vector<double>>> materials;
  };
  /// g by its derivative in the positions.
  Result of_positions(const VectorXd& by_positions);
  /// g by its derivative in J, whose columns belong to `dynamic` nodes.
  Result of_jacobian(const RowMatrix& J, std::span<const int> dynamic,
                     const RowMatrix& by_jacobian);

 private:
  void take(const MaterialField<Dim>& materials);
  std::unique_ptr<SparseFactor> factored(std::span<const char> out) const;
  VectorXd adjoint(SparseFactor& factor, std::span<const char> out, VectorXd right) const;
  template <class Work>
  Result differentiate(const VectorXd& adjoint, const Work& extra);

  State state_;
  Elastic<Dim> elastic_;
  std::unique_ptr<SparseFactor> free_;  // A over all that is not held
};

}  // namespace conjac
