#include "scene/flesh.h"

#include <cmath>
#include <limits>

#include "core/ranks.h"
#include "fem/mass.h"
#include "linalg/partition.h"
#include "system/product.h"

namespace conjac {
namespace {

template <int Dim>
Vec<Dim> leading(const Triple& t) {
  Vec<Dim> v;
  for (int c = 0; c < Dim; ++c) v[c] = t[c];
  return v;
}

/// The material of the elements that are left.
template <int Dim>
MaterialField<Dim> carried(const MaterialField<Dim>& field, const std::vector<int>& origin) {
  std::vector<int> number(field.density.size(), -1);
  MaterialField<Dim> result;
  for (std::size_t e = 0; e < origin.size(); ++e) {
    number[origin[e]] = static_cast<int>(e);
    result.density.push_back(field.density[origin[e]]);
    if (!field.viscosity.empty()) result.viscosity.push_back(field.viscosity[origin[e]]);
    if (!field.material.empty()) result.material.push_back(field.material[origin[e]]);
  }
  for (const LawTerm<Dim>& term : field.terms) {
    LawTerm<Dim> kept;
    kept.law = term.law;
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      if (number[term.elements[k]] < 0) continue;
      kept.elements.push_back(number[term.elements[k]]);
      kept.parameters.push_back(term.parameters[k]);
    }
    if (!kept.elements.empty()) result.terms.push_back(std::move(kept));
  }
  return result;
}

/// (new nodes) which part of the old node's mass each has.
std::vector<double> mass_shares(const VectorXd& mass, int stride, const std::vector<int>& origin,
                                int old_nodes) {
  std::vector<double> whole(old_nodes, 0.0), share;
  for (std::size_t i = 0; i < origin.size(); ++i)
    whole[origin[i]] += mass[static_cast<Eigen::Index>(i) * stride];
  for (std::size_t i = 0; i < origin.size(); ++i)
    share.push_back(mass[static_cast<Eigen::Index>(i) * stride] / whole[origin[i]]);
  return share;
}

/// Who has which nodes, where ranks share the body.
template <int Dim>
void share_nodes(const Mesh<Dim>& mesh) {
  if (ranks().alone()) return;
  std::vector<int> owner;
  if (ranks().first())
    owner = partition_nodes(mesh.nodes(),
                            {mesh.elements.data()->data(), mesh.elements.size() * (Dim + 1)},
                            Dim + 1, ranks().size());
  ranks().take_first(owner);
  ranks().share_nodes(std::move(owner));
}

}  // namespace

template <int Dim>
Flesh<Dim>::Flesh(Mesh<Dim> shape, const SceneSpec& spec)
    : mesh(std::move(shape)), pieces(connected_pieces(mesh)), ties(mesh, spec) {
  share_nodes(mesh);
  materials = material_field(mesh, spec);
  system.mass = lumped_mass(mesh, materials.density);
  activation.assign(mesh.element_count(), -1.0);
  build_forces(spec);
  Vec<Dim> low = mesh.rest[0], high = low;
  for (const auto& p : mesh.rest) low = low.cwiseMin(p), high = high.cwiseMax(p);
  size = (high - low).norm();
}

template <int Dim>
void Flesh<Dim>::build_forces(const SceneSpec& spec) {
  made_of = material_map(materials);
  forces.emplace(mesh, materials, ties, system.mass, leading<Dim>(spec.gravity));
  system.stiffness = forces->elastic().pattern().zeros();
  set_activations();
}

template <int Dim>
void Flesh<Dim>::set_activations() {
  for (int e = 0; e < mesh.element_count(); ++e)
    if (activation[e] >= 0) forces->elastic().set_activation(e, activation[e]);
}

template <int Dim>
void Flesh<Dim>::take_materials(MaterialField<Dim> changed, const SceneSpec& spec) {
  forces->elastic().set_parameters(mesh, changed);
  forces->viscosity() = Viscosity<Dim>(mesh, changed);
  materials = std::move(changed);
  set_activations();
  system.mass = lumped_mass(mesh, materials.density);
  forces->set_weight(system.mass, leading<Dim>(spec.gravity));
}

template <int Dim>
void Flesh<Dim>::rebuild(const SceneSpec& spec) {
  pieces = connected_pieces(mesh);
  system.mass = lumped_mass(mesh, materials.density);
  build_forces(spec);
}

template <int Dim>
bool Flesh<Dim>::activate(int element, double value) {
  if (activation[element] == value) return false;
  activation[element] = value;
  forces->elastic().set_activation(element, value);
  return true;
}

template <int Dim>
double Flesh<Dim>::round_off_energy() const {
  double volume = 0;
  for (int e = 0; e < mesh.element_count(); ++e) volume += signed_volume(mesh, e);
  const double edge = std::pow(volume / mesh.element_count(), 1.0 / Dim);
  return std::numeric_limits<double>::epsilon() * edge * edge *
         (ranks().alone() ? system.stiffness.diagonal().cwiseAbs().sum()
                          : stiffness_diagonal(system.stiffness, Dim).cwiseAbs().sum());
}

template <int Dim>
std::vector<double> Flesh<Dim>::carry_over(CutBody<Dim>& parts, const SceneSpec& spec) {
  const std::vector<int>& origin = parts.node_origin;
  const int old_nodes = mesh.nodes();
  mesh = std::move(parts.mesh);
  pieces = connected_pieces(mesh);
  if (parts.element_origin.size() != materials.density.size())
    materials = carried(materials, parts.element_origin);
  system.mass = lumped_mass(mesh, materials.density);
  const std::vector<double> share = mass_shares(system.mass, Dim, origin, old_nodes);
  std::vector<double> kept;
  for (int e : parts.element_origin) kept.push_back(activation[e]);
  activation = std::move(kept);
  VectorXd load(mesh.nodes() * Dim);
  for (int i = 0; i < load.size(); ++i)
    load[i] = share[i / Dim] * forces->load()[origin[i / Dim] * Dim + i % Dim];
  ties.carry_over(kept_numbers(origin, old_nodes));
  build_forces(spec);
  forces->load() = load;
  return share;
}

template struct Flesh<2>;
template struct Flesh<3>;

}  // namespace conjac
