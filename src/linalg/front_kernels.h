#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "core/pack.h"

// Triangular substitution with one panel of L (linalg/front_tree.h) and many columns.
//
// A panel lies row by row, so both directions read L in the order of memory, once for all columns.
// A row of the right-hand sides is a whole number of packs; coefficients of L are spread over the
// lanes. One column alone is another matter: there the lanes run along the rows of L.

namespace conjac::fronts {

template <class Real>
struct Lanes {
  static constexpr int bytes = 8 * kPackWidth;
  static constexpr int count = bytes / static_cast<int>(sizeof(Real));
  typedef Real Native __attribute__((vector_size(bytes)));

  static Native load(const Real* from) {
    Native v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  static void store(Real* to, Native v) { std::memcpy(to, &v, sizeof v); }
  static Real sum(Native v) {
    Real total = 0;
    for (int k = 0; k < count; ++k) total += v[k];
    return total;
  }
};

// Rows of L that are met together: their sums stay in registers.
inline constexpr int kTogether = kPackWidth == 8 ? 8 : 4;

/// out[r] -= sum over j of L(r, j) y(j), `packs` packs wide, for `rows` rows of L.
template <int rows, int packs, class Real>
inline void subtract_rows(const Real* L, std::ptrdiff_t stride, int columns, const Real* y,
                          std::ptrdiff_t pitch, Real* const* out) {
  using Wide = Lanes<Real>;
  typename Wide::Native sum[rows][packs] = {};
  for (int j = 0; j < columns; ++j) {
    typename Wide::Native v[packs];
    for (int c = 0; c < packs; ++c) v[c] = Wide::load(y + j * pitch + c * Wide::count);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < packs; ++c) sum[r][c] += L[r * stride + j] * v[c];
  }
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < packs; ++c) {
      Real* to = out[r] + c * Wide::count;
      Wide::store(to, Wide::load(to) - sum[r][c]);
    }
}

/// x(j) -= sum over r of L(r, j) in[r], `packs` packs wide, for `rows` rows of L.
template <int rows, int packs, class Real>
inline void subtract_columns(const Real* L, std::ptrdiff_t stride, int columns,
                             const Real* const* in, Real* x, std::ptrdiff_t pitch) {
  using Wide = Lanes<Real>;
  typename Wide::Native v[rows][packs];
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < packs; ++c) v[r][c] = Wide::load(in[r] + c * Wide::count);
  for (int j = 0; j < columns; ++j)
    for (int c = 0; c < packs; ++c) {
      Real* to = x + j * pitch + c * Wide::count;
      typename Wide::Native value = Wide::load(to);
      for (int r = 0; r < rows; ++r) value -= L[r * stride + j] * v[r][c];
      Wide::store(to, value);
    }
}

/// Rows [begin, end) of a panel, of which columns [0, columns) are met; slot[i] is the row of the
/// right-hand sides that row i of the panel belongs to.
template <class Real>
struct PanelPart {
  const Real* L;  // row 0
  std::ptrdiff_t stride;
  int columns;
  int begin, end;
  const int* slot;
};

template <int rows, class Real>
inline void forward_group(const PanelPart<Real>& part, int i, const Real* y, std::ptrdiff_t pitch,
                          Real* base) {
  using Wide = Lanes<Real>;
  const Real* L = part.L + i * part.stride;
  Real* out[rows];
  for (int r = 0; r < rows; ++r) out[r] = base + part.slot[i + r] * pitch;
  std::ptrdiff_t at = 0;
  const auto next = [&](int packs) {
    at += packs * Wide::count;
    for (int r = 0; r < rows; ++r) out[r] += packs * Wide::count;
  };
  for (; at + 2 * Wide::count <= pitch; next(2))
    subtract_rows<rows, 2>(L, part.stride, part.columns, y + at, pitch, out);
  for (; at < pitch; next(1))
    subtract_rows<rows, 1>(L, part.stride, part.columns, y + at, pitch, out);
}

template <int rows, class Real>
inline void backward_group(const PanelPart<Real>& part, int i, Real* x, std::ptrdiff_t pitch,
                           const Real* base) {
  using Wide = Lanes<Real>;
  const Real* L = part.L + i * part.stride;
  const Real* in[rows];
  for (int r = 0; r < rows; ++r) in[r] = base + part.slot[i + r] * pitch;
  std::ptrdiff_t at = 0;
  const auto next = [&](int packs) {
    at += packs * Wide::count;
    for (int r = 0; r < rows; ++r) in[r] += packs * Wide::count;
  };
  for (; at + 2 * Wide::count <= pitch; next(2))
    subtract_columns<rows, 2>(L, part.stride, part.columns, in, x + at, pitch);
  for (; at < pitch; next(1))
    subtract_columns<rows, 1>(L, part.stride, part.columns, in, x + at, pitch);
}

