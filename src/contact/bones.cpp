#include "contact/bones.h"

#include <algorithm>

#include "core/place.h"

namespace conjac {
namespace {

using Point3 = Eigen::Vector3d;

/// Whether the place p with a radius touches the solid, and how; `approach` is how it moves against
/// the solid, metres in the step.
template <int Dim>
bool meet(const Shape& shape, const Pose& pose, const Point3& p, double radius,
          const Point3& approach, ContactPoint<Dim>& point) {
  Distance distance = conjac::distance(shape, pose.to_local(p + approach));
  if (!(distance.gap < radius)) return false;
  point.gradient = (pose.turn * distance.gradient).template head<Dim>();
  const double length = point.gradient.norm();
  if (!(length > 0)) return false;
  point.normal = point.gradient / length;
  point.gap = distance.gap - radius - point.gradient.dot(approach.template head<Dim>());
  return true;
}

/// A ball is known by its middle alone: the other's corners add nothing.
bool is_ball(const Shape& shape) {
  return features(shape, false).size() == 1;
}

}  // namespace

template <int Dim>
BoneContacts<Dim>::BoneContacts(Setup setup, const std::vector<Obstacle>& obstacles,
                                std::span<const int> boundary)
    : setup_(std::move(setup)), boundary_(boundary.size()) {
  const int solids = static_cast<int>(setup_.solids.size());
  now_.resize(solids);
  near_.resize(solids);
  for (int a = 0; a < solids; ++a) {
    const BoneSolid& solid = setup_.solids[a];
    for (int node : solid.nodes) {
      const auto at = std::lower_bound(boundary.begin(), boundary.end(), node);
      if (at != boundary.end() && *at == node)
        near_[a].push_back(static_cast<int>(at - boundary.begin()));
    }
    if (!solid.meets_obstacles) continue;
    for (int k = 0; k < static_cast<int>(obstacles.size()); ++k) {
      if (is_ball(solid.shape) || !is_ball(obstacles[k].shape)) add_probes(a, -1 - k, solid.shape);
      if (!is_ball(solid.shape)) add_probes(-1 - k, a, obstacles[k].shape);
    }
    for (int b = 0; b < a; ++b) {
      const BoneSolid& other = setup_.solids[b];
      if (!other.meets_obstacles ||
          std::find(solid.shy.begin(), solid.shy.end(), other.bone) != solid.shy.end())
        continue;
      if (is_ball(solid.shape) || !is_ball(other.shape)) add_probes(a, b, solid.shape);
      if (!is_ball(solid.shape)) add_probes(b, a, other.shape);
    }
  }
}

template <int Dim>
void BoneContacts<Dim>::add_probes(int from, int against, const Shape& shape) {
  for (const Feature& feature : features(shape, Dim == 2))
    probes_.push_back({from, against, feature});
}

template <int Dim>
void BoneContacts<Dim>::find(const Scene& scene, const VectorXd& x, const VectorXd* v, double h,
                             std::vector<ContactPoint<Dim>>& points) {
  if (empty()) return;
  for (std::size_t a = 0; a < setup_.solids.size(); ++a)
    now_[a] = setup_.motion->bone_pose(setup_.solids[a].bone) * setup_.solids[a].rest;
  find_nodes(scene, x, v, h, points);
  find_probes(scene, v != nullptr, h, points);
}

template <int Dim>
void BoneContacts<Dim>::find_nodes(const Scene& scene, const VectorXd& x, const VectorXd* v,
                                   double h, std::vector<ContactPoint<Dim>>& points) const {
  int slot = scene.first_slot;
  for (std::size_t a = 0; a < setup_.solids.size(); ++a, slot += static_cast<int>(boundary_)) {
    const BoneSolid& solid = setup_.solids[a];
    for (int b : near_[a]) {
      const int node = scene.boundary[b];
      const Point3 p = in_space<Dim>(x, node);
      Point3 approach = Point3::Zero();
      if (v) approach = h * (in_space<Dim>(*v, node) - setup_.motion->bone_velocity(solid.bone, p));
      ContactPoint<Dim> point;
      if (!meet(solid.shape, now_[a], p, 0, approach, point)) continue;
      point.nodes[0] = node;
      point.add_bone(solid.bone, -1);
      point.at = p.template head<Dim>();
      point.stiffness = scene.stiffness[node];
      point.friction = solid.friction;
      point.slot = slot + b;
      points.push_back(point);
    }
  }
}

template <int Dim>
void BoneContacts<Dim>::find_probes(const Scene& scene, bool ahead, double h,
                                    std::vector<ContactPoint<Dim>>& points) const {
  const auto pose = [&](int s) { return s < 0 ? scene.now[-1 - s].pose : now_[s]; };
  // Obstacles are where they will be at the end of the step already.
  const auto velocity = [&](int s, const Point3& p) {
    return s < 0 ? Point3(Point3::Zero())
                 : setup_.motion->bone_velocity_ahead(setup_.solids[s].bone, p);
  };
  int slot = scene.first_slot + static_cast<int>(setup_.solids.size() * boundary_);
  for (const Probe& probe : probes_) {
    ContactPoint<Dim> point;
    point.count = 0;
    point.slot = slot++;
    const Point3 p = pose(probe.from).to_world(probe.feature.point);
    Point3 approach = Point3::Zero();
    if (ahead) approach = h * (velocity(probe.from, p) - velocity(probe.against, p));
    const Shape& shape = probe.against < 0 ? scene.obstacles[-1 - probe.against].shape
                                           : setup_.solids[probe.against].shape;
    if (!meet(shape, pose(probe.against), p, probe.feature.radius, approach, point)) continue;
    point.at = p.template head<Dim>() - probe.feature.radius * point.normal;
    describe_sides(scene, probe, point);
    points.push_back(point);
  }
}

template <int Dim>
void BoneContacts<Dim>::describe_sides(const Scene& scene, const Probe& probe,
                                       ContactPoint<Dim>& point) const {
  Point3 at = Point3::Zero();
  at.template head<Dim>() = point.at;
  double softness = 0;
  point.friction = 0;
  const auto side = [&](int s, double weight) {
    if (s >= 0) {
      point.add_bone(setup_.solids[s].bone, weight);
      softness += 1 / setup_.solids[s].stiffness;
      point.friction = std::max(point.friction, setup_.solids[s].friction);
    } else {
      point.obstacle = -1 - s;
      point.surface_velocity =
          -weight * scene.now[-1 - s].velocity(scene.obstacles[-1 - s], at).template head<Dim>();
    }
  };
  side(probe.from, 1);
  side(probe.against, -1);
  if (point.obstacle >= 0) point.friction = scene.obstacles[point.obstacle].friction;
  point.stiffness = 1 / softness;  // springs one behind the other
}

template class BoneContacts<2>;
template class BoneContacts<3>;

}  // namespace conjac
