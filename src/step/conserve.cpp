#include "step/conserve.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <ranges>

#include "step/energy_parabola.h"
#include "step/rigid_motion.h"

namespace conjac {
namespace {

// No more than this part of the direction's motion is added at once.
CONJAC_TUNED(double, kFaster, 0.2);
// Where less than this part of the motion is along the direction, the direction is across it.
CONJAC_TUNED(double, kAcrossMotion, 1e-12);

/// direction <- v without its rigid motion, on the pieces that float.
void leave_rigid_motion(const VectorXd& x, const VectorXd& mass, int stride,
                        const PieceView& pieces, const VectorXd& v, VectorXd& direction) {
  const int nodes = static_cast<int>(pieces.of_node.size());
  for (int piece = 0; piece < pieces.count; ++piece) {
    if (!pieces.floating[piece]) continue;
    auto mine = std::views::iota(0, nodes) |
                std::views::filter([&](int i) { return pieces.of_node[i] == piece; });
    const RigidMotion motion = rigid_motion(mine, x, v, mass, stride);
    for (int i : mine) {
      const Eigen::Vector3d rigid = motion.at(node_vector(x, i, stride));
      for (int c = 0; c < stride; ++c) direction[i * stride + c] = v[i * stride + c] - rigid[c];
    }
  }
}

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
