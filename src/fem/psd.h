#pragma once

#include "core/small_matrix_eigen.h"
#include "material/model.h"

namespace conjac {

/// The positive semidefinite part of a tangent: eigenvalues clamped at zero, eigenvectors kept.
/// Each law is clamped on its own; a sum of semidefinite terms is semidefinite. This is the one
/// place that knows how; who calls it decides whether.

/// Isotropic laws (Smith et al. 2019): the pair of each plane in closed form, the stretch block by
/// a Dim x Dim eigen-decomposition, which is skipped when all lanes are definite already.
template <class T, int Dim>
CONJAC_INLINE void clamp_to_semidefinite(SingularTangent<T, Dim>& tangent) {
  unroll<kPairs<Dim>>([&](auto k) CONJAC_INLINE_LAMBDA {
    const T sum = max(tangent.p[k] + tangent.q[k], T(0.0));
    const T difference = max(tangent.p[k] - tangent.q[k], T(0.0));
    tangent.p[k] = T(0.5) * (sum + difference);
    tangent.q[k] = T(0.5) * (sum - difference);
  });

  // Gaussian elimination: definite if and only if every pivot is positive. A vanishing pivot turns
  // the later ones into NaN or garbage, but it has failed the test by then.
  SmallMat<T, Dim> rest = tangent.block;
  bool definite = true;
  unroll<Dim>([&](auto k) CONJAC_INLINE_LAMBDA {
    definite = definite && all(rest(k, k) > T(0.0));
    if constexpr (k + 1 < Dim) {
      const T inverse = T(1.0) / rest(k, k);
      unroll_pairs<Dim + 1>([&](auto i, auto j1) CONJAC_INLINE_LAMBDA {
        constexpr int j = j1 - 1;  // k < i <= j
        if constexpr (i > k) rest(i, j) -= rest(k, i) * rest(k, j) * inverse;
      });
    }
  });
  if (definite) return;

  // Adding what is missing, rather than rebuilding the whole, leaves definite lanes untouched.
  const SymmetricEigen<T, Dim> eigen = symmetric_eigen(tangent.block);
  unroll<Dim>([&](auto k) CONJAC_INLINE_LAMBDA {
    const T missing = max(-eigen.values[k], T(0.0));
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      unroll<Dim>([&](auto j) CONJAC_INLINE_LAMBDA {
        tangent.block(i, j) += missing * eigen.W(i, k) * eigen.W(j, k);
      });
    });
  });
}

/// Laws of I5 (Kim et al. 2019): two distinct eigenvalues, both clamped in closed form. Where F a
/// vanishes the two are equal and the coupling acts on nothing.
template <class T, int Dim>
CONJAC_INLINE void clamp_to_semidefinite(FiberTangent<T, Dim>& tangent) {
  const T length2 = inner(tangent.Fa, tangent.Fa);
  const T across = tangent.across, along = across + tangent.coupling * length2;
  const T kept_across = max(across, T(0.0)), kept_along = max(along, T(0.0));
  const T clamped = (kept_along - kept_across) / max(length2, T(1e-200));
  tangent.across = kept_across;
  tangent.coupling = select(min(across, along) < T(0.0), clamped, tangent.coupling);
}

}  // namespace conjac
