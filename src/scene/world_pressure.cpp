#include "scene/world.h"

// Pressures of the timeline. Their energy is counted from where a step began (scene/pressure.h).

namespace conjac {

template <int Dim>
void World<Dim>::follow_pressure(double time) {
  if (!script_.presses()) return;
  anchor_pressure();
  Pressure<Dim>& pressure = flesh_.forces->pressure();
  if (!script_.press(time, flesh_.mesh, pressure)) return;
  pressure.anchor = trial_.state.x;
  force_valid_ = false;
  stepper_.note_new_matrix();
}

/// From here on their energy is counted from here.
template <int Dim>
void World<Dim>::anchor_pressure() {
  Pressure<Dim>& pressure = flesh_.forces->pressure();
  if (pressure.empty()) return;
  trial_.ledger.potential -= pressure.potential(trial_.state.x);
  pressure.anchor = trial_.state.x;
}

template void World<2>::follow_pressure(double);
template void World<3>::follow_pressure(double);
template void World<2>::anchor_pressure();
template void World<3>::anchor_pressure();

}  // namespace conjac
