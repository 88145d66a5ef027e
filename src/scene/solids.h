#pragma once

#include "conjac/scene_spec.h"
#include "conjac/solid_view.h"
#include "contact/pose.h"
#include "contact/shapes.h"

namespace conjac {

/// A shape of the scene about its own origin, and where it is at the start.
struct PlacedShape {
  Shape shape;
  Pose pose;
};
/// In 2D boxes have no faces in front of and behind the plane.
PlacedShape placed(const SolidShape& solid, int dimension);

/// As a viewer draws it, about its own origin.
SolidView solid_view(const SolidShape& solid);
void place(SolidView& view, const Pose& pose);

/// From z to a direction.
Pose along_z(const Eigen::Vector3d& direction, const Eigen::Vector3d& origin);

}  // namespace conjac
