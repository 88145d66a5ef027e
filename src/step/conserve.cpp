#include "step/conserve.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

namespace conjac {
namespace {

constexpr double kFaster = 0.2;  // bound of the change of one step

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
                          const PieceView& pieces, VectorXd& direction, VectorXd& v,
                          const JointMotion* joints, double slowest) {
  const int nodes = static_cast<int>(pieces.of_node.size());
  for (int piece = 0; piece < pieces.count; ++piece) {
    if (!pieces.floating[piece]) continue;
    const RigidMotion motion = rigid_motion(x, v, mass, stride, pieces, piece);
    for (int i = 0; i < nodes; ++i) {
      if (pieces.of_node[i] != piece) continue;
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

void stiffen_crumbs(double share, double h, const VectorXd& x, const VectorXd& mass, int stride,
                    const PieceView& pieces, const VectorXd& v0, VectorXd& v, VectorXd& dx) {
  const int nodes = static_cast<int>(pieces.of_node.size());
  std::vector<double> weight(static_cast<std::size_t>(pieces.count), 0.0);
  for (int i = 0; i < nodes; ++i) weight[pieces.of_node[i]] += mass[i * stride];
  const double limit = share * mass.sum() / stride;
  for (int piece = 0; piece < pieces.count; ++piece) {
    if (!pieces.floating[piece] || weight[piece] > limit) continue;
    const RigidMotion motion = rigid_motion(x, v0, mass, stride, pieces, piece);
    for (int i = 0; i < nodes; ++i) {
      if (pieces.of_node[i] != piece) continue;
      const Eigen::Vector3d rigid = motion.at(node_vector(x, i, stride));
      for (int c = 0; c < stride; ++c) {
        v[i * stride + c] = rigid[c];
        dx[i * stride + c] = h * rigid[c];
      }
    }
  }
}

}  // namespace conjac
