#pragma once

#include <array>
#include <vector>

#include "linalg/pattern.h"
#include "material/field.h"
#include "mesh/mesh.h"

namespace conjac {

/// Viscosity of a body, element by element: forces -D(x) v that resist the rate of strain and
/// nothing else. With E = (F'F - I) / 2 Green's strain, dE/dt = sym(F'F-dot), the viscous second
/// Piola-Kirchhoff stress of an element is
///
///     S = tau (2 mu dE/dt + lambda tr(dE/dt) I),
///
/// tau its `viscosity` in seconds, mu and lambda those of its isotropic laws at rest. In the rest
/// shape D is tau times the stiffness, so a mode of frequency w loses tau w^2 / 2 of its logarithm
/// a second. Where the body is deformed it is the rest stiffness of each element carried along by
/// F: its block of two nodes is F (tau K_ab) F'. Stiffness itself, times a time, would not do: under
/// stress it resists turning. Here a rigid motion has no rate of strain, so it feels nothing, and
/// since F S F' is symmetric no viscous force has a moment.
///
/// Fibres are not viscous. Sums run over the elements in order, on one thread.
template <int Dim>
class Viscosity {
 public:
  Viscosity() = default;
  Viscosity(const Mesh<Dim>& mesh, const MaterialField<Dim>& field);

  bool any() const { return !elements_.empty(); }
  /// D += scale D(x), lower triangle, of the given pattern.
  void add_matrix(const VectorXd& x, double scale, const Pattern& pattern, SparseMatrix& D) const;
  /// f -= D(x) v.
  void add_force(const VectorXd& x, const VectorXd& v, VectorXd& f) const;

 private:
  static constexpr int kNodes = Dim + 1;
  using Gradients = Eigen::Matrix<double, Dim, kNodes>;
  struct Element {
    std::array<int, kNodes> nodes;  // ascending
    Gradients gradients;            // of the shape functions at rest, a column for each node
    double mu, lambda;              // times tau and the volume
  };
  static Mat<Dim> gradient(const Element& element, const VectorXd& values);

  std::vector<Element> elements_;  // those that are viscous
};

}  // namespace conjac
