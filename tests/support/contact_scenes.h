#pragma once

#include <cmath>

#include "support/small_scenes.h"

namespace conjac::test {

inline ObstacleSpec floor(double friction = 0.3) {
  ObstacleSpec obstacle;
  obstacle.name = "floor";
  obstacle.shape = HalfSpaceObstacle{};
  obstacle.friction = friction;
  return obstacle;
}

/// A block of 8 x 4 x 8 cm on the floor, its lowest nodes and one at the top dynamic. Gravity is
/// turned by `degrees`, as if the floor were a slope that falls towards +x.
inline SceneSpec block_on_slope(double degrees, double friction) {
  SceneSpec scene;
  scene.name = "slope";
  scene.mesh.source = BoxMesh{{4, 2, 4}, {0.08, 0.04, 0.08}, {-0.04, 0, -0.04}};
  scene.materials.push_back(soft(1e5, 0.3));
  scene.roles.push_back({NodeRole::dynamic, slice(1, 0)});
  scene.roles.push_back({NodeRole::dynamic, nearest(0, 0.04, 0)});
  scene.obstacles.push_back(floor(friction));
  const double angle = degrees * M_PI / 180;
  scene.gravity = {9.81 * std::sin(angle), -9.81 * std::cos(angle), 0};
  return scene;
}

/// A soft block `height` above the floor, turned so that an edge comes first.
inline SceneSpec dropped_block(double height, double friction = 0.3) {
  SceneSpec scene;
  scene.name = "drop";
  scene.mesh.source = BoxMesh{{3, 3, 3}, {0.06, 0.06, 0.06}, {-0.03, -0.03, -0.03}};
  scene.mesh.rotate = {{0.3, 0.2, 1}, {0, 0, 0}, 30};
  scene.mesh.translate = {0, height + 0.045, 0};
  scene.materials.push_back(soft(3e4, 0.4));
  scene.placement.dynamic = 8;
  scene.obstacles.push_back(floor(friction));
  return scene;
}

}  // namespace conjac::test
