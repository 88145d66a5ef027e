#pragma once

#include "core/dim.h"

namespace conjac {

/// Eigenvalues, ascending, and orthonormal eigenvectors of a dense symmetric matrix, of which the
/// lower triangle is read. Eigen's solver is compiled here once: it takes seconds wherever it is
/// named.
struct SymmetricEigen {
  VectorXd values;
  MatrixXd vectors;
};
SymmetricEigen symmetric_eigen(const Eigen::Ref<const MatrixXd>& A);

/// The same without allocating, for matrices of at most kSmallEigen rows.
inline constexpr int kSmallEigen = 48;
void small_symmetric_eigen(const Eigen::Ref<const MatrixXd>& A, Eigen::Ref<VectorXd> values,
                           Eigen::Ref<MatrixXd> vectors);

}  // namespace conjac
