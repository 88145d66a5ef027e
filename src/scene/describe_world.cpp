#include "core/check.h"
#include "scene/contact_setup.h"
#include "scene/world.h"
#include "step/describe.h"

// What the next step depends on (core/archive.h), of the step and the world.

namespace conjac {

/// Contacts and analyses are those of the body that was loaded, made as a cut would make them;
/// then their numbers come.
template <int Dim>
void Stepper<Dim>::describe(Archive& archive) {
  archive.section("Stepper");
  bool condensed = condensed_.analyzed(), full = full_.analyzed();
  archive(crumbs_, drivers_changed_, changed_before_, condensed, full);
  if (archive.loading()) {
    const ContactMemory memory = parts_.trial.contact;
    prepare_contact();
    parts_.trial.contact = memory;
    condensed_.forget_analysis();
    full_.forget_analysis();
    if (condensed) analyze_condensed();
    if (full) full_.analyze(parts_.script.pinned());
  }
  archive(touch_, condensed_, full_);
  archive.leave(parts_, guard_, hooks_, watch_, now_, potential_, push_, direction_);
}

template <int Dim>
void World<Dim>::describe(Archive& archive) {
  archive.section("World");
  // A factor on its way is taken over first, K with it: a state has one.
  if (!archive.loading()) stepper_.settle_factor();
  archive(notices_, flesh_);
  if (archive.loading()) flesh_.rebuild(spec_);
  archive(*flesh_.forces);
  archive.numbers(flesh_.system.stiffness.valuePtr(), flesh_.system.stiffness.nonZeros());
  archive(script_, skeleton_, hand_, cutting_, nodes_, trial_, previous_);
  if (archive.loading()) check_sizes();
  archive(stepper_);
  archive(method_, solver_, force_valid_, event_work_, topology_, clock_.base, clock_.steps,
          books_.begun, books_.energy, books_.springs);
  if (archive.loading()) {
    load_.setZero(trial_.state.x.size());
    views_.begin(spec_, stepper_.contacts());
  }
  archive.leave(spec_, report_, load_, unbalanced_, views_);
}

/// Bytes may be whole and yet not those of this scene.
template <int Dim>
void World<Dim>::check_sizes() {
  const auto nodes = static_cast<std::size_t>(flesh_.mesh.nodes());
  const Eigen::Index dofs = flesh_.mesh.nodes() * Eigen::Index{Dim};
  const State& state = trial_.state;
  const Articulation& tree = skeleton_.tree();
  bool fits =
      state.x.size() == dofs && state.v.nodes.size() == dofs && previous_.x.size() == dofs &&
      trial_.force.size() == dofs && flesh_.forces->load().size() == dofs &&
      (flesh_.forces->pressure().empty() || flesh_.forces->pressure().anchor.size() == dofs);
  fits &= script_.held().size() == nodes && script_.pinned().size() == nodes &&
          nodes_.roles().size() == nodes;
  fits &= state.v.joints.size() == tree.unknowns() && state.q.size() == tree.coordinates();
  fits &= hand_.wake.size() == nodes_.representatives().size();
  for (const Representative& one : nodes_.representatives())
    fits &= one.node >= 0 && static_cast<std::size_t>(one.node) < nodes;
  Archive::fits(fits, "its body has another size");
}

template <int Dim>
void World<Dim>::restore(Archive& archive, const SceneSpec& spec) {
  spec_ = spec;
  describe(archive);
  archive.end();
  // The gravity of the end of the last step, which forces and energies were taken with.
  if (script_.changes_gravity()) take_gravity(script_.gravity(trial_.state.time));
}

template void Stepper<2>::describe(Archive&);
template void Stepper<3>::describe(Archive&);
template void World<2>::describe(Archive&);
template void World<3>::describe(Archive&);
template void World<2>::check_sizes();
template void World<3>::check_sizes();
template void World<2>::restore(Archive&, const SceneSpec&);
template void World<3>::restore(Archive&, const SceneSpec&);

}  // namespace conjac
