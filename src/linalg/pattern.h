#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// The fixed sparsity of a symmetric matrix of (stride x stride) blocks, built from groups of block
/// rows that are all coupled with one another, and for each place the list of group contributions
/// that add up there.
///
/// Groups write their share into a buffer of their own, all at once and in any order; then every
/// place of the matrix sums its list in the fixed order of the groups. So nothing is locked, and
/// the result has the same bits for any number of threads.
///
/// Two properties of the groups halve the work:
///  - the rows of a group ascend, so the share of its pair (a, b), a < b, always belongs to the
///    lower triangle (block row rows[b], block column rows[a]) and never needs a transpose;
///  - the blocks of each row of a group's matrix sum to zero. So only the blocks off the diagonal
///    are contributed, and a diagonal block is minus the sum of the others in its row of the whole.
class Pattern {
 public:
  Pattern() = default;
  /// `groups` holds group_size ascending block rows per group; a group that starts with a negative
  /// number is a gap, whose place in the buffers is never read. Every block row has a diagonal.
  /// `links` are more pairs of block rows, ascending, that have a place in the matrix; no group
  /// contributes there.
  Pattern(int blocks, int stride, std::span<const int> groups, int group_size,
          std::span<const std::array<int, 2>> links = {});

  int blocks() const { return blocks_; }
  int stride() const { return stride_; }
  int size() const { return blocks_ * stride_; }
  /// Lower triangle, every structural place present, all values zero.
  const SparseMatrix& zeros() const { return zeros_; }
  /// Equal for equal sparsity, different (but for a 64-bit coincidence) otherwise.
  std::uint64_t version() const { return version_; }
  /// Gives K this sparsity if it has another; its values are then zero.
  void shape(SparseMatrix& K) const;
  bool fits(const SparseMatrix& K) const;
  std::size_t bytes() const;  // of memory, the zeros included
  /// Place in the values of entry (row, column), row >= column, of the diagonal block of `block`.
  int diagonal_slot(int block, int row, int column) const {
    return zeros_.outerIndexPtr()[block * stride_ + column] + row - column;
  }
  /// Place in the values where column k of the block (row, column) begins, row > column, both of one
  /// group or link.
  int place(int row, int column, int k) const;

  /// Doubles per group in the two buffers below; padded so that a group begins where SIMD likes it.
  struct Layout {
    int matrix;  // pairs in lexicographic order, each stride x stride, column by column
    int vector;  // members in order, member_stride(stride) doubles each, the last ones unused
  };
  static constexpr int member_stride(int stride) { return stride == 3 ? 4 : stride; }
  static constexpr Layout layout(int stride, int group_size) {
    return {rounded(group_size * (group_size - 1) / 2 * stride * stride),
            rounded(group_size * member_stride(stride))};
  }

  /// K's values = the sum of all contributions. K has this pattern's sparsity.
  void sum_matrix(std::span<const double> contributions, SparseMatrix& K) const;
  /// f += the sum of all contributions.
  void add_vector(std::span<const double> contributions, VectorXd& f) const;

 private:
  static constexpr int rounded(int doubles) { return (doubles + 7) / 8 * 8; }
  void list_members(std::span<const int> groups);
  void list_pairs(std::span<const int> groups, std::span<const std::array<int, 2>> links);
  void build_matrix();

  int blocks_ = 0, stride_ = 0, group_size_ = 0;
  std::uint64_t version_ = 0;
  SparseMatrix zeros_;

  // Off-diagonal blocks (row > column), column by column, rows ascending.
  std::vector<int> column_start_;  // (blocks + 1)
  std::vector<int> row_;           // (off-diagonal blocks)
  std::vector<int> share_start_;   // (off-diagonal blocks + 1)
  std::vector<int> share_;         // offsets into the matrix buffer

  // The same blocks row by row: where in the values each of its columns begins.
  std::vector<int> left_start_;  // (blocks + 1)
  std::vector<int> left_slot_;   // (off-diagonal blocks * stride)

  std::vector<int> member_start_;  // (blocks + 1)
  std::vector<int> member_;        // offsets into the vector buffer
};

}  // namespace conjac
