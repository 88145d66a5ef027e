#pragma once

#include "material/barrier.h"
#include "material/model.h"

namespace conjac {

/// The part of a law that depends on J = det F alone: u(J), its slope c and its curvature k. With
/// g_i and h_ij the first and second derivatives of J by the stretches (see StableNeoHookean):
///   P = c cof F,   block_ij = k g_i g_j + c h_ij,   p = 0,   q_ij = -c h_ij.
template <class T, int Dim>
CONJAC_INLINE void add_volume_tangent(SingularTangent<T, Dim>& out, const SmallVec<T, Dim>& s, T c,
                                      T k) {
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
    const T g = product_without(s, i);
    out.block(i, i) += k * g * g;
  });
  unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
    const T ch = c * product_without(s, i, j);
    const T both = k * product_without(s, i) * product_without(s, j) + ch;
    out.block(i, j) += both;
    out.block(j, i) += both;
    out.q[pair_index<Dim>(i, j)] -= ch;
  });
}

/// u(J) = -wall ln J + lambda/2 (ln J)^2, the classical choice; ln is carried on (barrier.h).
template <class T>
CONJAC_INLINE Curve<T> logarithmic_volume(T wall, T lambda, T J) {
  const Curve<T> log = barrier_log(J);
  const T slope = lambda * log.value - wall;
  return {log.value * (T(0.5) * lambda * log.value - wall), slope * log.first,
          lambda * log.first * log.first + slope * log.second};
}

/// A tangent of nothing, to add terms to.
template <class T, int Dim>
CONJAC_INLINE SingularTangent<T, Dim> no_tangent() {
  SingularTangent<T, Dim> out;
  out.block = zero_matrix<T, Dim, Dim>();
  unroll<kPairs<Dim>>([&](auto k) CONJAC_INLINE_LAMBDA { out.p[k] = out.q[k] = T(0.0); });
  return out;
}

}  // namespace conjac
