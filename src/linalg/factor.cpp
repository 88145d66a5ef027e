#include "linalg/factor.h"

#include <algorithm>
#include <numeric>

#include "core/parallel.h"
#include "core/threads.h"
#include "linalg/ordering.h"

namespace conjac {
namespace {

constexpr int kFewest = 6;   // columns that are worth two parts
constexpr int kWidest = 32;  // columns of two parts together

}  // namespace

void SparseFactor::permute_pattern(const SparseMatrix& A, int block,
                                   std::span<const int> trailing) {
  const int n = static_cast<int>(A.cols());
  const std::vector<int> blocks = elimination_order(block_graph(A, block), trailing);
  order_.clear();
  for (int b : blocks)
    for (int c = 0; c < block; ++c) order_.push_back(b * block + c);
  trailing_ = static_cast<int>(trailing.size()) * block;

  std::vector<int> position(n);
  for (int k = 0; k < n; ++k) position[order_[k]] = k;

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
  permute_values(A);
  column_.resize(n);
}

template <class Half>
void SparseFactor::in_parts(RowBlock Y, const Half& half) const {
  const int columns = static_cast<int>(Y.cols());
  const int parts = columns < kFewest ? 1 : 2 * ((columns + kWidest - 1) / kWidest);
  if (parts == 1) return half(Y, workspace_);
  if (static_cast<int>(parts_.size()) < parts) parts_.resize(parts);
  const auto solve = [&](std::size_t p) {
    const int first = static_cast<int>(p) * columns / parts;
    const int count = (static_cast<int>(p) + 1) * columns / parts - first;
    Part& part = parts_[p];
    if (part.values.size() < Y.rows() * count)
      part.values.resize(Y.rows() * std::max(count, kWidest / 2));
    RowBlock mine(part.values.data(), Y.rows(), count);
    mine = Y.middleCols(first, count);
    half(mine, part.workspace);
    Y.middleCols(first, count) = mine;
  };
  if (thread_count() > 1) return parallel_for(static_cast<std::size_t>(parts), solve);
  for (int p = 0; p < parts; ++p) solve(static_cast<std::size_t>(p));
}

void SparseFactor::forward_wide(RowBlock Y) const {
  in_parts(Y, [this](RowBlock part, VectorXd& workspace) { forward(part, workspace); });
}

void SparseFactor::backward_wide(RowBlock X) const {
  in_parts(X, [this](RowBlock part, VectorXd& workspace) { backward(part, workspace); });
}

bool SparseFactor::permute_values(const SparseMatrix& A) {
  const double* from = A.valuePtr();
  double* to = permuted_.valuePtr();
  for (std::size_t k = 0; k < source_.size(); ++k) to[k] = from[source_[k]];
  return permuted_.coeffs().allFinite();
}

void SparseFactor::solve(const VectorXd& b, VectorXd& x) {
  const int n = size();
  for (int k = 0; k < n; ++k) column_[k] = b[order_[k]];
  forward({column_.data(), n, 1});
  backward({column_.data(), n, 1});
  x.resize(n);
  for (int k = 0; k < n; ++k) x[order_[k]] = column_[k];
}

}  // namespace conjac
