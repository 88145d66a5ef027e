#pragma once

#include <complex>

#include "core/pack_math.h"

namespace conjac {

/// Laws with a logarithm or a power of a stretch end where an element is flat: the energy grows
/// without bound and there is nothing beyond. A step that leaps over that wall would have no way
/// back. So below kBarrierEnd such a function goes on as its Taylor polynomial of second order:
/// value, slope and curvature are continuous, the wall becomes a steep slope, and an element that
/// a large step has turned inside out is pushed back.
inline constexpr double kBarrierEnd = 0.1;  // of the volume ratio J, or of a stretch

/// The larger of the two; complex numbers (of complex-step tests) are compared by their real part.
template <class T>
CONJAC_INLINE T not_below(const T& x, double limit) {
  return max(x, T(limit));
}
template <class R>
std::complex<R> not_below(const std::complex<R>& x, double limit) {
  return x.real() < limit ? std::complex<R>(limit) : x;
}

/// A function of one number and its two derivatives.
template <class T>
struct Curve {
  T value, first, second;
};

/// A curve taken at x = not_below(at, kBarrierEnd), carried on to `at`; the same where at = x.
template <class T>
CONJAC_INLINE Curve<T> carried_on(const Curve<T>& c, T beyond) {
  return {c.value + beyond * (c.first + T(0.5) * beyond * c.second), c.first + beyond * c.second,
          c.second};
}

/// ln J, carried on below kBarrierEnd.
template <class T>
CONJAC_INLINE Curve<T> barrier_log(const T& J) {
  using std::log;
  const T x = not_below(J, kBarrierEnd), inverse = T(1.0) / x;
  return carried_on(Curve<T>{log(x), inverse, -inverse * inverse}, J - x);
}

}  // namespace conjac
