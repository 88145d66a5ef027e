#include "step/impact.h"

#include <algorithm>

#include "step/energy_parabola.h"

#include "core/tuned.h"

namespace conjac {
namespace {

// A push out begins when the way in has slowed to this share: where an undamped spring would have
// turned round within the step, the implicit one is left with 0.07 (a soft one) to 0.29 (a stiff
// one) of its speed.
CONJAC_TUNED(double, kTurns, 0.2);

}  // namespace

ImpactDirection::ImpactDirection(const Motion& push, Responder& responder, const JointModel& joints,
                                 const Inertia& inertia, Motion& workspace)
    : inertia_(inertia), direction_(workspace) {
  responder.respond(push, workspace);
  joints.velocities(workspace.joints, workspace.nodes);
  energy_ = 0.5 * inertia.product(workspace, workspace);
}

double ImpactDirection::take(double excess, Motion& v) const {
  if (!(energy_ > 0)) return 0;
  const EnergyParabola along{energy_, inertia_.product(direction_, v)};
  const double s = along.at(-excess);
  v.add(s, direction_);
  return along.change(s);
}

double ImpactDirection::give(double missing, const Motion& v0, Motion& v) const {
  if (!(energy_ > 0)) return 0;
  const double before = inertia_.product(direction_, v0), b = inertia_.product(direction_, v);
  const double given = std::min(missing, std::max(before * before, b * b) / (4 * energy_));
  if (!(given > 0)) return 0;
  const bool out = before >= 0 || b > kTurns * before;
  v.add(EnergyParabola{energy_, b}.at(given, out), direction_);
  return given;
}

}  // namespace conjac
