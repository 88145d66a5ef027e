#include "contact/obstacle.h"

#include <algorithm>

namespace conjac {
namespace {

double share(const RigidMove& move, double time) {
  if (move.curve.given()) return time <= move.start ? 0.0 : move.curve.at(std::min(time, move.end));
  if (time >= move.end) return 1;
  if (time <= move.start) return 0;
  const double s = (time - move.start) / (move.end - move.start);
  return move.smooth ? s * s * (3 - 2 * s) : s;
}

}  // namespace

Pose Obstacle::pose_at(double time) const {
  Pose pose = rest;
  for (const RigidMove& move : moves) {
    const double s = share(move, time);
    if (s == 0) continue;
    Pose step;
    step.turn = Eigen::AngleAxisd(s * move.radians, move.axis.normalized());
    step.shift = move.center - step.turn * move.center + s * move.translate;
    pose = step * pose;
  }
  return pose;
}

Distance ObstacleNow::distance(const Obstacle& obstacle, const Eigen::Vector3d& x) const {
  Distance result = conjac::distance(obstacle.shape, pose.to_local(x));
  result.gradient = pose.turn * result.gradient;
  return result;
}

Eigen::Vector3d ObstacleNow::velocity(const Obstacle& obstacle, const Eigen::Vector3d& x) const {
  if (still || !(h > 0)) return Eigen::Vector3d::Zero();
  Eigen::Vector3d local = pose.to_local(x);
  if (const MovingSurface* surface = obstacle.surface()) local -= h * surface->velocity(local);
  return (x - before.to_world(local)) / h;
}

}  // namespace conjac
