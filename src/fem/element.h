#pragma once

#include "core/small_matrix_svd.h"
#include "material/model.h"

namespace conjac {

/// Local kernels of one linear simplex (or one per lane): pure functions of the gradients g_a of
/// its shape functions, its volume, and a stress or tangent. The energy is volume * W(F), F is
/// linear in the node positions, dF = dx_a g_a', so
///   f_a  = -volume P g_a,
///   K_ba = d f_b / d x_a = -volume (dP/dF contracted with g_b and g_a),
/// K the derivative of the force: negative semidefinite where dP/dF is positive semidefinite.

/// Column a is the gradient of the shape function of node a; those of all nodes sum to zero.
template <class T, int Dim>
CONJAC_INLINE SmallMat<T, Dim, Dim + 1> shape_gradients(const SmallMat<T, Dim>& inverse_rest) {
  SmallMat<T, Dim, Dim + 1> out;
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
    T sum = inverse_rest(0, i);
    unroll<Dim>([&](auto a) CONJAC_INLINE_LAMBDA {
      out(i, a + 1) = inverse_rest(a, i);
      if constexpr (a > 0) sum += inverse_rest(a, i);
    });
    out(i, 0) = -sum;
  });
  return out;
}

/// Column a is the force on node a.
template <class T, int Dim>
CONJAC_INLINE SmallMat<T, Dim, Dim + 1> node_forces(const SmallMat<T, Dim>& P,
                                                    const SmallMat<T, Dim>& inverse_rest,
                                                    T volume) {
  const SmallMat<T, Dim> f = P * transpose((-volume) * inverse_rest);
  SmallMat<T, Dim, Dim + 1> out;
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
    T sum = f(i, 0);
    unroll<Dim>([&](auto a) CONJAC_INLINE_LAMBDA {
      out(i, a + 1) = f(i, a);
      if constexpr (a > 0) sum += f(i, a);
    });
    out(i, 0) = -sum;
  });
  return out;
}

/// blocks[pair (a, b)] = K_ba for a < b, in the order and layout of Pattern.
template <class T, int Dim>
using ElementBlocks = SmallMat<T, Dim, Dim>[kPairs<Dim + 1>];

/// Isotropic terms. In the singular frame, with gradients V' g, the contraction of a
/// SingularTangent is the Dim x Dim matrix
///   k_ii = block_ii b_i a_i + sum_{j != i} p_ij b_j a_j,
///   k_ij = block_ij b_i a_j + q_ij b_j a_i,
/// and K_ba = -volume U k U'.
template <class T, int Dim>
CONJAC_INLINE void set_blocks(ElementBlocks<T, Dim>& blocks, const SingularTangent<T, Dim>& tangent,
                              const RotationSvd<T, Dim>& svd,
                              const SmallMat<T, Dim, Dim + 1>& gradients, T volume) {
  const SmallMat<T, Dim, Dim + 1> g = transpose(svd.V) * gradients;
  const SmallMat<T, Dim> Ut = transpose(svd.U);
  const SmallMat<T, Dim> UV = (-volume) * svd.U;
  unroll_pairs<Dim + 1>([&](auto a, auto b) CONJAC_INLINE_LAMBDA {
    SmallMat<T, Dim> k;
    unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA {
      unroll<Dim>([&](auto j) CONJAC_INLINE_LAMBDA {
        if constexpr (i == j) {
          T sum = tangent.block(i, i) * (g(i, b) * g(i, a));
          unroll<Dim>([&](auto l) CONJAC_INLINE_LAMBDA {
            if constexpr (l != i) sum += tangent.p[pair_index<Dim>(i, l)] * (g(l, b) * g(l, a));
          });
          k(i, i) = sum;
        } else {
          k(i, j) = tangent.block(i, j) * (g(i, b) * g(j, a)) +
                    tangent.q[pair_index<Dim>(i, j)] * (g(j, b) * g(i, a));
        }
      });
    });
    blocks[pair_index<Dim + 1>(a, b)] = UV * (k * Ut);
  });
}

/// Fibre terms: K_ba = -volume (a.g_b)(a.g_a) (across I + coupling (F a)(F a)').
template <class T, int Dim>
CONJAC_INLINE void add_blocks(ElementBlocks<T, Dim>& blocks, const FiberTangent<T, Dim>& tangent,
                              const SmallMat<T, Dim, Dim + 1>& gradients, T volume) {
  const SmallVec<T, Dim + 1> w = transpose(gradients) * tangent.a;
  SmallMat<T, Dim> core = (-volume * tangent.coupling) * (tangent.Fa * transpose(tangent.Fa));
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { core(i, i) -= volume * tangent.across; });
  unroll_pairs<Dim + 1>([&](auto a, auto b) CONJAC_INLINE_LAMBDA {
    blocks[pair_index<Dim + 1>(a, b)] += (w[a] * w[b]) * core;
  });
}

}  // namespace conjac
