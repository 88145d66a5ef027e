#pragma once

#include "contact/obstacle.h"

namespace conjac {

/// Obstacles whose shape is read from files. Each throws Error(io) where a file cannot be opened and
/// Error(bad_input), naming file, cause and remedy, where it does not serve.
PlacedShape read_obstacle(const SurfaceObstacle& spec, int dimension);
PlacedShape read_obstacle(const SequenceObstacle& spec, int dimension);

/// What a viewer draws of them, about their own origin.
void draw_obstacle_file(const SurfaceObstacle& spec, SolidView& view);
void draw_obstacle_file(const MovingSurface& surface, SolidView& view);

/// The solid where it is now, in the shape it has now.
void show(SolidView& view, const Obstacle& obstacle, const Pose& pose);

}  // namespace conjac
