#pragma once

#include "fem/rest_shape.h"

namespace conjac {

/// F = D_s D_m^-1 with D_s = (x_1 - x_0 | ... ) for the elements of one batch (Eq. 14). The map is
/// linear: given velocities for x it returns F-dot (Eq. 16), given displacements a change of F.
template <int Dim>
CONJAC_INLINE SmallMat<Pack, Dim> deformation_gradient(const RestShape<Dim>& shape, int batch,
                                                       const double* x) {
  constexpr int W = Pack::width, N = RestShape<Dim>::nodes_per_element;
  const int* dofs = shape.dofs.data() + static_cast<std::size_t>(batch) * N * W;
  const auto coordinate = [&](int node, int axis) CONJAC_INLINE_LAMBDA {
    Pack out;
    unroll<W>([&](auto lane)
                  CONJAC_INLINE_LAMBDA { out.set(lane, x[dofs[node * W + lane] + axis]); });
    return out;
  };
  SmallMat<Pack, Dim> Ds;
  unroll<Dim>([&](auto axis) CONJAC_INLINE_LAMBDA {
    const Pack origin = coordinate(0, axis);
    unroll<Dim>([&](auto a)
                    CONJAC_INLINE_LAMBDA { Ds(axis, a) = coordinate(a + 1, axis) - origin; });
  });
  return Ds * shape.inverse[batch];
}

/// F of one element of the mesh, for whoever wants a single one.
template <int Dim>
Mat<Dim> deformation_gradient_of(const RestShape<Dim>& shape, int element, const VectorXd& x);

}  // namespace conjac
