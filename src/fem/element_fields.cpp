#include "fem/element_fields.h"

#include "core/parallel.h"
#include "fem/batch_loop.h"
#include "fem/kinematics.h"

namespace conjac {
namespace {

/// Calls with(batch) for every batch, in parallel.
template <int Dim, class PerBatch>
void each_batch(const RestShape<Dim>& shape, const PerBatch& with) {
  parallel_chunks(static_cast<std::size_t>(shape.batches()), kBatchesPerChunk,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t b = begin; b < end; ++b) with(static_cast<int>(b));
                  });
}

}  // namespace

template <int Dim>
void deformation_gradients(const Elastic<Dim>& elastic, const VectorXd& x, std::span<double> out) {
  const RestShape<Dim>& shape = elastic.shape();
  each_batch(shape, [&](int b) {
    const SmallMat<Pack, Dim> F = deformation_gradient(shape, b, x.data());
    for (int lane = 0; lane < Pack::width; ++lane) {
      const int element = shape.element_of_slot[static_cast<std::size_t>(b * Pack::width + lane)];
      if (element < 0) continue;
      double* const entry = out.data() + static_cast<std::size_t>(element) * Dim * Dim;
      for (int r = 0; r < Dim; ++r)
        for (int c = 0; c < Dim; ++c) entry[r * Dim + c] = F(r, c)[lane];
    }
  });
}

template <int Dim>
void virtual_work(const Elastic<Dim>& elastic, const VectorXd& x, const VectorXd& way,
                  std::span<double> work) {
  const RestShape<Dim>& shape = elastic.shape();
  each_batch(shape, [&](int b) {
    const SmallMat<Pack, Dim> F = deformation_gradient(shape, b, x.data());
    const SmallMat<Pack, Dim> dF = deformation_gradient(shape, b, way.data());
    SmallMat<Pack, Dim> P = zero_matrix<Pack, Dim, Dim>();
    elastic.laws().of_batch(b).each_term(b, [&](auto law, const auto& parameters) {
      P += ModelOf<Dim, decltype(law)>::stress(parameters, F);
    });
    const Pack done = shape.volume[static_cast<std::size_t>(b)] * inner(P, dF);
    for (int lane = 0; lane < Pack::width; ++lane) {
      const int element = shape.element_of_slot[static_cast<std::size_t>(b * Pack::width + lane)];
      if (element >= 0) work[static_cast<std::size_t>(element)] = -done[lane];
    }
  });
}

template void deformation_gradients(const Elastic<2>&, const VectorXd&, std::span<double>);
template void deformation_gradients(const Elastic<3>&, const VectorXd&, std::span<double>);
template void virtual_work(const Elastic<2>&, const VectorXd&, const VectorXd&, std::span<double>);
template void virtual_work(const Elastic<3>&, const VectorXd&, const VectorXd&, std::span<double>);

}  // namespace conjac
