#pragma once

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// Pairs of A x = lambda D x, A symmetric (lower triangle given) and positive semidefinite, D
/// diagonal and positive.
struct Eigenpairs {
  bool found = false;  // false: A + shift D could not be factored
  int iterations = 0;
  VectorXd values;   // ascending
  MatrixXd vectors;  // (unknowns x pairs), X'D X = I
};

/// The lowest ones, by block inverse iteration (subspace iteration; Bathe 1971): X <- (A + s D)^-1
/// D X, then the best pairs in the span of X (Rayleigh-Ritz). The block is wider than what is asked
/// for, since pair k converges by (lambda_k + s) / (lambda_width + s) an iteration. The shift s is
/// tiny against the largest value; it makes A with rigid motions in its kernel definite, and leaves
/// the pairs as they are. `block` consecutive unknowns are ordered as one.
Eigenpairs lowest_eigenpairs(const SparseMatrix& A, const VectorXd& D, int block, int count,
                             double tolerance = 1e-10);

/// The largest value, by the power method; from below, to about a per cent.
double largest_eigenvalue(const SparseMatrix& A, const VectorXd& D);

}  // namespace conjac
