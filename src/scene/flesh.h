#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mesh/topology.h"
#include "scene/body_forces.h"
#include "scene/cut_body.h"
#include "scene/materials.h"
#include "system/system.h"

namespace conjac {

class Archive;

/// The deformable body as it is: its mesh, what it is made of, and what follows from these alone. A
/// cut makes another one of it.
template <int Dim>
struct Flesh {
  Mesh<Dim> mesh;
  Pieces pieces;
  MaterialField<Dim> materials;
  MaterialMap<Dim> made_of;
  Ties<Dim> ties;
  System system;
  std::optional<BodyForces<Dim>> forces;
  std::vector<double> activation;  // (elements) last set while running, -1 before
  double size = 0;                 // diagonal of the rest shape's box, m

  Flesh(Mesh<Dim> shape, const SceneSpec& spec);

  /// Activation of an element's fibres from now on. Returns whether that is anything new.
  bool activate(int element, double value);
  double activation_of(int element) const {
    return activation[element] >= 0 ? activation[element] : made_of.activation[element];
  }

  /// Other values of the same laws, and other densities, in the same elements.
  void take_materials(MaterialField<Dim> changed, const SceneSpec& spec);

  /// What energies of elements are worth in their last digits, J: each is a difference of terms as
  /// large as modulus times volume. At rest without gravity there is no other energy to measure a
  /// gain against.
  double round_off_energy() const;

  /// Becomes what a cut has left. Returns (new nodes) which part of the old node's mass each has.
  std::vector<double> carry_over(CutBody<Dim>& parts, const SceneSpec& spec);

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)
  /// Makes what follows from mesh and materials, once these are loaded.
  void rebuild(const SceneSpec& spec);

 private:
  void build_forces(const SceneSpec& spec);
  void set_activations();  // those that were set while running
};

}  // namespace conjac
