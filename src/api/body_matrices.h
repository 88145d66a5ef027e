#pragma once

#include "conjac/simulation.h"
#include "linalg/submatrix.h"

namespace conjac {

/// Stiffness and mass of the free nodes of a body as it is now, for eigenvalues.
class BodyMatrices {
 public:
  explicit BodyMatrices(Simulation& simulation);
  const SparseMatrix& stiffness() const { return free_.matrix(); }  // A = -K, not projected
  const VectorXd& mass() const { return mass_; }
  int block() const { return block_; }
  /// (all dofs) <- the free ones, zero elsewhere.
  VectorXd extended(const VectorXd& part) const;
  /// Over all nodes: A and the mass.
  const SparseMatrix& whole_stiffness() const { return whole_; }
  const VectorXd& whole_mass() const { return whole_mass_; }

 private:
  int block_ = 3;
  SparseMatrix whole_;
  PrincipalSubmatrix free_;
  VectorXd mass_, whole_mass_;
};

}  // namespace conjac
