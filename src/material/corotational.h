#pragma once

#include <string_view>

#include "material/by_stretches.h"

namespace conjac {

/// Corotational: linear elasticity in a frame that turns with the element. With F = R S, R the
/// nearest rotation,
///   energy = mu |S - 1|^2 + lambda/2 tr(S - 1)^2,
/// so that the slopes are g_i = 2 mu (s_i - 1) + lambda t, t = sum_i (s_i - 1), and
///   block_ij = 2 mu delta_ij + lambda,
///   p + q = 2 mu,     p - q = 2 mu + 2 (lambda t - 2 mu) / (s_i + s_j).
/// An element turned inside out keeps finite stress and is pushed back along its smallest stretch.
struct CorotationalLaw {
  static constexpr std::string_view name = "COROT";
  template <class T>
  using Parameters = IsotropicParameters<T>;

  template <class T, int Dim>
  CONJAC_INLINE static T sum(const SmallVec<T, Dim>& s) {
    T t = T(-1.0 * Dim);
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { t += s[i]; });
    return t;
  }
  template <class T, int Dim>
  CONJAC_INLINE static T energy(const Parameters<T>& m, const SmallMat<T, Dim, 1>& s) {
    const T t = sum<T, Dim>(s);
    T squares = T(0.0);
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { squares += (s[i] - T(1.0)) * (s[i] - T(1.0)); });
    return m.mu * squares + T(0.5) * m.lambda * t * t;
  }
  template <class T, int Dim>
  CONJAC_INLINE static SmallMat<T, Dim, 1> slopes(const Parameters<T>& m,
                                                  const SmallMat<T, Dim, 1>& s) {
    const T pressure = m.lambda * sum<T, Dim>(s);
    SmallVec<T, Dim> g;
    unroll<Dim>([&](auto i)
                    CONJAC_INLINE_LAMBDA { g[i] = T(2.0) * m.mu * (s[i] - T(1.0)) + pressure; });
    return g;
  }
  template <class T, int Dim>
  CONJAC_INLINE static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallMat<T, Dim, 1>& s) {
    const T turning = m.lambda * sum<T, Dim>(s) - T(2.0) * m.mu;
    SingularTangent<T, Dim> out;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      unroll<Dim>([&](auto j) CONJAC_INLINE_LAMBDA { out.block(i, j) = m.lambda; });
      out.block(i, i) += T(2.0) * m.mu;
    });
    unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
      constexpr int k = pair_index<Dim>(i, j);
      const T half = turning / kept_sum(s[i], s[j]);
      out.p[k] = T(2.0) * m.mu + half;
      out.q[k] = -half;
    });
    return out;
  }
};

}  // namespace conjac
