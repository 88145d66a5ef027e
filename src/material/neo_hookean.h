#pragma once

#include <string_view>

#include "material/volume_terms.h"

namespace conjac {

/// Neo-Hookean, the classical compressible one:
///   energy = mu/2 (|F|^2 - d) - mu ln J + lambda/2 (ln J)^2,   J = det F.
/// The logarithm keeps elements from losing their volume; below a tenth of it, and for elements
/// that are inside out, it is carried on as barrier.h says.
template <int Dim>
struct NeoHookean {
  static constexpr std::string_view name = "NH";
  template <class T>
  using Parameters = IsotropicParameters<T>;

  template <class T>
  CONJAC_CALLED static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const T J = determinant(F, cofactor(F));
    return T(0.5) * m.mu * (inner(F, F) - T(1.0 * Dim)) +
           logarithmic_volume(m.mu, m.lambda, J).value;
  }

  template <class T>
  CONJAC_CALLED static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> cof = cofactor(F);
    return m.mu * F + logarithmic_volume(m.mu, m.lambda, determinant(F, cof)).first * cof;
  }

  template <class T>
  CONJAC_CALLED static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallVec<T, Dim>& s) {
    const Curve<T> u = logarithmic_volume(m.mu, m.lambda, product_without(s));
    SingularTangent<T, Dim> out = no_tangent<T, Dim>();
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { out.block(i, i) = m.mu; });
    unroll<kPairs<Dim>>([&](auto k) CONJAC_INLINE_LAMBDA { out.p[k] = m.mu; });
    add_volume_tangent(out, s, u.first, u.second);
    return out;
  }
};

}  // namespace conjac
