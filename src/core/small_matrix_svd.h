#pragma once

#include "core/pack.h"
#include "core/small_matrix.h"

namespace conjac {

/// F = U diag(s) V' with U and V proper rotations. |s| descends; only the last s may be negative,
/// and is where det F < 0 (the rotation variant of Irving et al. 2004), so that U V' is the
/// rotation nearest to F.
template <class T, int N>
struct RotationSvd {
  SmallMat<T, N, N> U;
  SmallVec<T, N> s;
  SmallMat<T, N, N> V;
};

namespace detail {

/// Columns p and q of A turned by a plane rotation.
template <class T, int N>
CONJAC_INLINE void rotate_columns(SmallMat<T, N, N>& A, int p, int q, T c, T s) {
  unroll<N>([&](auto r) CONJAC_INLINE_LAMBDA {
    const T x = A(r, p), y = A(r, q);
    A(r, p) = c * x - s * y;
    A(r, q) = s * x + c * y;
  });
}

/// Cosine and sine of the Jacobi rotation that annihilates the off-diagonal g of [a g; g a + d],
/// the smaller of the two angles. With h = |d| + sqrt(d^2 + 4 g^2) the tangent is 2 g sign(d) / h.
/// Lanes where `needed` is false keep c = 1, s = 0 exactly, so that what happens to one lane never
/// depends on its neighbours.
template <class T, class Mask>
CONJAC_INLINE void jacobi_rotation(T d, T g, Mask needed, T& c, T& s) {
  const T g2 = g + g;
  const T h = abs(d) + sqrt(d * d + g2 * g2);
  const T scale = T(1.0) / sqrt(h * h + g2 * g2);
  c = select(needed, h * scale, T(1.0));
  s = select(needed, copysign(T(1.0), d) * g2 * scale, T(0.0));
}

}  // namespace detail

/// One-sided (Hestenes) Jacobi: plane rotations V make the columns of B = F V orthogonal; their
/// lengths are the singular values, small ones to the accuracy of their own column rather than of
/// the largest one, which a decomposition of F'F would lose. A Givens QR of B then gives U
/// orthonormal whatever the rank (columns are sorted first, so a vanishing one comes last) with R
/// diagonal, non-negative but for its last entry, whose sign is that of det F.
///
/// Entries of F must lie within about 1e-70 .. 1e70 in size (fourth powers are formed).
template <class T, int N>
CONJAC_INLINE RotationSvd<T, N> rotation_svd(const SmallMat<T, N, N>& F) {
  constexpr int kMaxSweeps = 12;      // 4 to 6 happen; the bound is for NaN
  constexpr double kCosine2 = 1e-30;  // squared cosine between columns that counts as zero
  SmallMat<T, N, N> B = F, V = identity_matrix<T, N>();
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool done = true;
    unroll_pairs<N>([&](auto p, auto q) CONJAC_INLINE_LAMBDA {
      const T a = inner_columns(B, p, p), b = inner_columns(B, q, q), g = inner_columns(B, p, q);
      done = done && all(g * g <= T(kCosine2) * (a * b));
    });
    if (done) break;
    unroll_pairs<N>([&](auto p, auto q) CONJAC_INLINE_LAMBDA {
      const T a = inner_columns(B, p, p), b = inner_columns(B, q, q), g = inner_columns(B, p, q);
      T c, s;
      detail::jacobi_rotation(b - a, g, g * g > T(kCosine2) * (a * b), c, s);
      detail::rotate_columns(B, p, q, c, s);
      detail::rotate_columns(V, p, q, c, s);
    });
  }

  // Longest column first. A swap that negates one column is a rotation by a right angle.
  unroll_pairs<N>([&](auto p, auto q) CONJAC_INLINE_LAMBDA {
    const auto swap = inner_columns(B, p, p) < inner_columns(B, q, q);
    const T c = select(swap, T(0.0), T(1.0));
    const T s = select(swap, T(1.0), T(0.0));
    detail::rotate_columns(B, p, q, c, s);
    detail::rotate_columns(V, p, q, c, s);
  });

  RotationSvd<T, N> out;
  out.U = identity_matrix<T, N>();
  unroll_pairs<N>([&](auto j, auto i) CONJAC_INLINE_LAMBDA {  // zero entry (i, j), i below j
    const T x = B(j, j), y = B(i, j);
    const T r2 = x * x + y * y;
    const T scale = T(1.0) / sqrt(r2);
    const auto usable = r2 > T(0.0);
    const T c = select(usable, x * scale, T(1.0)), s = select(usable, y * scale, T(0.0));
    unroll<N>([&](auto k) CONJAC_INLINE_LAMBDA {
      if constexpr (k >= j) {
        const T top = B(j, k), low = B(i, k);
        B(j, k) = c * top + s * low;
        B(i, k) = c * low - s * top;
      }
    });
    detail::rotate_columns(out.U, j, i, c, -s);
  });
  unroll<N>([&](auto i) CONJAC_INLINE_LAMBDA { out.s[i] = B(i, i); });
  out.V = V;
  return out;
}

}  // namespace conjac
