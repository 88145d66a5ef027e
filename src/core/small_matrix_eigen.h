#pragma once

#include "core/small_matrix_svd.h"

namespace conjac {

/// A = W diag(values) W' of a symmetric matrix; W a rotation, values in no particular order.
template <class T, int N>
struct SymmetricEigen {
  SmallVec<T, N> values;
  SmallMat<T, N, N> W;
};

/// Classical two-sided Jacobi, all lanes at once, as accurate as the size of A allows.
template <class T, int N>
CONJAC_INLINE SymmetricEigen<T, N> symmetric_eigen(SmallMat<T, N, N> A) {
  constexpr int kMaxSweeps = 12;
  const T negligible = T(1e-32) * inner(A, A);  // squared size of a zero off-diagonal
  SymmetricEigen<T, N> out;
  out.W = identity_matrix<T, N>();
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool done = true;
    unroll_pairs<N>([&](auto p, auto q) CONJAC_INLINE_LAMBDA {
      done = done && all(A(p, q) * A(p, q) <= negligible);
    });
    if (done) break;
    unroll_pairs<N>([&](auto p, auto q) CONJAC_INLINE_LAMBDA {
      T c, s;
      detail::jacobi_rotation(A(q, q) - A(p, p), A(p, q), A(p, q) * A(p, q) > negligible, c, s);
      detail::rotate_columns(A, p, q, c, s);
      A = transpose(A);
      detail::rotate_columns(A, p, q, c, s);
      detail::rotate_columns(out.W, p, q, c, s);
    });
  }
  unroll<N>([&](auto i) CONJAC_INLINE_LAMBDA { out.values[i] = A(i, i); });
  return out;
}

}  // namespace conjac
