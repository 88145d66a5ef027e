#include "dist/mumps.h"

namespace conjac {
namespace {

// Of MUMPS's own numbering of its settings and answers.
constexpr int kMoreMemory = 14, kMorePercent = 40;
constexpr int kNegativePivots = 12;

}  // namespace

FactorStatus MumpsElimination::renew(bool other, std::span<const double> /*x*/) {
  make_petsc_matrix(A_, number_, team_, matrix_);
  MatFactorInfo info;
  petsc(MatFactorInfoInitialize(&info));
  if (other || !factor_) {
    petsc(MatGetFactor(matrix_, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, factor_.put()));
    petsc(MatMumpsSetIcntl(factor_, kMoreMemory, kMorePercent));
    petsc(MatCholeskyFactorSymbolic(factor_, matrix_, nullptr, &info));
  }
  petsc(MatCholeskyFactorNumeric(factor_, matrix_, &info));
  matrix_.reset();
  MatFactorError error = MAT_FACTOR_NOERROR;
  petsc(MatFactorGetError(factor_, &error));
  PetscInt negative = 0;
  if (error == MAT_FACTOR_NOERROR) petsc(MatMumpsGetInfog(factor_, kNegativePivots, &negative));
  if (error == MAT_FACTOR_OUTMEMORY) petsc(PETSC_ERR_MEM);
  return error != MAT_FACTOR_NOERROR || negative > 0 ? FactorStatus::not_positive_definite
                                                     : FactorStatus::ok;
}

FactorStatus MumpsElimination::solve_shapes(std::vector<double>& residual) {
  residual.clear();
  Y().resize(static_cast<std::size_t>(rows()) * representatives_);
  couple(Y().data());
  solve(Y().data(), representatives_);
  return FactorStatus::ok;
}

void MumpsElimination::solve_loads(double* X, int columns, Accuracy /*accuracy*/) {
  solve(X, columns);
}

/// PETSc keeps columns together, we rows.
void MumpsElimination::solve(double* X, int columns) {
  if (columns == 0) return;
  Eigen::Map<RowMatrix> mine(X, rows(), columns);
  PetscMatrix B, answer;
  petsc(
      MatCreateDense(team_.comm, rows(), PETSC_DECIDE, PETSC_DETERMINE, columns, nullptr, B.put()));
  petsc(MatCreateDense(team_.comm, rows(), PETSC_DECIDE, PETSC_DETERMINE, columns, nullptr,
                       answer.put()));
  double* values = nullptr;
  petsc(MatDenseGetArray(B, &values));
  Eigen::Map<MatrixXd>(values, rows(), columns) = mine;
  petsc(MatDenseRestoreArray(B, &values));
  petsc(MatMatSolve(factor_, B, answer));
  petsc(MatDenseGetArray(answer, &values));
  mine = Eigen::Map<MatrixXd>(values, rows(), columns);
  petsc(MatDenseRestoreArray(answer, &values));
}

}  // namespace conjac
