#pragma once

#include <utility>

/// Functions of a few instructions that must disappear into their caller: a small matrix of packs
/// that is passed through memory costs more than the arithmetic on it. Builds for debugging or with
/// a sanitizer have no use for that, and would need minutes to check every inlined access.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CONJAC_INLINE inline __attribute__((always_inline))
#define CONJAC_INLINE_LAMBDA __attribute__((always_inline))
#else
#define CONJAC_INLINE inline
#define CONJAC_INLINE_LAMBDA
#endif

namespace conjac {

/// Calls body(integral_constant<int, 0>) ... body(integral_constant<int, N - 1>). The compiler sees
/// straight-line code from the start, so that small arrays end up in registers; a `for` loop is
/// unrolled only after the pass that could put them there.
template <int N, class Body>
CONJAC_INLINE void unroll(const Body& body) {
  [&]<int... I>(std::integer_sequence<int, I...>) CONJAC_INLINE_LAMBDA {
    (body(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

/// body(i, j) for every 0 <= i < j < N, in lexicographic order.
template <int N, class Body>
CONJAC_INLINE void unroll_pairs(const Body& body) {
  unroll<N>([&](auto i) CONJAC_INLINE_LAMBDA {
    unroll<N>([&](auto j) CONJAC_INLINE_LAMBDA {
      if constexpr (i < j) body(i, j);
    });
  });
}

/// Number of pairs i < j, and the place of (i, j) in their lexicographic order.
template <int N>
constexpr int kPairs = N*(N - 1) / 2;
template <int N>
constexpr int pair_index(int i, int j) {
  return i < j ? i * (2 * N - i - 1) / 2 + (j - i - 1) : pair_index<N>(j, i);
}

}  // namespace conjac
