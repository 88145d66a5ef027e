#pragma once

#include "reduce/condense.h"

namespace conjac {

/// The motion of the body in few numbers u: what the equations of motion need to know of a basis,
/// whether it is the condensation Jacobian or modes (reduce/modes.h). Nodes move by J u, so forces
/// are felt as J'f.
struct Basis {
  const Jacobian& J;
  Eigen::Map<const MatrixXd> stiffness;  // J'AJ
  const double* drift = nullptr;         // J'Kc of scripted motion c; null: zero
  /// Velocities are Phi u, and u is Phi'M v; null: they are J u, and u is not to be had so.
  const Jacobian* velocity = nullptr;

  // NOLINTNEXTLINE(google-explicit-constructor): the paper's basis is one, nothing to convert
  Basis(const Condensation& condensation)
      : J(condensation.J()),
        stiffness(condensation.condensed_stiffness()),
        drift(condensation.reduced_load(0).data()) {}
  Basis(const Jacobian& motion, Eigen::Map<const MatrixXd> reduced_stiffness, const Jacobian& phi)
      : J(motion), stiffness(reduced_stiffness), velocity(&phi) {}

  int unknowns() const { return J.cols(); }
};

}  // namespace conjac
