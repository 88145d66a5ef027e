#pragma once

#include <Eigen/Core>

namespace conjac {

/// Cholesky factorization of a small dense matrix whose size changes from call to call within a
/// reserved capacity. Eigen's own would allocate at every change of size.
class DenseCholesky {
 public:
  void reserve(int capacity) { L_.resize(capacity, capacity); }

  /// Factors the symmetric matrix (lower triangle read); false when it is not positive definite.
  bool factorize(const Eigen::Ref<const Eigen::MatrixXd>& A) {
    size_ = static_cast<int>(A.rows());
    if (L_.rows() < size_) reserve(size_);
    const double smallest = size_ ? 1e-14 * A.diagonal().maxCoeff() : 0;
    for (int j = 0; j < size_; ++j) {
      const int below = size_ - j - 1;
      const double pivot = A(j, j) - L_.row(j).head(j).squaredNorm();
      if (!(pivot > smallest)) return false;
      L_(j, j) = std::sqrt(pivot);
      for (int i = j + 1; below > 0 && i < size_; ++i)
        L_(i, j) = (A(i, j) - L_.row(i).head(j).dot(L_.row(j).head(j))) / L_(j, j);
    }
    return true;
  }

  /// B <- A^-1 B.
  template <class Block>
  void solve_in_place(Block&& B) const {
    for (int c = 0; c < B.cols(); ++c) {
      for (int i = 0; i < size_; ++i) {
        double sum = B(i, c);
        for (int k = 0; k < i; ++k) sum -= L_(i, k) * B(k, c);
        B(i, c) = sum / L_(i, i);
      }
      for (int i = size_ - 1; i >= 0; --i) {
        double sum = B(i, c);
        for (int k = i + 1; k < size_; ++k) sum -= L_(k, i) * B(k, c);
        B(i, c) = sum / L_(i, i);
      }
    }
  }

  int size() const { return size_; }

 private:
  int size_ = 0;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> L_;
};

}  // namespace conjac
