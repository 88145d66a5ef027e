#include "fem/stretch_rate.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/ranks.h"
#include "fem/batch_loop.h"
#include "fem/kinematics.h"

namespace conjac {

template <int Dim>
void liveliness(const RestShape<Dim>& shape, const VectorXd& x, const VectorXd& v,
                std::span<const int> region, std::vector<double>& scratch,
                std::span<double> metric) {
  constexpr int W = Pack::width;
  const std::size_t slots = shape.element_of_slot.size();
  scratch.resize(slots + metric.size());
  const std::span<double> sums(scratch.data(), slots);  // volume * mean |S-dot|
  const std::span<double> volumes(scratch.data() + slots, metric.size());

  const std::vector<Pack>& counted = shape.counted_volume();
  parallel_chunks(shape.batches(), kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, Dim> rate = stretch_rate(deformation_gradient(shape, int(b), x.data()),
                                                    deformation_gradient(shape, int(b), v.data()));
      Pack sum(0.0);
      unroll<Dim * Dim>([&](auto k) CONJAC_INLINE_LAMBDA { sum += abs(rate.m[k]); });
      sum *= counted[b] * Pack(1.0 / (Dim * Dim));
      for (int lane = 0; lane < W; ++lane) sums[b * W + lane] = sum[lane];
    }
  });

  // Few additions, and always in the order of the slots.
  std::fill(metric.begin(), metric.end(), 0.0);
  std::fill(volumes.begin(), volumes.end(), 0.0);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const int element = shape.element_of_slot[slot];
    if (element < 0 || region[element] < 0) continue;
    metric[region[element]] += sums[slot];
    volumes[region[element]] += counted[slot / W][slot % W];
  }
  ranks().sum(metric);
  ranks().sum(volumes);
  for (std::size_t r = 0; r < metric.size(); ++r) {
    if (volumes[r] > 0) metric[r] /= volumes[r];
  }
}

#define CONJAC_INSTANTIATE(Dim)                                                     \
  template void liveliness(const RestShape<Dim>&, const VectorXd&, const VectorXd&, \
                           std::span<const int>, std::vector<double>&, std::span<double>);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
