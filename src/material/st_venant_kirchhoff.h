#pragma once

#include <string_view>

#include "material/model.h"

namespace conjac {

/// St. Venant-Kirchhoff: linear elasticity of Green's strain E = (F'F - 1)/2,
///   energy = mu |E|^2 + lambda/2 (tr E)^2,   P = F (2 mu E + lambda tr E 1).
/// With t = tr E = (|s|^2 - d)/2 the stretches give
///   block_ii = mu (3 s_i^2 - 1) + lambda (t + s_i^2),     block_ij = lambda s_i s_j,
///   p_ij = mu (s_i^2 + s_j^2 - 1) + lambda t,             q_ij = mu s_i s_j.
/// It softens in compression and a flat element (s = 0) is a resting place of it: a body squeezed
/// to less than about 0.58 of its length gives way. Inside out is as good as outside.
template <int Dim>
struct StVenantKirchhoff {
  static constexpr std::string_view name = "STVK";
  template <class T>
  using Parameters = IsotropicParameters<T>;

  template <class T>
  CONJAC_CALLED static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> E = strain(F);
    const T t = trace(E);
    return m.mu * inner(E, E) + T(0.5) * m.lambda * t * t;
  }

  template <class T>
  CONJAC_CALLED static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> E = strain(F);
    return (T(2.0) * m.mu) * (F * E) + (m.lambda * trace(E)) * F;
  }

  template <class T>
  CONJAC_CALLED static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallVec<T, Dim>& s) {
    const T spread = T(0.5) * m.lambda * (inner(s, s) - T(1.0 * Dim));
    SingularTangent<T, Dim> out;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      const T s2 = s[i] * s[i];
      out.block(i, i) = m.mu * (T(3.0) * s2 - T(1.0)) + spread + m.lambda * s2;
    });
    unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
      constexpr int k = pair_index<Dim>(i, j);
      const T product = s[i] * s[j];
      out.block(i, j) = out.block(j, i) = m.lambda * product;
      out.p[k] = m.mu * (s[i] * s[i] + s[j] * s[j] - T(1.0)) + spread;
      out.q[k] = m.mu * product;
    });
    return out;
  }

 private:
  template <class T>
  CONJAC_INLINE static SmallMat<T, Dim> strain(const SmallMat<T, Dim>& F) {
    return T(0.5) * (transpose(F) * F - identity_matrix<T, Dim>());
  }
  template <class T>
  CONJAC_INLINE static T trace(const SmallMat<T, Dim>& E) {
    return inner(E, identity_matrix<T, Dim>());
  }
};

}  // namespace conjac
