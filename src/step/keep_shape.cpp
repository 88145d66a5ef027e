#include "step/keep_shape.h"

#include <Eigen/Geometry>
#include <cmath>

#include "step/rigid_motion.h"

namespace conjac {
namespace {

Eigen::Matrix3d rotation(const Eigen::Vector3d& by) {
  const double angle = by.norm();
  if (!(angle > 0)) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, by / angle).toRotationMatrix();
}

}  // namespace

void turn_whole(std::span<const int> nodes, const VectorXd& x, const VectorXd& mass, int stride,
                VectorXd& dx) {
  const RigidMotion move = rigid_motion(nodes, x, dx, mass, stride);
  // About the axis that it spins about half-way: with the first one it would gain energy.
  const Eigen::Matrix3d half = rotation(0.5 * move.angular);
  const Eigen::Vector3d momentum = move.inertia * move.angular;
  const Eigen::Vector3d spin =
      half * move.inertia.fullPivLu().solve(Eigen::Vector3d(half.transpose() * momentum));
  const Eigen::Matrix3d turn = rotation(spin) - Eigen::Matrix3d::Identity();
  for (int i : nodes) {
    const Eigen::Vector3d there = move.linear + turn * (node_vector(x, i, stride) - move.centre);
    for (int c = 0; c < stride; ++c) dx[i * stride + c] = there[c];
  }
}

void spin_on(std::span<const int> nodes, const VectorXd& x0, const VectorXd& x,
             const VectorXd& mass, int stride, VectorXd& v) {
  const RigidMotion before = rigid_motion(nodes, x0, v, mass, stride);
  RigidMotion after = rigid_motion(nodes, x, v, mass, stride);
  const Eigen::Vector3d momentum = before.inertia * before.angular;
  after.angular = after.inertia.fullPivLu().solve(momentum);
  const double energy = before.angular.dot(momentum), needed = after.angular.dot(momentum);
  if (needed > energy) after.angular *= std::sqrt(energy / needed);
  for (int i : nodes) {
    const Eigen::Vector3d velocity = after.at(node_vector(x, i, stride));
    for (int c = 0; c < stride; ++c) v[i * stride + c] = velocity[c];
  }
}

}  // namespace conjac
