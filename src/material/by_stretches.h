#pragma once

#include "core/small_matrix_svd.h"
#include "material/model.h"

namespace conjac {

/// A law of the stretches s of F = U diag(s) V' (the last may be negative: an element inside out).
/// `Law` gives energy(m, s), slopes(m, s) and the tangent; the stress is U diag(slopes) V'.
///
/// Of the tangent of such a law with slopes g_i the plane i < j has
///   p + q = (g_i - g_j) / (s_i - s_j),     p - q = (g_i + g_j) / (s_i + s_j).
/// The second has no limit where an element is inside out with s_j = -s_i: the rotation of such an
/// element is any, and the energy has an edge there. The sum is kept from zero.
template <int Dim, class Law>
struct ByStretches {
  static constexpr std::string_view name = Law::name;
  static constexpr bool by_stretches = true;
  template <class T>
  using Parameters = typename Law::template Parameters<T>;

  template <class T>
  CONJAC_CALLED static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    return Law::energy(m, rotation_svd(F).s);
  }
  template <class T>
  CONJAC_CALLED static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const RotationSvd<T, Dim> svd = rotation_svd(F);
    const SmallVec<T, Dim> g = Law::slopes(m, svd.s);
    SmallMat<T, Dim> scaled;
    unroll<Dim>([&](auto c) CONJAC_INLINE_LAMBDA {
      unroll<Dim>([&](auto r) CONJAC_INLINE_LAMBDA { scaled(r, c) = svd.U(r, c) * g[c]; });
    });
    return scaled * transpose(svd.V);
  }
  template <class T>
  CONJAC_CALLED static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallVec<T, Dim>& s) {
    return Law::tangent(m, s);
  }
};

/// s_i + s_j, kept from zero.
template <class T>
CONJAC_INLINE T kept_sum(T a, T b) {
  return max(a + b, T(1e-6));
}

}  // namespace conjac
