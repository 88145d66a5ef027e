#include "fem/assemble.h"

#include <cstring>
#include <limits>

#include "core/archive.h"
#include "core/check.h"
#include "core/parallel.h"
#include "core/ranks.h"
#include "fem/batch_loop.h"
#include "fem/element.h"
#include "fem/kinematics.h"
#include "fem/psd.h"

namespace conjac {

namespace {

template <int Dim>
constexpr Pattern::Layout kLayout = Pattern::layout(Dim, Simplex<Dim>::nodes);

std::span<const double> doubles(const std::vector<Pack>& packs) {
  return {reinterpret_cast<const double*>(packs.data()), packs.size() * Pack::width};
}

/// Rows of packs, one column per lane, to `Count` doubles per element one after the other.
template <int Count>
CONJAC_INLINE void store_by_element(const Pack (&rows)[Count], Pack* out) {
  constexpr int W = Pack::width;
  static_assert(Count % W == 0);
  unroll<Count / W>([&](auto k) CONJAC_INLINE_LAMBDA {
    Pack square[W];
    unroll<W>([&](auto i) CONJAC_INLINE_LAMBDA { square[i] = rows[k * W + i]; });
    transpose_lanes(square);
    unroll<W>([&](auto lane) CONJAC_INLINE_LAMBDA { out[lane * (Count / W) + k] = square[lane]; });
  });
}

template <int Dim>
CONJAC_INLINE void store_forces(const SmallMat<Pack, Dim, Dim + 1>& forces, Pack* out) {
  Pack rows[kLayout<Dim>.vector];
  unroll<kLayout<Dim>.vector>([&](auto k) CONJAC_INLINE_LAMBDA {
    constexpr int node = k / Pattern::member_stride(Dim), axis = k % Pattern::member_stride(Dim);
    if constexpr (node <= Dim && axis < Dim) {
      rows[k] = forces(axis, node);
    } else {
      rows[k] = Pack(0.0);
    }
  });
  store_by_element(rows, out);
}

template <int Dim>
CONJAC_INLINE void store_blocks(const ElementBlocks<Pack, Dim>& blocks, Pack* out) {
  Pack rows[kLayout<Dim>.matrix];
  unroll<kLayout<Dim>.matrix>([&](auto k) CONJAC_INLINE_LAMBDA {
    constexpr int pair = k / (Dim * Dim);
    if constexpr (pair < kPairs<Dim + 1>) {
      rows[k] = blocks[pair].m[k % (Dim * Dim)];
    } else {
      rows[k] = Pack(0.0);
    }
  });
  store_by_element(rows, out);
}

template <int Dim>
CONJAC_INLINE SmallMat<Pack, Dim> total_stress(const LawGroup<Dim>& group, int batch,
                                               const SmallMat<Pack, Dim>& F) {
  SmallMat<Pack, Dim> P = zero_matrix<Pack, Dim, Dim>();
  group.each_term(batch, [&](auto law, const auto& parameters) CONJAC_INLINE_LAMBDA {
    P += ModelOf<Dim, decltype(law)>::stress(parameters, F);
  });
  return P;
}

template <int Dim>
CONJAC_INLINE void total_blocks(ElementBlocks<Pack, Dim>& blocks, const LawGroup<Dim>& group,
                                int batch, const SmallMat<Pack, Dim>& F,
                                const SmallMat<Pack, Dim>& inverse, Pack volume, bool project) {
  const SmallMat<Pack, Dim, Dim + 1> gradients = shape_gradients(inverse);
  if (group.isotropic) {
    const RotationSvd<Pack, Dim> svd = rotation_svd(F);
    SingularTangent<Pack, Dim> sum{};
    group.each_term(batch, [&](auto law, const auto& parameters) CONJAC_INLINE_LAMBDA {
      if constexpr (IsotropicModel<ModelOf<Dim, decltype(law)>, Dim>) {
        SingularTangent<Pack, Dim> tangent =
            ModelOf<Dim, decltype(law)>::tangent(parameters, svd.s);
        if (project) clamp_to_semidefinite(tangent);
        sum += tangent;
      }
    });
    set_blocks(blocks, sum, svd, gradients, volume);
  } else {
    for (auto& block : blocks) block = zero_matrix<Pack, Dim, Dim>();
  }
  group.each_term(batch, [&](auto law, const auto& parameters) CONJAC_INLINE_LAMBDA {
    if constexpr (FiberModel<ModelOf<Dim, decltype(law)>, Dim>) {
      FiberTangent<Pack, Dim> tangent = ModelOf<Dim, decltype(law)>::tangent(parameters, F);
      if (project) clamp_to_semidefinite(tangent);
      add_blocks(blocks, tangent, gradients, volume);
    }
  });
}

/// |F - G|^2 of every lane; no number where one of them is none.
template <int Dim>
CONJAC_INLINE Pack square_of_change(const SmallMat<Pack, Dim>& F, const SmallMat<Pack, Dim>& G) {
  const SmallMat<Pack, Dim> change = F - G;
  return inner(change, change);
}

}  // namespace

template <int Dim>
Elastic<Dim>::Elastic(const Mesh<Dim>& mesh, const MaterialField<Dim>& field,
                      std::span<const std::array<int, 2>> links)
    : laws_(mesh, field),
      shape_(mesh, laws_.element_of_slot),
      pattern_(mesh.nodes(), Dim, shape_.nodes, Simplex<Dim>::nodes, links) {}

template <int Dim>
template <bool kEnergy, bool kForce>
double Elastic<Dim>::pass(const VectorXd& x, VectorXd* f) const {
  CONJAC_ASSERT(x.size() == pattern_.size());
  const std::size_t batches = shape_.batches();
  const Pack* counted = shape_.counted_volume().data();
  if constexpr (kEnergy) partial_.resize(batch_chunks(batches));
  if constexpr (kForce) forces_.resize(batches * kLayout<Dim>.vector);
  parallel_chunks(batches, kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    Pack sum(0.0);
    for (std::size_t b = begin; b < end; ++b) {
      const LawGroup<Dim>& group = laws_.of_batch(int(b));
      const SmallMat<Pack, Dim> F = deformation_gradient(shape_, int(b), x.data());
      const Pack volume = shape_.volume[b];
      if constexpr (kEnergy) {
        group.each_term(int(b), [&](auto law, const auto& parameters) CONJAC_INLINE_LAMBDA {
          sum += counted[b] * ModelOf<Dim, decltype(law)>::energy(parameters, F);
        });
      }
      if constexpr (kForce) {
        const auto forces = node_forces(total_stress(group, int(b), F), shape_.inverse[b], volume);
        store_forces<Dim>(forces, &forces_[b * kLayout<Dim>.vector]);
      }
    }
    if constexpr (kEnergy) partial_[begin / kBatchesPerChunk] = sum_lanes(sum);
  });
  if constexpr (kForce) add_up(*f);
  double total = 0;
  if constexpr (kEnergy) {
    for (const double p : partial_) total += p;
    total = ranks().sum(total);
  }
  return total;
}

