#include "linalg/permuted.h"

#include <algorithm>
#include <numeric>

namespace conjac {

void PermutedMatrix::analyze(const SparseMatrix& A, const std::vector<int>& order) {
  const int n = static_cast<int>(A.cols());
  std::vector<int> position(n);
  for (int k = 0; k < n; ++k) position[order[k]] = k;

  // Two counting sorts (by row, then stably by column) leave rows ascending within columns.
  const int entries = static_cast<int>(A.nonZeros());
  std::vector<int> row(entries), col(entries), by_row(entries), by_col(entries);
  for (int j = 0; j < n; ++j) {
    for (int k = A.outerIndexPtr()[j]; k < A.outerIndexPtr()[j + 1]; ++k) {
      const int a = position[A.innerIndexPtr()[k]], b = position[j];
      row[k] = std::max(a, b);
      col[k] = std::min(a, b);
    }
  }
  const auto counting_sort = [&](const std::vector<int>& key, const std::vector<int>& in,
                                 std::vector<int>& out) {
    std::vector<int> start(n + 1, 0);
    for (int k : key) ++start[k + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    for (int k : in) out[start[key[k]]++] = k;
  };
  std::vector<int> identity(entries);
  std::iota(identity.begin(), identity.end(), 0);
  counting_sort(row, identity, by_row);
  counting_sort(col, by_row, by_col);

  permuted_.resize(n, n);
  permuted_.resizeNonZeros(entries);
  source_ = by_col;
  std::fill(permuted_.outerIndexPtr(), permuted_.outerIndexPtr() + n + 1, 0);
  for (int k = 0; k < entries; ++k) {
    permuted_.innerIndexPtr()[k] = row[source_[k]];
    ++permuted_.outerIndexPtr()[col[source_[k]] + 1];
  }
  std::partial_sum(permuted_.outerIndexPtr(), permuted_.outerIndexPtr() + n + 1,
                   permuted_.outerIndexPtr());
  assign(A);
}

bool PermutedMatrix::assign(const SparseMatrix& A) {
  const double* from = A.valuePtr();
  double* to = permuted_.valuePtr();
  for (std::size_t k = 0; k < source_.size(); ++k) to[k] = from[source_[k]];
  return permuted_.coeffs().allFinite();
}

}  // namespace conjac
