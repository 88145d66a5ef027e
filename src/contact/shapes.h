#pragma once

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <variant>

#include "contact/distance_grid.h"

namespace conjac {

/// Signed distance of a point from a surface, negative inside, and its gradient there. The force of
/// a penalty k/2 gap^2 is -k gap gradient, so the gradient is that of the value as it is computed:
/// unit length but where a grid interpolates.
struct Distance {
  double gap = std::numeric_limits<double>::infinity();
  Eigen::Vector3d gradient = Eigen::Vector3d::UnitY();
};

// Shapes about their own origin. Where a gradient has no value (the centre of a sphere, the middle
// planes of a box) one of its limits is taken.

struct HalfSpace {};  // solid below z = 0
struct Ball {
  double radius = 1;
};
struct Brick {
  Eigen::Vector3d half = Eigen::Vector3d::Ones();
};
struct Capsule {  // along z
  double radius = 1, half_length = 1;
};
/// A closed triangle surface, as a grid of its signed distance.
struct GridSolid {
  std::shared_ptr<const DistanceGrid> grid;
};
using Shape = std::variant<HalfSpace, Ball, Brick, Capsule, GridSolid>;

Distance distance(const Shape& shape, const Eigen::Vector3d& p);

}  // namespace conjac