/// f += the forces of the elements; where ranks share the body everybody gets the rows of all.
template <int Dim>
void Elastic<Dim>::add_up(VectorXd& f) const {
  pattern_.add_vector(doubles(forces_), f);
  ranks().gather(f, Dim);
}

template <int Dim>
double Elastic<Dim>::energy(const VectorXd& x) const {
  return pass<true, false>(x, nullptr);
}

template <int Dim>
void Elastic<Dim>::add_force(const VectorXd& x, VectorXd& f) const {
  CONJAC_ASSERT(f.size() == pattern_.size());
  pass<false, true>(x, &f);
}

template <int Dim>
double Elastic<Dim>::energy_and_force(const VectorXd& x, VectorXd& f) const {
  CONJAC_ASSERT(f.size() == pattern_.size());
  return pass<true, true>(x, &f);
}

template <int Dim>
void Elastic<Dim>::force_and_stiffness(const VectorXd& x, VectorXd& f, SparseMatrix& K,
                                       bool project) const {
  CONJAC_ASSERT(x.size() == pattern_.size() && f.size() == pattern_.size());
  const std::size_t batches = shape_.batches();
  forces_.resize(batches * kLayout<Dim>.vector);
  blocks_.resize(batches * kLayout<Dim>.matrix);
  pattern_.shape(K);
  parallel_chunks(batches, kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, Dim> F = deformation_gradient(shape_, int(b), x.data());
      const auto forces = node_forces(total_stress(laws_.of_batch(int(b)), int(b), F),
                                      shape_.inverse[b], shape_.volume[b]);
      store_forces<Dim>(forces, &forces_[b * kLayout<Dim>.vector]);
      store_stiffness(int(b), F, project, &blocks_[b * kLayout<Dim>.matrix]);
    }
  });
  add_up(f);
  pattern_.sum_matrix(doubles(blocks_), K);
}

template <int Dim>
void Elastic<Dim>::store_stiffness(int batch, const SmallMat<Pack, Dim>& F, bool project,
                                   Pack* blocks) const {
  ElementBlocks<Pack, Dim> sum;
  total_blocks(sum, laws_.of_batch(batch), batch, F, shape_.inverse[batch], shape_.volume[batch],
               project);
  store_blocks<Dim>(sum, blocks);
}

