#include "dist/block_rows.h"

#include "core/parallel.h"

namespace conjac {
namespace {

constexpr std::size_t kBlockRowsAtOnce = 128;  // block rows that a thread takes

/// `Columns` columns of one block row: the sums stay in registers.
template <class T, int Height, int Columns>
void multiply_row(const BlockRows<T>& A, std::int64_t begin, std::int64_t end, const T* X, T* Y,
                  int columns, T sign, bool keep) {
  T sum[Height][Columns] = {};
  const int width = A.width;
  const T* a = A.values.data() + begin * Height * width;
  for (std::int64_t k = begin; k < end; ++k) {
    const T* x = X + static_cast<std::size_t>(A.column[k]) * width * columns;
    for (int j = 0; j < width; ++j, x += columns)
      for (int i = 0; i < Height; ++i) {
        const T value = a[i * width + j];
        for (int c = 0; c < Columns; ++c) sum[i][c] += value * x[c];
      }
    a += Height * width;
  }
  for (int i = 0; i < Height; ++i, Y += columns)
    for (int c = 0; c < Columns; ++c) Y[c] = (keep ? Y[c] : T(0)) + sign * sum[i][c];
}

template <class T, int Height>
void multiply_rows(const BlockRows<T>& A, const T* X, T* Y, int columns, T sign, bool keep) {
  constexpr int kMost = Height > 3 ? 8 : 16;
  parallel_chunks(static_cast<std::size_t>(A.block_rows), kBlockRowsAtOnce,
                  [&](std::size_t first, std::size_t last) {
                    for (std::size_t row = first; row < last; ++row) {
                      const auto begin = A.start[row], end = A.start[row + 1];
                      T* y = Y + row * Height * columns;
                      int c = 0;
                      const auto part = [&]<int Columns>() {
                        for (; c + Columns <= columns; c += Columns)
                          multiply_row<T, Height, Columns>(A, begin, end, X + c, y + c, columns,
                                                           sign, keep);
                      };
                      part.template operator()<kMost>();
                      part.template operator()<8>();
                      part.template operator()<4>();
                      part.template operator()<1>();
                    }
                  });
}

}  // namespace

template <class T>
void BlockRows<T>::multiply(T* X, T* Y, int columns, How how) const {
  halo.fetch(X, own_columns, width * columns);
  const T sign = how == How::subtract ? T(-1) : T(1);
  const bool keep = how != How::set;
  switch (height) {
    case 1:
      return multiply_rows<T, 1>(*this, X, Y, columns, sign, keep);
    case 2:
      return multiply_rows<T, 2>(*this, X, Y, columns, sign, keep);
    case 3:
      return multiply_rows<T, 3>(*this, X, Y, columns, sign, keep);
    default:
      return multiply_rows<T, 6>(*this, X, Y, columns, sign, keep);
  }
}

template struct BlockRows<float>;
template struct BlockRows<double>;

}  // namespace conjac
