#pragma once

#include <span>
#include <vector>

#include "core/small_matrix_svd.h"
#include "fem/rest_shape.h"

namespace conjac {

/// The rate of change of stretch, S-dot, of F = R S (Eq. 15) for F-dot (Eq. 16):
///   S-dot = R' (F-dot - R-dot S)                                            (Eq. 17)
/// With F = U Sigma V', R = U V', S = V Sigma V' (Eq. 18) and M = U' F-dot V, differentiating
/// R'R = I and S = S' gives R-dot = U W V' (Eq. 19) with the skew matrix
///   W_ij = (M_ij - M_ji) / (s_i + s_j),
/// which is dR/dF : F-dot without the (Dim^2 x Dim^2) derivative, and put into Eq. 17
///   S-dot = V Q V',   Q_ij = (s_i M_ij + s_j M_ji) / (s_i + s_j).
/// Equal stretches are nothing special. Where s_i + s_j vanishes (flat in two directions, or
/// inverted by as much as stretched) R is not unique and W_ij is unbounded; we take W_ij = 0 there,
/// which leaves the symmetric part of M.
template <class T, int Dim>
CONJAC_INLINE SmallMat<T, Dim> stretch_rate(const SmallMat<T, Dim>& F,
                                            const SmallMat<T, Dim>& Fdot) {
  constexpr double kVanishing = 1e-12;  // of the largest stretch
  const RotationSvd<T, Dim> svd = rotation_svd(F);
  const SmallMat<T, Dim> M = transpose(svd.U) * Fdot * svd.V;
  SmallMat<T, Dim> Q;
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { Q(i, i) = M(i, i); });
  unroll_pairs<Dim>([&](auto i, auto j) CONJAC_INLINE_LAMBDA {
    const T sum = svd.s[i] + svd.s[j];
    const auto usable = sum > T(kVanishing) * svd.s[0];  // |s| descends, so s_i + s_j >= 0
    const T rate = (svd.s[i] * M(i, j) + svd.s[j] * M(j, i)) / sum;
    Q(i, j) = select(usable, rate, T(0.5) * (M(i, j) + M(j, i)));
    Q(j, i) = Q(i, j);
  });
  return svd.V * Q * transpose(svd.V);
}

/// Liveliness of each region (Eq. 20): the mean of the absolute coefficients of S-dot over the
/// region's elements, weighted with their rest volumes, 1/s. `region` holds a number per element
/// below metric.size(), or -1 for none; a region without elements gets 0. `scratch` is reused.
template <int Dim>
void liveliness(const RestShape<Dim>& shape, const VectorXd& x, const VectorXd& v,
                std::span<const int> region, std::vector<double>& scratch,
                std::span<double> metric);

}  // namespace conjac
