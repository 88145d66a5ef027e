#include "core/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace conjac {

SymmetricEigen symmetric_eigen(const Eigen::Ref<const MatrixXd>& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

void small_symmetric_eigen(const Eigen::Ref<const MatrixXd>& A, Eigen::Ref<VectorXd> values,
                           Eigen::Ref<MatrixXd> vectors) {
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kSmallEigen, kSmallEigen>;
  const Eigen::SelfAdjointEigenSolver<Small> solver(A);
  values = solver.eigenvalues();
  vectors = solver.eigenvectors();
}

}  // namespace conjac
