#include "linalg/pattern.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/check.h"
#include "core/parallel.h"

namespace conjac {

namespace {

constexpr std::size_t kBlocksPerChunk = 128;

/// Counts become the places where each list begins; one more entry for the end of the last.
void starts_from_counts(std::vector<int>& counts) {
  int total = 0;
  for (int& count : counts) total += std::exchange(count, total);
  counts.push_back(total);
}

std::uint64_t fingerprint(const SparseMatrix& A) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto mix = [&](std::uint32_t word) { hash = (hash ^ word) * 1099511628211u; };
  mix(A.cols());
  for (int c = 0; c <= A.cols(); ++c) mix(A.outerIndexPtr()[c]);
  for (int k = 0; k < A.nonZeros(); ++k) mix(A.innerIndexPtr()[k]);
  return hash;
}

}  // namespace

Pattern::Pattern(int blocks, int stride, std::span<const int> groups, int group_size,
                 std::span<const std::array<int, 2>> links)
    : blocks_(blocks), stride_(stride), group_size_(group_size) {
  require(stride == 2 || stride == 3, "pattern: blocks must be 2 x 2 or 3 x 3");
  const std::size_t largest = std::size_t(layout(stride, group_size).matrix) * groups.size();
  require(largest / group_size < (std::size_t{1} << 31),
          "pattern: too many elements for 32-bit places; use a coarser mesh");
  list_members(groups);
  list_pairs(groups, links);
  build_matrix();
  version_ = fingerprint(zeros_);
}

int Pattern::place(int row, int column, int k) const {
  const auto begin = row_.begin() + column_start_[column];
  const auto end = row_.begin() + column_start_[column + 1];
  const auto found = std::lower_bound(begin, end, row);
  CONJAC_ASSERT(found != end && *found == row);
  return zeros_.outerIndexPtr()[column * stride_ + k] + stride_ - k +
         static_cast<int>(found - begin) * stride_;
}

void Pattern::list_members(std::span<const int> groups) {
  const int members = group_size_, step = layout(stride_, members).vector;
  member_start_.assign(blocks_, 0);
  for (std::size_t g = 0; g < groups.size(); g += members) {
    if (groups[g] < 0) continue;
    for (int a = 0; a < members; ++a) ++member_start_[groups[g + a]];
  }
  starts_from_counts(member_start_);
  member_.resize(member_start_.back());
  std::vector<int> next(member_start_.begin(), member_start_.end() - 1);
  for (std::size_t g = 0; g < groups.size(); g += members) {
    if (groups[g] < 0) continue;
    for (int a = 0; a < members; ++a) {
      member_[next[groups[g + a]]++] = int(g / members) * step + a * member_stride(stride_);
    }
  }
}

void Pattern::list_pairs(std::span<const int> groups, std::span<const std::array<int, 2>> links) {
  struct Share {
    int row, offset;
  };
  const int members = group_size_, step = layout(stride_, members).matrix;
  std::vector<int> start(blocks_, 0);
  const auto each_pair = [&](const auto& body) {
    for (std::size_t g = 0; g < groups.size(); g += members) {
      if (groups[g] < 0) continue;
      int offset = int(g / members) * step;
      for (int a = 0; a < members; ++a) {
        for (int b = a + 1; b < members; ++b, offset += stride_ * stride_) {
          CONJAC_ASSERT(groups[g + a] < groups[g + b]);
          body(groups[g + a], Share{groups[g + b], offset});
        }
      }
    }
    for (const auto& [column, row] : links) {
      CONJAC_ASSERT(column < row);
      body(column, Share{row, -1});
    }
  };
  each_pair([&](int column, Share) { ++start[column]; });
  starts_from_counts(start);
  std::vector<Share> shares(start.back());
  std::vector<int> next(start.begin(), start.end() - 1);
  each_pair([&](int column, Share share) { shares[next[column]++] = share; });

  column_start_ = {0};
  share_.reserve(shares.size());
  for (int column = 0; column < blocks_; ++column) {
    const auto begin = shares.begin() + start[column], end = shares.begin() + start[column + 1];
    std::sort(begin, end, [](const Share& x, const Share& y) {
      return x.row != y.row ? x.row < y.row : x.offset < y.offset;
    });
    for (auto s = begin; s != end; ++s) {
      if (s == begin || s->row != (s - 1)->row) {
        row_.push_back(s->row);
        share_start_.push_back(int(share_.size()));
      }
      if (s->offset >= 0) share_.push_back(s->offset);
    }
    column_start_.push_back(int(row_.size()));
  }
  share_start_.push_back(int(share_.size()));
}

