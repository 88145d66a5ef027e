#pragma once

#include <limits>
#include <vector>

#include "conjac/scene_spec.h"
#include "conjac/solid_view.h"
#include "solid/mass.h"
#include "solid/pose.h"

namespace conjac {

/// Signed distance of a point from a surface, negative inside, and its gradient there. The force of
/// a penalty k/2 gap^2 is -k gap gradient, so the gradient is that of the value as it is computed:
/// unit length but where a grid interpolates.
struct Distance {
  double gap = std::numeric_limits<double>::infinity();
  Eigen::Vector3d gradient = Eigen::Vector3d::UnitY();
};

/// A place of a solid that is tested against other solids: the middle of a ball, the ends of a
/// capsule's middle line, the corners of a box. The solid reaches beyond it by the radius.
struct Feature {
  Eigen::Vector3d point;
  double radius;
};

/// A shape about its own origin, and where it is at the start.
template <class S>
struct Placed {
  S shape;
  Pose pose;
};

inline Eigen::Vector3d as_vector(const Triple& t) {
  return {t[0], t[1], t[2]};
}

/// From z to a direction. Compiled apart: Eigen's way there goes through a singular value
/// decomposition, seconds of compiler time for every file that sees it.
Pose along_z(const Eigen::Vector3d& direction, const Eigen::Vector3d& origin);

/// From a point that is `offset` away from the middle of a ball.
inline Distance from_point(const Eigen::Vector3d& offset, double radius) {
  const double length = offset.norm();
  if (!(length > 0)) return {-radius, Eigen::Vector3d::UnitY()};
  return {length - radius, offset / length};
}

}  // namespace conjac
