#pragma once

#include <concepts>

#include "core/small_matrix.h"

/// Laws that few scenes use are called, not inlined: the loop over elements stays as small, and the
/// default law as quick, as if they were not there.
#define CONJAC_CALLED __attribute__((noinline))

namespace conjac {

/// What a law of one deformation gradient F must give: energy density, first Piola-Kirchhoff stress
/// P = d(energy)/dF, and the tangent dP/dF in the frame where it is nearly diagonal. Clamping,
/// volumes and files are other people's business. Terms add up, so a model knows nothing of others.
///
/// Two kinds of tangent exist, and assembly forms no (Dim^2 x Dim^2) matrix for either.

/// dP/dF of an isotropic law, for F = U diag(s) V' and dF = U X V', dP = U Y V':
///   Y_ii = sum_j block_ij X_jj,      Y_ij = p_ij X_ij + q_ij X_ji  (i != j).
/// Its eigenvalues are those of `block` and, for each plane i < j, p + q and p - q.
template <class T, int Dim>
struct SingularTangent {
  SmallMat<T, Dim, Dim> block;       // second derivatives of the energy by the stretches
  T p[kPairs<Dim>], q[kPairs<Dim>];  // one pair per plane i < j, in the order of pair_index
};

template <class T, int Dim>
CONJAC_INLINE void operator+=(SingularTangent<T, Dim>& A, const SingularTangent<T, Dim>& B) {
  A.block += B.block;
  unroll<kPairs<Dim>>([&](auto k) CONJAC_INLINE_LAMBDA {
    A.p[k] += B.p[k];
    A.q[k] += B.q[k];
  });
}

/// dP/dF of a law of I5 = |F a|^2:  dP = (across I + coupling (F a)(F a)') dF a a'.
/// Its non-zero eigenvalues are `across` (Dim - 1 times) and across + coupling I5 (along F a).
template <class T, int Dim>
struct FiberTangent {
  SmallVec<T, Dim> a, Fa;
  T across, coupling;
};

/// mu and lambda of linear elasticity, Pa.
template <class T>
struct IsotropicParameters {
  T mu, lambda;
};

template <class T, int Dim>
struct FiberParameters {
  T mu;                // stiffness mu_a, Pa
  SmallVec<T, Dim> a;  // unit rest direction
  T shortening;        // 1 / l^2, l the present rest stretch of the fibre (1 when not activated)
};

template <class M, int Dim>
concept IsotropicModel = requires(const typename M::template Parameters<double>& p,
                                  const SmallMat<double, Dim>& F, const SmallVec<double, Dim>& s) {
  { M::energy(p, F) } -> std::same_as<double>;
  { M::stress(p, F) } -> std::same_as<SmallMat<double, Dim>>;
  { M::tangent(p, s) } -> std::same_as<SingularTangent<double, Dim>>;
};

template <class M, int Dim>
concept FiberModel = requires(const typename M::template Parameters<double>& p,
                              const SmallMat<double, Dim>& F) {
  { M::energy(p, F) } -> std::same_as<double>;
  { M::stress(p, F) } -> std::same_as<SmallMat<double, Dim>>;
  { M::tangent(p, F) } -> std::same_as<FiberTangent<double, Dim>>;
};

template <class M, int Dim>
concept HyperelasticModel = IsotropicModel<M, Dim> || FiberModel<M, Dim>;

/// Lame parameters from Young's modulus and Poisson's ratio; the same for solids and plane strain.
struct Lame {
  double mu, lambda;
};
constexpr Lame lame(double young, double poisson) {
  return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

}  // namespace conjac
