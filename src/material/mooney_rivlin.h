#pragma once

#include <string_view>

#include "material/volume_terms.h"

namespace conjac {

/// The constants of Mooney-Rivlin, Pa. Small strains are those of linear elasticity with the Lame
/// parameters 2 (c1 + c2) and lambda + 4 c2.
template <class T>
struct MooneyParameters {
  T c1, c2, lambda;
};

/// From mu and lambda of linear elasticity and the share of c2 in c1 + c2.
constexpr MooneyParameters<double> mooney_constants(double mu, double lambda, double second) {
  return {0.5 * mu * (1 - second), 0.5 * mu * second, lambda - 2 * mu * second};
}

/// Mooney-Rivlin, compressible:
///   energy = c1 (I1 - 3) + c2 (I2 - 3) - 2 (c1 + 2 c2) ln J + lambda/2 (ln J)^2.
/// I1 = |F|^2 and I2 = (I1^2 - |F'F|^2)/2 count all three stretches; a plane body keeps the one
/// across its plane at 1, which adds o I1 to I2 with o = 3 - d. With A = I1 + o:
///   dI2/dF = 2 (A F - F F'F),
///   block_ii += 2 c2 (A - s_i^2),  block_ij += 4 c2 s_i s_j,
///   p_ij += 2 c2 (A - s_i^2 - s_j^2),  q_ij -= 2 c2 s_i s_j.
/// The logarithm is carried on below a tenth of the volume (barrier.h).
template <int Dim>
struct MooneyRivlin {
  static constexpr std::string_view name = "MR";
  template <class T>
  using Parameters = MooneyParameters<T>;

  template <class T>
  CONJAC_CALLED static T energy(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> C = transpose(F) * F;
    const T I1 = inner(F, F), I2 = T(0.5) * (I1 * I1 - inner(C, C)) + T(kAcross) * I1;
    // Both invariants are 3 at rest with the missing stretches; without them I1 is d, I2 is 3 - o.
    return m.c1 * (I1 - T(1.0 * Dim)) + m.c2 * (I2 - T(kRestI2)) +
           logarithmic_volume(wall(m), m.lambda, determinant(F, cofactor(F))).value;
  }

  template <class T>
  CONJAC_CALLED static SmallMat<T, Dim> stress(const Parameters<T>& m, const SmallMat<T, Dim>& F) {
    const SmallMat<T, Dim> cof = cofactor(F), FC = F * (transpose(F) * F);
    const T A = inner(F, F) + T(kAcross);
    return (T(2.0) * (m.c1 + m.c2 * A)) * F - (T(2.0) * m.c2) * FC +
           logarithmic_volume(wall(m), m.lambda, determinant(F, cof)).first * cof;
  }

  template <class T>
  CONJAC_CALLED static SingularTangent<T, Dim> tangent(const Parameters<T>& m,
                                                       const SmallVec<T, Dim>& s) {
    const Curve<T> u = logarithmic_volume(wall(m), m.lambda, product_without(s));
    const T A = inner(s, s) + T(kAcross);
    SingularTangent<T, Dim> out = no_tangent<T, Dim>();
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      out.block(i, i) = T(2.0) * (m.c1 + m.c2 * (A - s[i] * s[i]));
    });
    unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
      constexpr int k = pair_index<Dim>(i, j);
      const T product = T(2.0) * m.c2 * s[i] * s[j];
      out.block(i, j) = out.block(j, i) = product + product;
      out.p[k] = T(2.0) * (m.c1 + m.c2 * (A - s[i] * s[i] - s[j] * s[j]));
      out.q[k] = -product;
    });
    add_volume_tangent(out, s, u.first, u.second);
    return out;
  }

 private:
  static constexpr double kAcross = 3 - Dim;
  static constexpr double kRestI2 = 0.5 * (Dim * Dim - Dim) + kAcross * Dim;

  template <class T>
  CONJAC_INLINE static T wall(const Parameters<T>& m) {
    return T(2.0) * (m.c1 + T(2.0) * m.c2);
  }
};

}  // namespace conjac
