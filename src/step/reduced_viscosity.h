#pragma once

#include <Eigen/Eigenvalues>

#include "linalg/sparse.h"
#include "reduce/basis.h"

namespace conjac {

class Archive;

/// Viscosity (fem/viscosity.h) in reduced motion. Velocities are u with the mass G = J'MJ, the body
/// moves along J u, so what resists is C = J'DJ (of modes G = I and J is Psi). After a step
///
///     du/dt = -G^-1 C u
///
/// acts alone for its time, exactly: with C Z = G Z diag(r) and Z'G Z = I the amounts a = Z'G u decay
/// by exp(-r h). However stiff, that is stable and only takes energy. A swing with decay between its
/// steps has a determinant of exp(-r h), so its amplitude falls by exp(-r t / 2), as it should,
/// whatever h is. Rigid motions of a loose piece meet no D: they stay as they are.
class ReducedViscosity {
 public:
  /// Whenever J, G or D is new. `mass`: G, null for the identity.
  void prepare(const Jacobian& J, const SparseMatrix& D, const Eigen::Ref<const MatrixXd>* mass);
  void forget() { ready_ = false; }
  bool ready() const { return ready_; }
  SparseMatrix& matrix() { return matrix_; }  // room for D
  VectorXd& momenta() { return momenta_; }    // room for G u
  /// du <- what h seconds change; `momenta` are G u.
  void decay(double h, const VectorXd& momenta, VectorXd& du);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  bool ready_ = false;
  SparseMatrix matrix_;
  VectorXd pulled_;                     // (rows x width) D J, row by row as J has them
  MatrixXd C_, vectors_;                // vectors_: Z
  VectorXd rates_, amounts_, momenta_;  // 1/s
  Eigen::SelfAdjointEigenSolver<MatrixXd> plain_;
  Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> general_;
};

}  // namespace conjac
