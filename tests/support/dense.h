#pragma once

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac::test {

/// The full dense matrix behind a stored lower triangle.
inline MatrixXd dense_symmetric(const SparseMatrix& lower) {
  const MatrixXd L = MatrixXd(lower);
  MatrixXd full = L + L.transpose();
  full.diagonal() -= L.diagonal();
  return full;
}

}  // namespace conjac::test
