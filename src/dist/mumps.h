#pragma once

#include "dist/petsc_calls.h"
#include "dist/shared_elimination.h"

namespace conjac {

/// A_qq factored by MUMPS, on all ranks. Its analysis is kept while the rows are the same.
class MumpsElimination final : public SharedElimination {
 private:
  FactorStatus renew(bool other, std::span<const double> x) override;
  FactorStatus solve_shapes(std::vector<double>& residual) override;
  void solve_loads(double* X, int columns, Accuracy accuracy) override;
  void solve(double* X, int columns);

  PetscMatrix matrix_, factor_;
};

}  // namespace conjac
