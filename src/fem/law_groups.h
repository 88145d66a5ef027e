#pragma once

#include <variant>
#include <vector>

#include "core/pack.h"
#include "material/field.h"
#include "material/models.h"
#include "mesh/mesh.h"

namespace conjac {

namespace detail {
template <int Dim, class = std::make_integer_sequence<int, kLawCount>>
struct LawPacksOf;
template <int Dim, int... Law>
struct LawPacksOf<Dim, std::integer_sequence<int, Law...>> {
  using type = std::variant<std::vector<typename Model<Dim, Law>::template Parameters<Pack>>...>;
};
}  // namespace detail

/// The model of a law given as an integral_constant, as LawGroup::each_term hands it out.
template <int Dim, class Law>
using ModelOf = Model<Dim, Law::value>;

/// The parameters of one law, one pack per batch; the place in the variant is the law's number.
template <int Dim>
using LawPacks = typename detail::LawPacksOf<Dim>::type;

/// Elements made of the same laws, so that the laws are looked up once per batch.
template <int Dim>
struct LawGroup {
  int first_batch = 0;
  bool isotropic = false;                   // whether any term is, that is, whether F is decomposed
  std::vector<LawPacks<Dim>> terms;         // each with one entry per batch of the group
  std::vector<std::vector<Pack>> shortest;  // (terms)(batches) for fibre terms, else empty

  /// Calls visit(law, parameters) for every term; the law is an integral_constant.
  template <class Visit>
  CONJAC_INLINE void each_term(int batch, const Visit& visit) const {
    for (const LawPacks<Dim>& term : terms) {
      unroll<kLawCount>([&](auto law) CONJAC_INLINE_LAMBDA {
        if (term.index() == law) {
          visit(law, (*std::get_if<law>(&term))[batch - first_batch]);
        }
      });
    }
  }
};

/// All elements sorted into groups, and what each is made of.
template <int Dim>
struct LawGroups {
  std::vector<LawGroup<Dim>> groups;
  std::vector<int> group_of_batch;   // (batches)
  std::vector<int> element_of_slot;  // (batches x width) -1 where a batch is filled up

  LawGroups() = default;
  /// Throws Error(bad_input) for an element without law, a parameter out of range, or lists of
  /// different lengths. Elements that this rank has no part in are left out (core/ranks.h).
  LawGroups(const Mesh<Dim>& mesh, const MaterialField<Dim>& field);

  const LawGroup<Dim>& of_batch(int batch) const { return groups[group_of_batch[batch]]; }
  /// Sets the activation (0 .. 1) of every fibre term of the element in this slot.
  void set_activation(int slot, double activation);
};

}  // namespace conjac
