#pragma once

#include <Eigen/Core>
#include <vector>

namespace conjac {

/// Cholesky factorization of a small dense matrix whose size changes from call to call within a
/// reserved capacity. Eigen's own would allocate at every change of size.
///
/// A body in a hundred pieces has a thousand unknowns of which each meets few others. So a matrix
/// that is not small is ordered first (Cuthill and McKee, by its nonzero entries), and every row of
/// L begins at its first nonzero entry: blocks that nothing connects cost what they would alone.
class DenseCholesky {
 public:
  /// From here on the order of the unknowns is looked for. Below, a scan would cost more than it
  /// saves and the arithmetic is that of a plain factorization.
  static constexpr int kOrdered = 96;

  void reserve(int capacity);

  /// Factors the symmetric matrix (lower triangle read); false when it is not positive definite.
  bool factorize(const Eigen::Ref<const Eigen::MatrixXd>& A);

  /// B <- A^-1 B.
  template <class Block>
  void solve_in_place(Block&& B) const {
    for (int c = 0; c < B.cols(); ++c) {
      for (int i = 0; i < size_; ++i) column_[i] = B(order_[i], c);
      solve_column();
      for (int i = 0; i < size_; ++i) B(order_[i], c) = column_[i];
    }
  }

  int size() const { return size_; }
  long long entries() const;  // of L that are computed

 private:
  void find_order(const Eigen::Ref<const Eigen::MatrixXd>& A);
  void solve_column() const;

  int size_ = 0;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> L_;
  std::vector<int> order_, place_;            // unknown at each place of L, and the inverse
  std::vector<int> first_;                    // (rows) first column of L that is not zero
  std::vector<int> start_, fill_, neighbor_;  // workspace: who meets whom
  mutable Eigen::VectorXd column_;
};

}  // namespace conjac
