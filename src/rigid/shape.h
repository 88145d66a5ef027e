#pragma once

#include <span>

#include "conjac/scene_spec.h"
#include "rigid/spatial.h"

namespace conjac {

/// Mass, its centre, and the moment of inertia about the centre, in the world's axes at rest.
struct MassProperties {
  double mass = 0;                                    // kg
  Point center = Point::Zero();                       // m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg m^2
};

/// Volume (in the plane: area, thickness one metre), centre and inertia at density one. Planar
/// shapes are the rectangle, disc and stadium; their inertia is about z alone.
MassProperties unit_density(const SolidShape& shape, bool planar);

/// Several bodies as one.
MassProperties together(std::span<const MassProperties> parts);

}  // namespace conjac
