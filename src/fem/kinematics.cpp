#include "fem/kinematics.h"

#include <algorithm>

#include "core/parallel.h"
#include "fem/batch_loop.h"

namespace conjac {

template <int Dim>
Mat<Dim> deformation_gradient_of(const RestShape<Dim>& shape, int element, const VectorXd& x) {
  const int slot = shape.slot_of_element[element];
  const SmallMat<Pack, Dim> F = deformation_gradient(shape, slot / Pack::width, x.data());
  Mat<Dim> out;
  for (int k = 0; k < Dim * Dim; ++k) out.data()[k] = F.m[k][slot % Pack::width];
  return out;
}

template <int Dim>
double largest_change(const RestShape<Dim>& shape, const VectorXd& x, const VectorXd& reference,
                      VectorXd& difference, std::vector<double>& partial) {
  difference = x - reference;
  partial.resize(batch_chunks(shape.batches()));
  parallel_chunks(shape.batches(), kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    Pack largest(0.0);
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, Dim> dF = deformation_gradient(shape, int(b), difference.data());
      largest = max(inner(dF, dF), largest);
    }
    partial[begin / kBatchesPerChunk] = max_lanes(largest);
  });
  double largest = 0;
  for (const double p : partial) largest = max(p, largest);
  return std::sqrt(largest);
}

#define CONJAC_INSTANTIATE(Dim)                                                           \
  template Mat<Dim> deformation_gradient_of(const RestShape<Dim>&, int, const VectorXd&); \
  template double largest_change(const RestShape<Dim>&, const VectorXd&, const VectorXd&, \
                                 VectorXd&, std::vector<double>&);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
