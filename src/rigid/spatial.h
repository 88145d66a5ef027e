#pragma once

#include <Eigen/Geometry>

#include "core/dim.h"
#include "solid/mass.h"

namespace conjac {

using Point = Eigen::Vector3d;

/// Spatial vectors about the origin of the world: a motion (w, v) moves the point x at v + w x x; a
/// wrench (t, f) is the torque about the origin and the force. One code for space and plane: in the
/// plane all axes of rotation are z and z stays zero.
using Twist = Eigen::Matrix<double, 6, 1>;
using Wrench = Eigen::Matrix<double, 6, 1>;
using SpatialInertia = Eigen::Matrix<double, 6, 6>;

inline Twist motion(const Point& angular, const Point& linear) {
  Twist m;
  m << angular, linear;
  return m;
}
/// Turning about an axis through p.
inline Twist turn_about(const Point& axis, const Point& p) {
  return motion(axis, p.cross(axis));
}
inline Point velocity_at(const Twist& m, const Point& x) {
  return m.tail<3>() + m.head<3>().cross(x);
}
/// How the motion b changes when it is carried along by the motion a.
inline Twist carried(const Twist& a, const Twist& b) {
  return motion(a.head<3>().cross(b.head<3>()),
                a.head<3>().cross(b.tail<3>()) + a.tail<3>().cross(b.head<3>()));
}
/// The same for a wrench.
inline Wrench carried_wrench(const Twist& a, const Wrench& f) {
  Wrench result;
  result << a.head<3>().cross(f.head<3>()) + a.tail<3>().cross(f.tail<3>()),
      a.head<3>().cross(f.tail<3>());
  return result;
}

/// Of a body with its centre of mass at c and the moment of inertia I about it (world axes).
inline SpatialInertia spatial_inertia(double mass, const Point& c, const Eigen::Matrix3d& I) {
  const Eigen::Matrix3d cx = cross_matrix(c);
  SpatialInertia result;
  result.topLeftCorner<3, 3>() = I - mass * cx * cx;
  result.topRightCorner<3, 3>() = mass * cx;
  result.bottomLeftCorner<3, 3>() = -mass * cx;
  result.bottomRightCorner<3, 3>() = mass * Eigen::Matrix3d::Identity();
  return result;
}

/// Rotation vector of a unit quaternion, angle in [0, pi].
inline Point rotation_vector(const Eigen::Quaterniond& rotation) {
  const Eigen::AngleAxisd turn(rotation);
  return turn.angle() * turn.axis();
}
inline Eigen::Quaterniond rotation_of(const Point& vector) {
  const double angle = vector.norm();
  // For small angles sin(a/2)/a from its series: the quotient would be 0/0.
  const double scale = angle < 1e-4 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), scale * vector.x(), scale * vector.y(), scale * vector.z()};
}

}  // namespace conjac
