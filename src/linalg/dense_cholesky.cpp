#include "linalg/dense_cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace conjac {

void DenseCholesky::reserve(int capacity) {
  L_.resize(capacity, capacity);
  column_.resize(capacity);
  for (std::vector<int>* list : {&order_, &place_, &first_, &fill_}) list->resize(capacity);
  start_.resize(capacity + 1);
}

/// Breadth first from the lowest unknown of each connected block.
void DenseCholesky::find_order(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  const int n = size_;
  std::fill_n(start_.begin(), n + 1, 0);
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      if (A(i, j) != 0) ++start_[i + 1], ++start_[j + 1];
  std::partial_sum(start_.begin(), start_.begin() + n + 1, start_.begin());
  neighbor_.resize(start_[n]);
  std::copy_n(start_.begin(), n, fill_.begin());
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      if (A(i, j) != 0) neighbor_[fill_[i]++] = j, neighbor_[fill_[j]++] = i;

  std::fill_n(place_.begin(), n, -1);
  int placed = 0;
  for (int seed = 0; seed < n; ++seed) {
    if (place_[seed] >= 0) continue;
    int next = placed;
    place_[seed] = placed;
    order_[placed++] = seed;
    for (; next < placed; ++next)
      for (int k = start_[order_[next]]; k < start_[order_[next] + 1]; ++k) {
        const int other = neighbor_[k];
        if (place_[other] >= 0) continue;
        place_[other] = placed;
        order_[placed++] = other;
      }
  }
  for (int i = 0; i < n; ++i) {
    first_[i] = i;
    for (int k = start_[order_[i]]; k < start_[order_[i] + 1]; ++k)
      first_[i] = std::min(first_[i], place_[neighbor_[k]]);
  }
}

bool DenseCholesky::factorize(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  size_ = static_cast<int>(A.rows());
  if (L_.rows() < size_) reserve(size_);
  const double smallest = size_ ? 1e-14 * A.diagonal().maxCoeff() : 0;
  if (size_ >= kOrdered) {
    find_order(A);
  } else {
    std::iota(order_.begin(), order_.begin() + size_, 0);
    std::fill_n(first_.begin(), size_, 0);
  }
  for (int i = 0; i < size_; ++i) {
    for (int j = first_[i]; j < i; ++j) {
      const int from = std::max(first_[i], first_[j]), count = j - from;
      const double a = A(std::max(order_[i], order_[j]), std::min(order_[i], order_[j]));
      L_(i, j) =
          (a - L_.row(i).segment(from, count).dot(L_.row(j).segment(from, count))) / L_(j, j);
    }
    const double pivot =
        A(order_[i], order_[i]) - L_.row(i).segment(first_[i], i - first_[i]).squaredNorm();
    if (!(pivot > smallest)) return false;
    L_(i, i) = std::sqrt(pivot);
  }
  return true;
}

void DenseCholesky::solve_column() const {
  for (int i = 0; i < size_; ++i) {
    const int from = first_[i], count = i - from;
    const double sum = L_.row(i).segment(from, count).dot(column_.segment(from, count));
    column_[i] = (column_[i] - sum) / L_(i, i);
  }
  for (int i = size_ - 1; i >= 0; --i) {
    const int from = first_[i], count = i - from;
    column_[i] /= L_(i, i);
    column_.segment(from, count) -= column_[i] * L_.row(i).segment(from, count).transpose();
  }
}

long long DenseCholesky::entries() const {
  long long sum = 0;
  for (int i = 0; i < size_; ++i) sum += i - first_[i] + 1;
  return sum;
}

}  // namespace conjac
