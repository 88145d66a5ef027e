#include "step/conserve.h"

#include <algorithm>
#include <cmath>

#include "step/energy_parabola.h"
#include "step/leave_rigid.h"

namespace conjac {
namespace {

// No more than this part of the direction's motion is added at once.
CONJAC_TUNED(double, kFaster, 0.2);
// Where less than this part of the motion is along the direction, the direction is across it.
CONJAC_TUNED(double, kAcrossMotion, 1e-12);

}  // namespace

double add_kinetic_energy(double missing, const VectorXd& x, const Inertia& inertia, int stride,
                          const PieceView& pieces, Motion& direction, Motion& v, double slowest) {
  leave_rigid_motion(x, inertia.nodes, stride, pieces, v.nodes, direction.nodes);
  const EnergyParabola along{inertia.energy(direction), inertia.product(direction, v)};
  if (!(along.a > 0) || !(along.b > kAcrossMotion * 2 * inertia.energy(v))) return 0;
  const double s = std::clamp(along.at(missing), slowest, kFaster);
  v.add(s, direction);
  return along.change(s);
}

}  // namespace conjac
