#pragma once

#include "core/dim.h"
#include "core/small_matrix_svd.h"
#include "material/model.h"
#include "support/random_gradients.h"

namespace conjac::test {

/// The structured tangents written out on column-flattened matrices, straight from the definitions
/// in material/model.h. F = U diag(s) V' as in `svd`.
template <int Dim>
Tangent<Dim> expand(const SingularTangent<double, Dim>& t, const RotationSvd<double, Dim>& svd) {
  const Mat<Dim> U = eigen(svd.U), V = eigen(svd.V), block = eigen(t.block);
  Tangent<Dim> H;
  for (int k = 0; k < Dim * Dim; ++k) {
    Mat<Dim> dF = Mat<Dim>::Zero();
    dF.data()[k] = 1;
    const Mat<Dim> X = U.transpose() * dF * V;
    Mat<Dim> Y;
    for (int i = 0; i < Dim; ++i) {
      for (int j = 0; j < Dim; ++j) {
        const int plane = i == j ? 0 : pair_index<Dim>(i, j);
        Y(i, j) =
            i == j ? block.row(i).dot(X.diagonal()) : t.p[plane] * X(i, j) + t.q[plane] * X(j, i);
      }
    }
    const Mat<Dim> dP = U * Y * V.transpose();
    H.col(k) = Eigen::Map<const Flat<Dim>>(dP.data());
  }
  return H;
}
template <int Dim>
Tangent<Dim> expand(const FiberTangent<double, Dim>& t, const RotationSvd<double, Dim>&) {
  const Vec<Dim> a = eigen(t.a), Fa = eigen(t.Fa);
  const Mat<Dim> core = t.across * Mat<Dim>::Identity() + t.coupling * Fa * Fa.transpose();
  Tangent<Dim> H;
  for (int k = 0; k < Dim * Dim; ++k) {
    Mat<Dim> dF = Mat<Dim>::Zero();
    dF.data()[k] = 1;
    const Mat<Dim> dP = core * dF * a * a.transpose();
    H.col(k) = Eigen::Map<const Flat<Dim>>(dP.data());
  }
  return H;
}

/// The tangent of either kind of model.
template <class M, int Dim>
auto tangent_of(const typename M::template Parameters<double>& p, const Mat<Dim>& F,
                const RotationSvd<double, Dim>& svd) {
  if constexpr (IsotropicModel<M, Dim>) {
    return M::tangent(p, svd.s);
  } else {
    return M::tangent(p, small<Dim>(F));
  }
}

}  // namespace conjac::test
