#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "core/time_function.h"
#include "solid/shapes.h"

namespace conjac {

/// A rigid motion over a span of time; several follow one another.
struct RigidMove {
  double start = 0, end = 0;  // s
  Eigen::Vector3d translate = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ(), center = Eigen::Vector3d::Zero();
  double radians = 0;
  bool smooth = true;       // starts and stops at rest (cubic), else at full speed
  TimeFunction curve = {};  // instead: the part of the way that is done at a time up to `end`
};

/// A rigid solid that nodes cannot pass: fixed, or moving along its own timeline. It lives in
/// space; in the plane z = 0 (2D scenes) its cut with that plane acts.
struct Obstacle {
  std::string name;
  Shape shape;
  Pose rest;  // before any motion
  double friction = ContactSpec{}.friction;
  std::vector<RigidMove> moves;  // by start

  /// The surface that changes its shape, where it is one; else null.
  MovingSurface* surface() const {
    const auto* solid = std::get_if<SequenceSolid>(&shape);
    return solid ? solid->surface.get() : nullptr;
  }
  bool moves_ever() const { return !moves.empty() || surface() != nullptr; }
  /// Where it is at `time`: every move carries on from where the ones before it lead.
  Pose pose_at(double time) const;
};

/// An obstacle during one step: where it is at the end of the step, and how it moved there.
struct ObstacleNow {
  Pose pose, before;
  double h = 0;       // s between the two; 0: it stands still
  double moment = 0;  // s, the end of the step
  bool still = true;

  Distance distance(const Obstacle& obstacle, const Eigen::Vector3d& x) const;
  /// Velocity of the material point of the obstacle that is at x now.
  Eigen::Vector3d velocity(const Obstacle& obstacle, const Eigen::Vector3d& x) const;
};

}  // namespace conjac
