#pragma once

#include <string_view>

#include "material/model.h"

namespace conjac {

/// Stable Neo-Hookean (Smith et al. 2018), re-based so that mu and lambda are those of linear
/// elasticity and F = I is at rest without stress:
///   energy = mu/2 (|F|^2 - d) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2,   J = det F.
/// With c = d(energy)/dJ = (lambda + mu)(J - 1) - mu and cof F = dJ/dF:
///   P  = mu F + c cof F,
///   dP = mu dF + (lambda + mu) cof F (cof F : dF) + c dcof.
/// In the singular frame J is the product of the stretches s, g_i and h_ij its first and second
/// derivatives by them, and the cofactors of a diagonal matrix change by dcof_ij = -h_ij dF_ji:
///   block_ij = mu delta_ij + (lambda + mu) g_i g_j + c h_ij,    p = mu,    q_ij = -c h_ij.
template <int Dim>
struct StableNeoHookean {
  static constexpr std::string_view name = "SNH";
  template <class T>
  using Parameters = IsotropicParameters<T>;

  template <class T>
  CONJAC_INLINE static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const T excess = determinant(F, cofactor(F)) - T(1.0);
    return T(0.5) * m.mu * (inner(F, F) - T(1.0 * Dim)) - m.mu * excess +
           T(0.5) * (m.lambda + m.mu) * excess * excess;
  }

  template <class T>
  CONJAC_INLINE static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> cof = cofactor(F);
    const T c = (m.lambda + m.mu) * (determinant(F, cof) - T(1.0)) - m.mu;
    return m.mu * F + c * cof;
  }

  template <class T>
  CONJAC_INLINE static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallVec<T, Dim>& s) {
    const T stiff = m.lambda + m.mu;
    const T c = stiff * (product_without(s) - T(1.0)) - m.mu;
    SingularTangent<T, Dim> out;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      const T g = product_without(s, i);
      out.block(i, i) = m.mu + stiff * g * g;
    });
    unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
      constexpr int k = pair_index<Dim>(i, j);
      const T ch = c * product_without(s, i, j);
      out.block(i, j) = stiff * product_without(s, i) * product_without(s, j) + ch;
      out.block(j, i) = out.block(i, j);
      out.p[k] = m.mu;
      out.q[k] = -ch;
    });
    return out;
  }
};

}  // namespace conjac