/// One column, forward: rows of L are summed along their lanes.
template <int rows, class Real>
inline void forward_single(const PanelPart<Real>& part, int i, const Real* y, Real* base) {
  using Wide = Lanes<Real>;
  const Real* L = part.L + i * part.stride;
  typename Wide::Native sum[rows] = {};
  int j = 0;
  for (; j + Wide::count <= part.columns; j += Wide::count) {
    const auto v = Wide::load(y + j);
    for (int r = 0; r < rows; ++r) sum[r] += Wide::load(L + r * part.stride + j) * v;
  }
  for (int r = 0; r < rows; ++r) {
    Real total = Wide::sum(sum[r]);
    for (int k = j; k < part.columns; ++k) total += L[r * part.stride + k] * y[k];
    base[part.slot[i + r]] -= total;
  }
}

template <int rows, class Real>
inline void backward_single(const PanelPart<Real>& part, int i, Real* x, const Real* base) {
  using Wide = Lanes<Real>;
  const Real* L = part.L + i * part.stride;
  Real in[rows];
  for (int r = 0; r < rows; ++r) in[r] = base[part.slot[i + r]];
  int j = 0;
  for (; j + Wide::count <= part.columns; j += Wide::count) {
    auto v = Wide::load(x + j);
    for (int r = 0; r < rows; ++r) v -= Wide::load(L + r * part.stride + j) * in[r];
    Wide::store(x + j, v);
  }
  for (; j < part.columns; ++j)
    for (int r = 0; r < rows; ++r) x[j] -= L[r * part.stride + j] * in[r];
}

/// base(slot[i]) -= L(i, :) y for the rows of the part.
template <class Real>
void forward_rows(const PanelPart<Real>& part, const Real* y, std::ptrdiff_t pitch, Real* base) {
  int i = part.begin;
  for (; i + kTogether <= part.end; i += kTogether)
    pitch == 1 ? forward_single<kTogether>(part, i, y, base)
               : forward_group<kTogether>(part, i, y, pitch, base);
  for (; i < part.end; ++i)
    pitch == 1 ? forward_single<1>(part, i, y, base) : forward_group<1>(part, i, y, pitch, base);
}

/// x -= L(i, :)' base(slot[i]) for the rows of the part.
template <class Real>
void backward_rows(const PanelPart<Real>& part, Real* x, std::ptrdiff_t pitch, const Real* base) {
  int i = part.begin;
  for (; i + kTogether <= part.end; i += kTogether)
    pitch == 1 ? backward_single<kTogether>(part, i, x, base)
               : backward_group<kTogether>(part, i, x, pitch, base);
  for (; i < part.end; ++i)
    pitch == 1 ? backward_single<1>(part, i, x, base) : backward_group<1>(part, i, x, pitch, base);
}

template <class Real>
inline void divide_row(Real* row, std::ptrdiff_t pitch, Real by) {
  for (std::ptrdiff_t c = 0; c < pitch; ++c) row[c] /= by;
}

/// y <- L^-1 y with a small triangle; its rows begin at L, y's are side by side.
template <class Real>
void forward_triangle(const Real* L, std::ptrdiff_t stride, int size, Real* y, std::ptrdiff_t pitch,
                      const int* counting) {
  for (int i = 0; i < size; ++i) {
    const int group = i / kTogether * kTogether;
    // All rows of a group meet what is before the group, then each the rows of its own.
    if (i == group && i > 0)
      forward_rows<Real>({L, stride, group, i, std::min(i + kTogether, size), counting}, y, pitch,
                         y);
    for (int k = group; k < i; ++k)
      for (std::ptrdiff_t c = 0; c < pitch; ++c)
        y[i * pitch + c] -= L[i * stride + k] * y[k * pitch + c];
    divide_row(y + i * pitch, pitch, L[i * stride + i]);
  }
}

/// x <- L'^-1 x.
template <class Real>
void backward_triangle(const Real* L, std::ptrdiff_t stride, int size, Real* x,
                       std::ptrdiff_t pitch, const int* counting) {
  for (int end = size; end > 0;) {
    const int begin = (end - 1) / kTogether * kTogether;
    for (int i = end - 1; i >= begin; --i) {
      divide_row(x + i * pitch, pitch, L[i * stride + i]);
      for (int k = begin; k < i; ++k)
        for (std::ptrdiff_t c = 0; c < pitch; ++c)
          x[k * pitch + c] -= L[i * stride + k] * x[i * pitch + c];
    }
    if (begin > 0) backward_rows<Real>({L, stride, begin, begin, end, counting}, x, pitch, x);
    end = begin;
  }
}

}  // namespace conjac::fronts
