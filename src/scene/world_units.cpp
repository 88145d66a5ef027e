#include "scene/units.h"
#include "scene/world.h"

// Gravity that the timeline changes, and numbers that look like another unit's.

namespace conjac {

template <int Dim>
void World<Dim>::follow_gravity(double time) {
  if (!script_.changes_gravity()) return;
  const Triple gravity = script_.gravity(time);
  if (gravity == spec_.gravity) return;
  take_gravity(gravity);
  stepper_.take_bones();
  force_valid_ = false;
}

template <int Dim>
void World<Dim>::take_gravity(const Triple& gravity) {
  spec_.gravity = gravity;
  Vec<Dim> g;
  for (int c = 0; c < Dim; ++c) g[c] = gravity[c];
  flesh_.forces->set_weight(flesh_.system.mass, g);
  if (!skeleton_.empty()) skeleton_.set_gravity(gravity);
}

template <int Dim>
void World<Dim>::note_doubtful_units() {
  for (std::string& notice : doubtful_units(flesh_.mesh, flesh_.materials, spec_))
    notices_.push_back(std::move(notice));
}

template void World<2>::note_doubtful_units();
template void World<3>::note_doubtful_units();
template void World<2>::follow_gravity(double);
template void World<3>::follow_gravity(double);
template void World<2>::take_gravity(const Triple&);
template void World<3>::take_gravity(const Triple&);

}  // namespace conjac
