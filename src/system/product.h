#pragma once

#include "core/ranks.h"
#include "linalg/submatrix.h"
#include "system/system.h"

// What others want of K where ranks share it (core/ranks.h): each has the rows of its own nodes.

namespace conjac {

/// y = K x, whole on every rank.
inline void stiffness_product(const SparseMatrix& K, int stride, const VectorXd& x, VectorXd& y) {
  symmetric_product(K, x, y);
  ranks().gather(y, stride);
}

/// The diagonal of K, whole on every rank.
inline VectorXd stiffness_diagonal(const SparseMatrix& K, int stride) {
  VectorXd diagonal = K.diagonal();
  ranks().gather(diagonal, stride);
  return diagonal;
}

}  // namespace conjac
