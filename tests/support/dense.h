#pragma once

#include <Eigen/Cholesky>
#include <vector>

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

/// A column for each unknown of the nodes that are not marked: x = P y puts y there.
inline MatrixXd unmarked(const std::vector<char>& marked, int stride) {
  const int size = static_cast<int>(marked.size()) * stride;
  MatrixXd P = MatrixXd::Zero(size, size);
  int count = 0;
  for (int i = 0; i < size; ++i)
    if (!marked[i / stride]) P(i, count++) = 1;
  return P.leftCols(count);
}

/// The response to a load where the marked nodes stand still, x_q = A_qq^-1 f_q.
inline MatrixXd respond_held(const MatrixXd& A, int stride, const std::vector<char>& marked,
                             const MatrixXd& load) {
  const MatrixXd P = unmarked(marked, stride), A_qq = P.transpose() * A * P;
  return P * A_qq.ldlt().solve(P.transpose() * load);
}

/// What condensation does, by plain algebra: the columns of `known` are motions of the marked
/// nodes, and all others (zero there) follow without any net force, x_q = -A_qq^-1 A_qk x_k.
inline MatrixXd follow(const MatrixXd& A, int stride, const std::vector<char>& marked,
                       const MatrixXd& known) {
  return known - respond_held(A, stride, marked, A * known);
}

/// |a - b| over |b|.
template <class A, class B>
double relative_error(const A& a, const B& b) {
  return (a - b).norm() / b.norm();
}

}  // namespace conjac::test
