#include "step/conserve.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <ranges>

#include "step/rigid_motion.h"

namespace conjac {
namespace {

constexpr double kFaster = 0.2;  // bound of the change of one step

}  // namespace

double add_kinetic_energy(double missing, const VectorXd& x, const VectorXd& mass, int stride,
                          const PieceView& pieces, VectorXd& direction, VectorXd& v,
                          const JointMotion* joints, double slowest) {
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
  // Kinetic energy of v + s direction: a s^2 + b s more than that of v.
  double a = 0.5 * direction.cwiseAbs2().dot(mass);
  double b = direction.cwiseProduct(v).dot(mass);
  double twice = v.cwiseAbs2().dot(mass);
  if (joints != nullptr) {
    const auto along = joints->mass.lazyProduct(joints->direction);
    a += 0.5 * joints->direction.dot(along);
    b += joints->velocity.dot(along);
    twice += joints->velocity.dot(joints->mass.lazyProduct(joints->velocity));
  }
  if (!(a > 0) || !(b > 1e-12 * twice)) return 0;
  const double root = std::sqrt(std::max(0.0, b * b + 4 * a * missing));
  const double s = std::clamp((root - b) / (2 * a), slowest, kFaster);
  v += s * direction;
  if (joints != nullptr) joints->velocity += s * joints->direction;
  return s * (a * s + b);
}

}  // namespace conjac
