#pragma once

#include <string_view>

#include "material/by_stretches.h"
#include "material/volume_terms.h"

namespace conjac {

inline constexpr int kMostOgdenTerms = 3;

/// mu and lambda of linear elasticity, Pa, and up to three terms: the exponent of each and its
/// share of the shear modulus (shares sum to 1; 0: not used).
template <class T>
struct OgdenParameters {
  T mu, lambda;
  T share[kMostOgdenTerms], exponent[kMostOgdenTerms];
};

/// Ogden, compressible:
///   energy = sum_i f(s_i) + lambda/2 (J - 1)^2,
///   f(s) = sum_k 2 mu w_k / a_k^2 (s^a_k - 1 - a_k ln s),
/// with f(1) = f'(1) = 0 and f''(1) = 2 mu: a stretch of 1 across a plane body adds nothing, and
/// small strains are those of linear elasticity. In Ogden's own constants w_k = mu_k a_k / (2 mu).
/// Each f is convex below 1 and is carried on below a stretch of a tenth (barrier.h).
struct OgdenLaw {
  static constexpr std::string_view name = "OGDEN";
  template <class T>
  using Parameters = OgdenParameters<T>;

  template <class T>
  CONJAC_INLINE static Curve<T> along(const Parameters<T>& m, T s) {
    const T x = not_below(s, kBarrierEnd), inverse = T(1.0) / x, logarithm = log(x);
    Curve<T> f{T(0.0), T(0.0), T(0.0)};
    for (int k = 0; k < kMostOgdenTerms; ++k) {
      if (all(m.share[k] <= T(0.0))) continue;
      const T a = m.exponent[k], power = pow(x, a), factor = T(2.0) * m.mu * m.share[k] / a;
      f.value += factor / a * (power - T(1.0) - a * logarithm);
      f.first += factor * inverse * (power - T(1.0));
      f.second += factor * inverse * inverse * ((a - T(1.0)) * power + T(1.0));
    }
    return carried_on(f, s - x);
  }

  template <class T, int Dim>
  CONJAC_INLINE static T energy(const Parameters<T>& m, const SmallMat<T, Dim, 1>& s) {
    const T excess = product_without(s) - T(1.0);
    T total = T(0.5) * m.lambda * excess * excess;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { total += along(m, s[i]).value; });
    return total;
  }
  template <class T, int Dim>
  CONJAC_INLINE static SmallMat<T, Dim, 1> slopes(const Parameters<T>& m,
                                                  const SmallMat<T, Dim, 1>& s) {
    const T pressure = m.lambda * (product_without(s) - T(1.0));
    SmallVec<T, Dim> g;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      g[i] = along(m, s[i]).first + pressure * product_without(s, i);
    });
    return g;
  }
  template <class T, int Dim>
  CONJAC_INLINE static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallMat<T, Dim, 1>& s) {
    Curve<T> f[Dim];
    SingularTangent<T, Dim> out = no_tangent<T, Dim>();
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      f[i] = along(m, s[i]);
      out.block(i, i) = f[i].second;
    });
    unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
      constexpr int k = pair_index<Dim>(i, j);
      const T apart = mean_curvature(m, s[i], s[j], f[i], f[j]);
      const T turning = (f[i].first + f[j].first) / kept_sum(s[i], s[j]);
      out.p[k] = T(0.5) * (apart + turning);
      out.q[k] = T(0.5) * (apart - turning);
    });
    const T excess = product_without(s) - T(1.0);
    add_volume_tangent(out, s, m.lambda * excess, m.lambda);
    return out;
  }

 private:
  /// (f'(a) - f'(b)) / (a - b); where a and b are close, the mean of f'' between them by Simpson.
  template <class T>
  CONJAC_INLINE static T mean_curvature(const Parameters<T>& m, T a, T b, const Curve<T>& fa,
                                        const Curve<T>& fb) {
    constexpr double kClose = 1e-3;  // rounding 1e-13, Simpson's error 1e-15, relative
    const T d = a - b;
    const auto far = abs(d) > T(kClose);
    const T quotient = (fa.first - fb.first) / select(far, d, T(1.0));
    if (all(far)) return quotient;
    const T middle = along(m, T(0.5) * (a + b)).second;
    return select(far, quotient, (fa.second + T(4.0) * middle + fb.second) * T(1.0 / 6));
  }
};

}  // namespace conjac
