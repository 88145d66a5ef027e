#pragma once

#include <cmath>
#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/unroll.h"

namespace conjac {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
inline constexpr int kPackWidth = 8;
#elif defined(__AVX__)
inline constexpr int kPackWidth = 4;
#else
inline constexpr int kPackWidth = 2;
#endif

/// As many doubles as the machine adds at once, one element of the mesh per lane. Kernels are
/// templates over their scalar and never ask which it is: double, Pack, or (where no comparison is
/// needed) std::complex for complex-step tests. Branches become `select`.
struct Pack {
  static constexpr int width = kPackWidth;
  using Native = double __attribute__((vector_size(8 * kPackWidth)));
  using Bits = std::int64_t __attribute__((vector_size(8 * kPackWidth)));

  Native v;

  Pack() = default;
  CONJAC_INLINE Pack(double s) : v(s - Native{}) {}  // x - 0 is x for every x, so this is a copy
  CONJAC_INLINE explicit Pack(Native n) : v(n) {}

  CONJAC_INLINE double operator[](int lane) const { return v[lane]; }
  CONJAC_INLINE void set(int lane, double value) { v[lane] = value; }

  CONJAC_INLINE Pack& operator+=(Pack b) { return *this = Pack(v + b.v); }
  CONJAC_INLINE Pack& operator-=(Pack b) { return *this = Pack(v - b.v); }
  CONJAC_INLINE Pack& operator*=(Pack b) { return *this = Pack(v * b.v); }
  CONJAC_INLINE Pack& operator/=(Pack b) { return *this = Pack(v / b.v); }
};

CONJAC_INLINE Pack operator+(Pack a, Pack b) {
  return Pack(a.v + b.v);
}
CONJAC_INLINE Pack operator-(Pack a, Pack b) {
  return Pack(a.v - b.v);
}
CONJAC_INLINE Pack operator*(Pack a, Pack b) {
  return Pack(a.v * b.v);
}
CONJAC_INLINE Pack operator/(Pack a, Pack b) {
  return Pack(a.v / b.v);
}
CONJAC_INLINE Pack operator-(Pack a) {
  return Pack(-a.v);
}

/// One truth per lane: all bits set, or none.
struct PackMask {
  Pack::Bits bits;
};
CONJAC_INLINE PackMask operator<(Pack a, Pack b) {
  return {a.v < b.v};
}
CONJAC_INLINE PackMask operator>(Pack a, Pack b) {
  return {a.v > b.v};
}
CONJAC_INLINE PackMask operator<=(Pack a, Pack b) {
  return {a.v <= b.v};
}
CONJAC_INLINE PackMask operator>=(Pack a, Pack b) {
  return {a.v >= b.v};
}
CONJAC_INLINE PackMask operator&(PackMask a, PackMask b) {
  return {a.bits & b.bits};
}
CONJAC_INLINE PackMask operator|(PackMask a, PackMask b) {
  return {a.bits | b.bits};
}

CONJAC_INLINE Pack select(PackMask m, Pack yes, Pack no) {
  return Pack(m.bits ? yes.v : no.v);
}
CONJAC_INLINE bool all(PackMask m) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_movepi64_mask(__m512i(m.bits)) == 0xff;
#elif defined(__AVX__)
  return _mm256_movemask_pd(__m256d(m.bits)) == 0xf;
#elif defined(__SSE2__)
  return _mm_movemask_pd(__m128d(m.bits)) == 0x3;
#else
  std::int64_t both = -1;
  for (int lane = 0; lane < Pack::width; ++lane) both &= m.bits[lane];
  return both != 0;
#endif
}

CONJAC_INLINE Pack sqrt(Pack a) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return Pack(Pack::Native(_mm512_sqrt_pd(a.v)));
#elif defined(__AVX__)
  return Pack(Pack::Native(_mm256_sqrt_pd(a.v)));
#elif defined(__SSE2__)
  return Pack(Pack::Native(_mm_sqrt_pd(a.v)));
#else
  for (int lane = 0; lane < Pack::width; ++lane) a.v[lane] = std::sqrt(a.v[lane]);
  return a;
#endif
}
/// Lane by lane: as accurate as the library's, and only fibre laws ask for it.
inline Pack exp(Pack a) {
  for (int lane = 0; lane < Pack::width; ++lane) a.v[lane] = std::exp(a.v[lane]);
  return a;
}
CONJAC_INLINE Pack abs(Pack a) {
  return Pack(Pack::Native(Pack::Bits(a.v) & INT64_C(0x7fffffffffffffff)));
}
CONJAC_INLINE Pack max(Pack a, Pack b) {
  return Pack(a.v > b.v ? a.v : b.v);
}
CONJAC_INLINE Pack min(Pack a, Pack b) {
  return Pack(a.v < b.v ? a.v : b.v);
}
/// The size of a with the sign of b.
CONJAC_INLINE Pack copysign(Pack a, Pack b) {
  const Pack::Bits sign = Pack::Bits(b.v) & INT64_MIN;
  return Pack(Pack::Native(Pack::Bits(abs(a).v) | sign));
}

// The same words for one double, so that a kernel reads alike for both.
CONJAC_INLINE double select(bool m, double yes, double no) {
  return m ? yes : no;
}
CONJAC_INLINE bool all(bool m) {
  return m;
}
CONJAC_INLINE double sqrt(double a) {
  return std::sqrt(a);
}
CONJAC_INLINE double exp(double a) {
  return std::exp(a);
}
CONJAC_INLINE double abs(double a) {
  return std::fabs(a);
}
CONJAC_INLINE double max(double a, double b) {
  return a > b ? a : b;
}
CONJAC_INLINE double min(double a, double b) {
  return a < b ? a : b;
}
CONJAC_INLINE double copysign(double a, double b) {
  return std::copysign(a, b);
}

/// Added lane after lane: one fixed order, whatever the width of the hardware's own reduction.
CONJAC_INLINE double sum_lanes(Pack a) {
  double total = a.v[0];
  for (int lane = 1; lane < Pack::width; ++lane) total += a.v[lane];
  return total;
}
CONJAC_INLINE double max_lanes(Pack a) {
  double largest = a.v[0];
  for (int lane = 1; lane < Pack::width; ++lane) largest = max(largest, double(a.v[lane]));
  return largest;
}

/// Turns width packs (rows) into their transpose in place: each of log2(width) rounds interleaves
/// row i with row i + width/2, which is one step of the perfect shuffle that transposes.
CONJAC_INLINE void transpose_lanes(Pack (&rows)[Pack::width]) {
  constexpr int W = Pack::width;
  constexpr int kRounds = W == 8 ? 3 : W == 4 ? 2 : 1;
  Pack::Bits low{}, high{};
  unroll<W>([&](auto lane) CONJAC_INLINE_LAMBDA {
    constexpr int i = lane;
    low[i] = i / 2 + (i % 2) * W;
    high[i] = i / 2 + (i % 2) * W + W / 2;
  });
  unroll<kRounds>([&](auto) CONJAC_INLINE_LAMBDA {
    Pack mixed[W];
    unroll<W / 2>([&](auto i) CONJAC_INLINE_LAMBDA {
      mixed[2 * i].v = __builtin_shuffle(rows[i].v, rows[i + W / 2].v, low);
      mixed[2 * i + 1].v = __builtin_shuffle(rows[i].v, rows[i + W / 2].v, high);
    });
    unroll<W>([&](auto i) CONJAC_INLINE_LAMBDA { rows[i] = mixed[i]; });
  });
}

}  // namespace conjac
