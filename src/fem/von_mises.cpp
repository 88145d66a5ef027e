#include "fem/von_mises.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/ranks.h"
#include "fem/batch_loop.h"
#include "fem/kinematics.h"

namespace conjac {

namespace {

/// F in the plane, and a stretch of 1 out of it; a solid's F as it is.
template <int Dim>
CONJAC_INLINE SmallMat<Pack, 3> in_space(const SmallMat<Pack, Dim>& F) {
  SmallMat<Pack, 3> out = identity_matrix<Pack, 3>();
  unroll<Dim>([&](auto c) CONJAC_INLINE_LAMBDA {
    unroll<Dim>([&](auto r) CONJAC_INLINE_LAMBDA { out(r, c) = F(r, c); });
  });
  return out;
}

/// Isotropic laws are the same in the plane.
template <class Parameters>
CONJAC_INLINE const Parameters& in_space(const Parameters& p) {
  return p;
}
template <int Dim>
CONJAC_INLINE FiberParameters<Pack, 3> in_space(const FiberParameters<Pack, Dim>& p) {
  FiberParameters<Pack, 3> out{p.mu, zero_matrix<Pack, 3, 1>(), p.shortening};
  unroll<Dim>([&](auto i) CONJAC_INLINE_LAMBDA { out.a[i] = p.a[i]; });
  return out;
}

/// The total Cauchy stress of a batch.
template <int Dim>
SmallMat<Pack, 3> cauchy_stress(const LawGroup<Dim>& group, int batch, const SmallMat<Pack, 3>& F) {
  SmallMat<Pack, 3> P = zero_matrix<Pack, 3, 3>();
  group.each_term(batch, [&](auto law, const auto& parameters) {
    P += ModelOf<3, decltype(law)>::stress(in_space(parameters), F);
  });
  const Pack J = determinant(F, cofactor(F));
  const Pack kept = copysign(max(abs(J), Pack(1e-12)), J);
  return (Pack(1.0) / kept) * (P * transpose(F));
}

}  // namespace

template <int Dim>
void von_mises(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> stress) {
  const RestShape<Dim>& shape = elastic.shape();
  const std::vector<Pack>& counted = shape.counted_volume();
  if (!ranks().alone()) std::fill(stress.begin(), stress.end(), 0.0);
  parallel_chunks(shape.batches(), kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, 3> F = in_space(deformation_gradient(shape, int(b), x.data()));
      SmallMat<Pack, 3> sigma = cauchy_stress(elastic.laws().of_batch(int(b)), int(b), F);
      const Pack mean = (sigma(0, 0) + sigma(1, 1) + sigma(2, 2)) * Pack(1.0 / 3);
      unroll<3>([&](auto i) CONJAC_INLINE_LAMBDA { sigma(i, i) -= mean; });
      const Pack value = sqrt(Pack(1.5) * inner(sigma, sigma));
      for (int lane = 0; lane < Pack::width; ++lane) {
        const int element = shape.element_of_slot[b * Pack::width + lane];
        if (element >= 0 && counted[b][lane] > 0) stress[element] = value[lane];
      }
    }
  });
  ranks().join(stress);
}

template <int Dim>
void cauchy_stresses(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> stress) {
  const RestShape<Dim>& shape = elastic.shape();
  parallel_chunks(shape.batches(), kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, 3> F = in_space(deformation_gradient(shape, int(b), x.data()));
      const SmallMat<Pack, 3> sigma = cauchy_stress(elastic.laws().of_batch(int(b)), int(b), F);
      for (int lane = 0; lane < Pack::width; ++lane) {
        const int element = shape.element_of_slot[b * Pack::width + lane];
        if (element < 0) continue;
        double* const entry = stress.data() + static_cast<std::size_t>(element) * 9;
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c) entry[r * 3 + c] = sigma(r, c)[lane];
      }
    }
  });
}

template void cauchy_stresses(const Elastic<2>&, const VectorXd&, std::span<double>);
template void cauchy_stresses(const Elastic<3>&, const VectorXd&, std::span<double>);
template void von_mises(const Elastic<2>&, const VectorXd&, std::span<double>);
template void von_mises(const Elastic<3>&, const VectorXd&, std::span<double>);

}  // namespace conjac
