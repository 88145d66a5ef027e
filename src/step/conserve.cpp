#include "step/conserve.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace conjac {
namespace {

constexpr double kSlowest = 0.6, kFastest = 1.2;  // bounds of the scale of one step

Eigen::Vector3d node_vector(const VectorXd& values, int node, int stride) {
  Eigen::Vector3d result = Eigen::Vector3d::Zero();
  for (int c = 0; c < stride; ++c) result[c] = values[node * stride + c];
  return result;
}

/// v = linear + angular x (x - centre), the rigid motion with the momenta of a piece.
struct RigidMotion {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero(), linear = centre, angular = centre;
  Eigen::Vector3d at(const Eigen::Vector3d& x) const { return linear + angular.cross(x - centre); }
};

RigidMotion rigid_motion(const VectorXd& x, const VectorXd& v, const VectorXd& mass, int stride,
                         const PieceView& pieces, int piece) {
  RigidMotion motion;
  double total = 0;
  const int nodes = static_cast<int>(pieces.of_node.size());
  for (int i = 0; i < nodes; ++i) {
    if (pieces.of_node[i] != piece) continue;
    const double m = mass[i * stride];
    total += m;
    motion.centre += m * node_vector(x, i, stride);
    motion.linear += m * node_vector(v, i, stride);
  }
  motion.centre /= total;
  motion.linear /= total;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
  for (int i = 0; i < nodes; ++i) {
    if (pieces.of_node[i] != piece) continue;
    const double m = mass[i * stride];
    const Eigen::Vector3d r = node_vector(x, i, stride) - motion.centre;
    inertia += m * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
    momentum += m * r.cross(node_vector(v, i, stride) - motion.linear);
  }
  motion.angular = inertia.fullPivLu().solve(momentum);  // a flat piece turns about z alone
  return motion;
}

}  // namespace

double add_kinetic_energy(double missing, const VectorXd& x, const VectorXd& mass, int stride,
                          const PieceView& pieces, VectorXd& v) {
  const int nodes = static_cast<int>(pieces.of_node.size());
  const auto for_each_rigid = [&](const auto& visit) {
    for (int piece = 0; piece < pieces.count; ++piece) {
      if (!pieces.floating[piece]) continue;
      const RigidMotion motion = rigid_motion(x, v, mass, stride, pieces, piece);
      for (int i = 0; i < nodes; ++i)
        if (pieces.of_node[i] == piece) visit(i, motion.at(node_vector(x, i, stride)));
    }
  };
  double kinetic = 0.5 * v.cwiseAbs2().dot(mass);  // of what may be scaled
  const double whole = kinetic;
  for_each_rigid([&](int i, const Eigen::Vector3d& rigid) {
    kinetic -= 0.5 * mass[i * stride] * rigid.squaredNorm();
  });
  if (!(kinetic > 1e-12 * whole) || !(kinetic > 0)) return 0;
  const double scale =
      std::clamp(std::sqrt(std::max(0.0, 1 + missing / kinetic)), kSlowest, kFastest);
  // v <- rigid + scale (v - rigid): first everything, then the rigid part back.
  for_each_rigid([&](int i, const Eigen::Vector3d& rigid) {
    for (int c = 0; c < stride; ++c) v[i * stride + c] += (1 / scale - 1) * rigid[c];
  });
  v *= scale;
  return (scale * scale - 1) * kinetic;
}

}  // namespace conjac
