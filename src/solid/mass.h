#pragma once

#include <Eigen/Core>
#include <span>

namespace conjac {

/// Mass, its centre, and the moment of inertia about the centre, in the world's axes at rest.
struct MassProperties {
  double mass = 0;                                    // kg
  Eigen::Vector3d center = Eigen::Vector3d::Zero();   // m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg m^2
};

/// Several bodies as one.
MassProperties together(std::span<const MassProperties> parts);

/// The matrix of p x.
inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& p) {
  Eigen::Matrix3d m;
  m << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  return m;
}

/// Inertia of a body in the plane.
inline Eigen::Matrix3d about_z(double moment) {
  Eigen::Matrix3d result = Eigen::Matrix3d::Zero();
  result(2, 2) = moment;
  return result;
}

/// Of a body that is symmetric about the unit vector `axis`.
inline Eigen::Matrix3d symmetric_about(const Eigen::Vector3d& axis, double along, double across) {
  return across * Eigen::Matrix3d::Identity() + (along - across) * axis * axis.transpose();
}

}  // namespace conjac
