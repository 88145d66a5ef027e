#pragma once

#include <string_view>

#include "material/model.h"

namespace conjac {

/// Turns a scalar law psi(I) of the squared fibre stretch into energy, stress and tangent.
///
/// An activated fibre has the rest stretch l <= 1, so the law sees I = |F a|^2 / l^2 = k |F a|^2:
///   energy = mu psi(I),   P = 2 k mu psi'(I) (F a) a',
///   dP = [2 k mu psi' I + 4 k^2 mu psi'' (F a)(F a)'] dF a a'.
template <int Dim, class Law>
struct Fiber {
  static constexpr std::string_view name = Law::name;
  template <class T>
  using Parameters = FiberParameters<T, Dim>;

  template <class T>
  CONJAC_INLINE static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallVec<T, Dim> Fa = F * m.a;
    return m.mu * Law::value(m.shortening * inner(Fa, Fa));
  }

  template <class T>
  CONJAC_INLINE static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallVec<T, Dim> Fa = F * m.a;
    const T I = m.shortening * inner(Fa, Fa);
    return (T(2.0) * m.shortening * m.mu * Law::first(I)) * (Fa * transpose(m.a));
  }

  template <class T>
  CONJAC_INLINE static FiberTangent<T, Dim> tangent(const Parameters<T>& m,
                                                    const SmallMat<T, Dim>& F) {
    const SmallVec<T, Dim> Fa = F * m.a;
    const T k = m.shortening, I = k * inner(Fa, Fa);
    return {m.a, Fa, T(2.0) * k * m.mu * Law::first(I), T(4.0) * k * k * m.mu * Law::second(I)};
  }
};

/// Rest stretch of a fibre activated by t in [0, 1]: from 1 down to `shortest`. Returned as the
/// factor 1 / l^2 by which the law sees the squared stretch.
constexpr double shortening(double activation, double shortest) {
  const double l = 1 - activation * (1 - shortest);
  return 1 / (l * l);
}

}  // namespace conjac
