#include "step/impact.h"

#include <algorithm>
#include <cmath>

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
  const double a = energy_;
  if (!(a > 0)) return 0;
  const double b = inertia_.product(direction_, v), inside = b * b - 4 * a * excess;
  double s = 0;
  if (b != 0)
    s = inside > 0 ? -2 * excess / (b + std::copysign(std::sqrt(inside), b)) : -b / (2 * a);
  v.add(s, direction_);
  return s * (a * s + b);
}

double ImpactDirection::give(double missing, const Motion& v0, Motion& v) const {
  const double a = energy_;
  if (!(a > 0)) return 0;
  const double before = inertia_.product(direction_, v0), b = inertia_.product(direction_, v);
  const double given = std::min(missing, std::max(before * before, b * b) / (4 * a));
  const double root = std::sqrt(b * b + 4 * a * given);
  const bool out = before >= 0 || b > kTurns * before;
  if (!(root > 0)) return 0;
  v.add(2 * given / (out ? b + root : b - root), direction_);
  return given;
}

}  // namespace conjac
