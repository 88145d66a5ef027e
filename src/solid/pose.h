#pragma once

#include <Eigen/Geometry>

namespace conjac {

/// Where a rigid solid is: x = turn * local + shift.
struct Pose {
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();

  Eigen::Vector3d to_world(const Eigen::Vector3d& local) const { return turn * local + shift; }
  Eigen::Vector3d to_local(const Eigen::Vector3d& x) const {
    return turn.conjugate() * (x - shift);
  }
  /// First `other`, then this.
  Pose operator*(const Pose& other) const {
    return {(turn * other.turn).normalized(), to_world(other.shift)};
  }
};

}  // namespace conjac
