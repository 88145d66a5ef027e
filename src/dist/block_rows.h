#pragma once

#include <cstdint>
#include <vector>

#include "dist/team.h"

namespace conjac {

/// The rows of a sparse matrix that a rank owns, in dense blocks. Vectors come in blocks of
/// `columns`, a row for each unknown: a number of the matrix is read once for all of them.
template <class T>
struct BlockRows {
  int block_rows = 0;  // that this rank owns
  int height = 1, width = 1;
  int own_columns = 0;              // blocks; those behind them are others' (halo)
  std::vector<std::int64_t> start;  // (block_rows + 1)
  std::vector<int> column;          // blocks: own ones, then those of the halo
  std::vector<T> values;            // height x width each, row by row
  Halo halo;

  int rows() const { return block_rows * height; }
  /// Numbers that a block of vectors to multiply with has room for.
  std::size_t room(int columns) const {
    return static_cast<std::size_t>(own_columns + halo.size()) * width * columns;
  }

  enum class How { set, add, subtract };
  /// Y <- A X, Y + A X or Y - A X. X has room() and gets what it needs of others.
  void multiply(T* X, T* Y, int columns, How how) const;
};

}  // namespace conjac