template <int Dim>
void Elastic<Dim>::linearise(const VectorXd& x, VectorXd& f, SparseMatrix& K, bool project,
                             double slack) {
  CONJAC_ASSERT(x.size() == pattern_.size() && f.size() == pattern_.size());
  const std::size_t batches = shape_.batches();
  // Batches differ from rank to rank: an element of two would be renewed on one of them alone.
  const bool renew =
      slack <= 0 || !ranks().alone() || remembered_.size() != batches || project != projected_;
  const bool lost = stiffness_.empty();  // a state that was loaded has F alone
  forces_.resize(batches * kLayout<Dim>.vector);
  stiffness_.resize(batches * kLayout<Dim>.matrix);
  remembered_.resize(batches);
  projected_ = project;
  pattern_.shape(K);
  parallel_chunks(batches, kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const SmallMat<Pack, Dim> F = deformation_gradient(shape_, int(b), x.data());
      const auto forces = node_forces(total_stress(laws_.of_batch(int(b)), int(b), F),
                                      shape_.inverse[b], shape_.volume[b]);
      store_forces<Dim>(forces, &forces_[b * kLayout<Dim>.vector]);
      // No number at all is a change too.
      const bool keep = !renew && max_lanes(square_of_change(F, remembered_[b])) <= slack * slack;
      if (keep && !lost) continue;
      if (!keep) remembered_[b] = F;
      store_stiffness(int(b), remembered_[b], project, &stiffness_[b * kLayout<Dim>.matrix]);
    }
  });
  add_up(f);
  pattern_.sum_matrix(doubles(stiffness_), K);
}

template <int Dim>
void Elastic<Dim>::set_parameters(const Mesh<Dim>& mesh, const MaterialField<Dim>& field) {
  LawGroups<Dim> laws(mesh, field);  // sorted as before: nothing it sorts by has changed
  CONJAC_ASSERT(laws.element_of_slot == laws_.element_of_slot);
  laws_ = std::move(laws);
  remembered_.clear();  // what was kept is of the old ones
}

template <int Dim>
void Elastic<Dim>::set_activation(int element, double activation) {
  if (!(activation >= 0 && activation <= 1)) {  // no message is built unless it is needed
    throw Error(ErrorKind::bad_input, "activation must lie in [0, 1]");
  }
  const int slot = shape_.slot_of_element[element];
  if (slot >= 0) laws_.set_activation(slot, activation);
}

template <int Dim>
double Elastic<Dim>::largest_change(const VectorXd& x) const {
  const std::size_t batches = shape_.batches();
  if (remembered_.size() != batches) return std::numeric_limits<double>::infinity();
  partial_.resize(batch_chunks(batches));
  parallel_chunks(batches, kBatchesPerChunk, [&](std::size_t begin, std::size_t end) {
    Pack largest(0.0);
    for (std::size_t b = begin; b < end; ++b)
      largest =
          max(square_of_change(deformation_gradient(shape_, int(b), x.data()), remembered_[b]),
              largest);
    partial_[begin / kBatchesPerChunk] = max_lanes(largest);
  });
  double largest = 0;
  for (const double p : partial_) largest = max(p, largest);
  return std::sqrt(ranks().largest(largest));
}

template <int Dim>
void Elastic<Dim>::describe(Archive& archive) {
  archive.section("Elastic");
  bool linearised = !remembered_.empty();
  archive(linearised, projected_);
  if (archive.loading()) {
    remembered_.resize(linearised ? shape_.batches() : 0);
    stiffness_.clear();
  }
  constexpr std::size_t numbers = sizeof(SmallMat<Pack, Dim>) / sizeof(double);
  archive.numbers(reinterpret_cast<double*>(remembered_.data()),
                  static_cast<std::int64_t>(remembered_.size() * numbers));
  archive.leave(laws_, shape_, pattern_);  // of the body; activations are its owner's
  archive.leave(stiffness_, partial_, forces_, blocks_);
}

template <int Dim>
std::size_t Elastic<Dim>::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return pattern_.bytes() + of(shape_.element_of_slot) + of(shape_.slot_of_element) +
         of(shape_.nodes) + of(shape_.dofs) + of(shape_.inverse) + of(shape_.volume) +
         of(shape_.counted) + of(remembered_) + of(stiffness_) + of(partial_) + of(forces_) +
         of(blocks_);
}

template class Elastic<2>;
template class Elastic<3>;

}  // namespace conjac
