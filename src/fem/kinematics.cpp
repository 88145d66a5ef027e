#include "fem/kinematics.h"

namespace conjac {

template <int Dim>
Mat<Dim> deformation_gradient_of(const RestShape<Dim>& shape, int element, const VectorXd& x) {
  const int slot = shape.slot_of_element[element];
  const SmallMat<Pack, Dim> F = deformation_gradient(shape, slot / Pack::width, x.data());
  Mat<Dim> out;
  for (int k = 0; k < Dim * Dim; ++k) out.data()[k] = F.m[k][slot % Pack::width];
  return out;
}

#define CONJAC_INSTANTIATE(Dim) \
  template Mat<Dim> deformation_gradient_of(const RestShape<Dim>&, int, const VectorXd&);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
