#include "fem/law_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/check.h"
#include "fem/own_elements.h"

namespace conjac {

namespace {

/// One term of one element: the law, and where its parameters are.
struct Entry {
  int law, term, place;
};

template <int Dim>
const char* isotropic_fault(const LawParameters<Dim>& p, int law) {
  if (!std::isfinite(p.lambda)) return "stiffness must be finite";
  if (kLawNames[law] == "MR") {
    if (!(p.second >= 0 && p.second <= 1)) return "second_invariant must lie in [0, 1]";
    if (p.lambda < 2 * p.second * p.mu)
      return "Poisson's ratio is too small for this share of the second invariant w: it must be at "
             "least w / (1 + w)";
  }
  if (kLawNames[law] == "OGDEN") {
    double sum = 0;
    for (int k = 0; k < kMostOgdenTerms; ++k) {
      if (!(p.share[k] >= 0)) return "shares must not be negative";
      if (!(std::abs(p.exponent[k]) >= 0.01 && std::abs(p.exponent[k]) <= 20))
        return "exponents must lie between 0.01 and 20 in size";
      sum += p.share[k];
    }
    if (!(std::abs(sum - 1) < 1e-6)) return "shares must sum to 1";
  }
  return nullptr;
}

/// What is wrong with these parameters, or nothing.
template <int Dim>
const char* fault(const LawParameters<Dim>& p, int law) {
  if (!(std::isfinite(p.mu) && p.mu >= 0)) return "stiffness must be finite and not negative";
  if (!law_is_fiber(law)) return isotropic_fault(p, law);
  if (!(p.fiber.allFinite() && p.fiber.norm() > 0)) return "fibre direction must not be zero";
  if (!(p.shortest > 0 && p.shortest <= 1)) return "shortest must lie in (0, 1]";
  if (!(p.activation >= 0 && p.activation <= 1)) return "activation must lie in [0, 1]";
  return nullptr;
}

template <int Dim>
void set_lane(IsotropicParameters<Pack>& pack, int lane, const LawParameters<Dim>& p) {
  pack.mu.set(lane, p.mu);
  pack.lambda.set(lane, p.lambda);
}
template <int Dim>
void set_lane(MooneyParameters<Pack>& pack, int lane, const LawParameters<Dim>& p) {
  const MooneyParameters<double> constants = mooney_constants(p.mu, p.lambda, p.second);
  pack.c1.set(lane, constants.c1);
  pack.c2.set(lane, constants.c2);
  pack.lambda.set(lane, constants.lambda);
}
template <int Dim>
void set_lane(OgdenParameters<Pack>& pack, int lane, const LawParameters<Dim>& p) {
  pack.mu.set(lane, p.mu);
  pack.lambda.set(lane, p.lambda);
  for (int k = 0; k < kMostOgdenTerms; ++k) {
    pack.share[k].set(lane, p.share[k]);
    pack.exponent[k].set(lane, p.exponent[k]);
  }
}
template <int Dim>
void set_lane(FiberParameters<Pack, Dim>& pack, int lane, const LawParameters<Dim>& p) {
  const Vec<Dim> a = p.fiber.normalized();
  pack.mu.set(lane, p.mu);
  for (int i = 0; i < Dim; ++i) pack.a[i].set(lane, a[i]);
  pack.shortening.set(lane, shortening(p.activation, p.shortest));
}

/// (elements) terms of each, ordered by law.
template <int Dim>
std::vector<std::vector<Entry>> entries_of_elements(int elements, const MaterialField<Dim>& field) {
  std::vector<std::vector<Entry>> entries(elements);
  for (int t = 0; t < int(field.terms.size()); ++t) {
    const LawTerm<Dim>& term = field.terms[t];
    require(term.law >= 0 && term.law < kLawCount, "material: no law has this number");
    require(term.elements.size() == term.parameters.size(),
            "material: as many parameters as elements are needed for " +
                std::string(kLawNames[term.law]));
    for (int k = 0; k < int(term.elements.size()); ++k) {
      const int element = term.elements[k];
      require(element >= 0 && element < elements, "material: no such element");
      if (const char* wrong = fault(term.parameters[k], term.law)) {
        throw Error(ErrorKind::bad_input, std::string(kLawNames[term.law]) + " of element " +
                                              std::to_string(element) + ": " + wrong);
      }
      entries[element].push_back({term.law, t, k});
    }
  }
  for (int e = 0; e < elements; ++e) {
    if (entries[e].empty()) {  // elements of other ranks too: all come to the same end
      throw Error(ErrorKind::bad_input,
                  "element " + std::to_string(e) + " has no law; give every element a material");
    }
    std::stable_sort(entries[e].begin(), entries[e].end(),
                     [](const Entry& a, const Entry& b) { return a.law < b.law; });
  }
  return entries;
}

/// Packs the t-th term of the elements of a group, whose law it is, batch by batch. Gaps repeat the
/// last element.
template <int Dim>
void add_term(LawGroup<Dim>& group, int law, int t, const std::vector<int>& members,
              const std::vector<std::vector<Entry>>& entries, const MaterialField<Dim>& field) {
  constexpr int W = Pack::width;
  const int batches = (int(members.size()) + W - 1) / W;
  unroll<kLawCount>([&](auto number) {
    constexpr int kLaw = decltype(number)::value;
    if (law != kLaw) return;
    using M = Model<Dim, kLaw>;
    std::vector<typename M::template Parameters<Pack>> packs(batches);
    std::vector<Pack> shortest(law_is_fiber(kLaw) ? batches : 0);
    for (int slot = 0; slot < batches * W; ++slot) {
      const int element = members[std::min<std::size_t>(slot, members.size() - 1)];
      const Entry& entry = entries[element][t];
      const LawParameters<Dim>& p = field.terms[entry.term].parameters[entry.place];
      set_lane<Dim>(packs[slot / W], slot % W, p);
      if (law_is_fiber(kLaw)) shortest[slot / W].set(slot % W, p.shortest);
    }
    group.isotropic = group.isotropic || IsotropicModel<M, Dim>;
    group.terms.emplace_back(std::in_place_index<kLaw>, std::move(packs));
    group.shortest.push_back(std::move(shortest));
  });
}

}  // namespace

template <int Dim>
LawGroups<Dim>::LawGroups(const Mesh<Dim>& mesh, const MaterialField<Dim>& field) {
  constexpr int W = Pack::width;
  const int elements = mesh.element_count();
  require(elements > 0, "the mesh has no elements");
  const auto entries = entries_of_elements(elements, field);

  // Elements by their lowest nodes: neighbours in the buffers are then neighbours in the matrix.
  std::vector<std::array<int, Simplex<Dim>::nodes>> sorted = mesh.elements;
  for (auto& nodes : sorted) std::sort(nodes.begin(), nodes.end());
  std::vector<int> order(elements);
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int e) { return !touches_own(sorted[e]); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return sorted[a] < sorted[b]; });

  std::map<std::vector<int>, std::vector<int>> by_laws;  // laws of an element -> such elements
  for (const int e : order) {
    std::vector<int> laws;
    for (const Entry& entry : entries[e]) laws.push_back(entry.law);
    by_laws[laws].push_back(e);
  }
  for (const auto& [laws, members] : by_laws) {
    LawGroup<Dim> group;
    group.first_batch = int(element_of_slot.size()) / W;
    const int batches = (int(members.size()) + W - 1) / W;
    for (int t = 0; t < int(laws.size()); ++t) add_term(group, laws[t], t, members, entries, field);
    group_of_batch.insert(group_of_batch.end(), batches, int(groups.size()));
    element_of_slot.insert(element_of_slot.end(), members.begin(), members.end());
    element_of_slot.resize(group_of_batch.size() * W, -1);
    groups.push_back(std::move(group));
  }
}

template <int Dim>
void LawGroups<Dim>::set_activation(int slot, double activation) {
  const int batch = slot / Pack::width, lane = slot % Pack::width;
  LawGroup<Dim>& group = groups[group_of_batch[batch]];
  const int local = batch - group.first_batch;
  for (std::size_t t = 0; t < group.terms.size(); ++t) {
    unroll<kLawCount>([&](auto law) {
      if constexpr (law_is_fiber(law)) {
        if (group.terms[t].index() != law) return;
        const double factor = shortening(activation, group.shortest[t][local][lane]);
        (*std::get_if<law>(&group.terms[t]))[local].shortening.set(lane, factor);
      }
    });
  }
}

template struct LawGroups<2>;
template struct LawGroups<3>;

}  // namespace conjac