void Pattern::build_matrix() {
  const int d = stride_;
  zeros_.resize(size(), size());
  const int entries = int(row_.size()) * d * d + blocks_ * d * (d + 1) / 2;
  zeros_.resizeNonZeros(entries);
  std::fill_n(zeros_.valuePtr(), entries, 0.0);
  int* outer = zeros_.outerIndexPtr();
  int* inner = zeros_.innerIndexPtr();
  int slot = 0;
  for (int j = 0; j < blocks_; ++j) {
    for (int c = 0; c < d; ++c) {
      outer[j * d + c] = slot;
      for (int r = c; r < d; ++r) inner[slot++] = j * d + r;
      for (int e = column_start_[j]; e < column_start_[j + 1]; ++e) {
        for (int r = 0; r < d; ++r) inner[slot++] = row_[e] * d + r;
      }
    }
  }
  outer[size()] = slot;

  left_start_.assign(blocks_, 0);
  for (const int row : row_) ++left_start_[row];
  starts_from_counts(left_start_);
  left_slot_.resize(row_.size() * d);
  std::vector<int> next(left_start_.begin(), left_start_.end() - 1);
  for (int j = 0; j < blocks_; ++j) {
    for (int e = column_start_[j]; e < column_start_[j + 1]; ++e) {
      const int place = next[row_[e]]++ * d;
      for (int c = 0; c < d; ++c) {
        left_slot_[place + c] = outer[j * d + c] + (d - c) + d * (e - column_start_[j]);
      }
    }
  }
}

bool Pattern::fits(const SparseMatrix& K) const {
  return K.isCompressed() && K.rows() == size() && K.cols() == size() &&
         K.nonZeros() == zeros_.nonZeros() &&
         std::equal(K.outerIndexPtr(), K.outerIndexPtr() + size() + 1, zeros_.outerIndexPtr()) &&
         std::equal(K.innerIndexPtr(), K.innerIndexPtr() + K.nonZeros(), zeros_.innerIndexPtr());
}

std::size_t Pattern::bytes() const {
  std::size_t numbers = 0;
  for (const std::vector<int>* list : {&column_start_, &row_, &share_start_, &share_, &left_start_,
                                       &left_slot_, &member_start_, &member_})
    numbers += list->capacity();
  const auto entries = static_cast<std::size_t>(zeros_.nonZeros());
  return (numbers + entries + static_cast<std::size_t>(size())) * sizeof(int) +
         entries * sizeof(double);
}

void Pattern::shape(SparseMatrix& K) const {
  if (!fits(K)) K = zeros_;
}

namespace {

template <int D>
using Block = std::array<double, D * D>;

template <int D>
inline void add(Block<D>& sum, const double* block) {
  for (int k = 0; k < D * D; ++k) sum[k] += block[k];
}

}  // namespace

void Pattern::sum_matrix(std::span<const double> contributions, SparseMatrix& K) const {
  const auto run = [&]<int D>(std::integral_constant<int, D>) {
    double* values = K.valuePtr();
    const int* outer = zeros_.outerIndexPtr();
    parallel_chunks(blocks_, kBlocksPerChunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        int slot[D];
        for (int c = 0; c < D; ++c) slot[c] = outer[j * D + c] + (D - c);
        for (int e = column_start_[j]; e < column_start_[j + 1]; ++e) {
          Block<D> sum{};
          for (int s = share_start_[e]; s < share_start_[e + 1]; ++s) {
            add<D>(sum, contributions.data() + share_[s]);
          }
          for (int c = 0; c < D; ++c) {
            for (int r = 0; r < D; ++r) values[slot[c] + r] = sum[c * D + r];
            slot[c] += D;
          }
        }
      }
    });
    // Minus the row sums: blocks left of the diagonal as they stand, those below it transposed.
    parallel_chunks(blocks_, kBlocksPerChunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Block<D> left{}, below{};
        for (int e = left_start_[i]; e < left_start_[i + 1]; ++e) {
          for (int c = 0; c < D; ++c) {
            for (int r = 0; r < D; ++r) left[c * D + r] += values[left_slot_[e * D + c] + r];
          }
        }
        for (int c = 0; c < D; ++c) {
          const double* column = values + outer[i * D + c] + (D - c);
          for (int e = column_start_[i]; e < column_start_[i + 1]; ++e, column += D) {
            for (int r = 0; r < D; ++r) below[c * D + r] += column[r];
          }
        }
        for (int c = 0; c < D; ++c) {
          for (int r = c; r < D; ++r) {
            values[outer[i * D + c] + r - c] = -(left[c * D + r] + below[r * D + c]);
          }
        }
      }
    });
  };
  CONJAC_ASSERT(fits(K));
  stride_ == 2 ? run(std::integral_constant<int, 2>{}) : run(std::integral_constant<int, 3>{});
}

void Pattern::add_vector(std::span<const double> contributions, VectorXd& f) const {
  const auto run = [&]<int D>(std::integral_constant<int, D>) {
    constexpr int kStep = member_stride(D);
    parallel_chunks(blocks_, 2 * kBlocksPerChunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        std::array<double, kStep> sum{};
        for (int m = member_start_[i]; m < member_start_[i + 1]; ++m) {
          for (int r = 0; r < kStep; ++r) sum[r] += contributions[member_[m] + r];
        }
        for (int r = 0; r < D; ++r) f[i * D + r] += sum[r];
      }
    });
  };
  stride_ == 2 ? run(std::integral_constant<int, 2>{}) : run(std::integral_constant<int, 3>{});
}

}  // namespace conjac
