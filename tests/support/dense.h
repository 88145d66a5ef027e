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

/// The unknowns of the nodes that are marked, or of those that are not.
inline std::vector<int> marked_unknowns(const std::vector<char>& nodes, int stride, bool marked) {
  std::vector<int> result;
  for (int i = 0; i < static_cast<int>(nodes.size()) * stride; ++i)
    if ((nodes[i / stride] != 0) == marked) result.push_back(i);
  return result;
}

/// What condensation does, by plain algebra: the columns of `known` are motions of the marked
/// nodes, and all others follow without any net force, x_q = -A_qq^-1 A_qk x_k.
inline MatrixXd follow(const MatrixXd& A, int stride, const std::vector<char>& marked,
                       const MatrixXd& known) {
  const auto q = marked_unknowns(marked, stride, false), k = marked_unknowns(marked, stride, true);
  MatrixXd all = known;
  const MatrixXd A_qq = A(q, q), load = A(q, k) * known(k, Eigen::all);
  const MatrixXd x = A_qq.ldlt().solve(load);
  all(q, Eigen::all) = -x;
  return all;
}

/// The response to a load where the marked nodes stand still, x_q = A_qq^-1 f_q.
inline VectorXd respond_held(const MatrixXd& A, int stride, const std::vector<char>& marked,
                             const VectorXd& load) {
  const auto q = marked_unknowns(marked, stride, false);
  VectorXd all = VectorXd::Zero(load.size());
  const MatrixXd A_qq = A(q, q);
  VectorXd f(static_cast<Eigen::Index>(q.size()));
  for (std::size_t i = 0; i < q.size(); ++i) f[static_cast<Eigen::Index>(i)] = load[q[i]];
  const VectorXd x = A_qq.ldlt().solve(f);
  for (std::size_t i = 0; i < q.size(); ++i) all[q[i]] = x[static_cast<Eigen::Index>(i)];
  return all;
}

/// |a - b| over |b|.
template <class A, class B>
double relative_error(const A& a, const B& b) {
  return (a - b).norm() / b.norm();
}

}  // namespace conjac::test
