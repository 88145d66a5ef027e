#pragma once

#include <algorithm>
#include <cmath>

#include "solid/shape.h"

namespace conjac {

/// A rod with flat ends, along z; in 2D a rectangle, its width along x.
struct Cylinder {
  using Spec = SolidCylinder;
  static constexpr int kAround = 32;  // places of a rim that touch other solids, and facets drawn
  double radius = 1, half_length = 1;

  Distance distance(const Eigen::Vector3d& p) const {
    const double r = std::hypot(p.x(), p.y());
    const double across = r - radius, along = std::abs(p.z()) - half_length;
    const Eigen::Vector3d side =
        r > 0 ? Eigen::Vector3d(p.x() / r, p.y() / r, 0) : Eigen::Vector3d::UnitX();
    const Eigen::Vector3d end = (p.z() < 0 ? -1.0 : 1.0) * Eigen::Vector3d::UnitZ();
    if (across <= 0 && along <= 0)
      return across > along ? Distance{across, side} : Distance{along, end};
    const double beyond = std::max(across, 0.0), over = std::max(along, 0.0);
    const double length = std::hypot(beyond, over);
    return {length, (beyond * side + over * end) / length};
  }
  std::vector<Feature> features(bool planar) const {
    std::vector<Feature> rims;
    for (double z : {-half_length, half_length})
      for (int k = 0; k < kAround; k += planar ? kAround / 2 : 1) rims.push_back({rim(k, z), 0.0});
    return rims;
  }

  static Placed<Cylinder> place(const Spec& spec, int dimension) {
    const Eigen::Vector3d from = as_vector(spec.from), to = as_vector(spec.to);
    Pose pose = along_z(to - from, 0.5 * (from + to));
    if (dimension == 2) {
      Eigen::Matrix3d axes;  // across, out of the plane, along
      axes.col(2) = (to - from).normalized();
      axes.col(1) = Eigen::Vector3d::UnitZ();
      axes.col(0) = axes.col(1).cross(axes.col(2));
      pose.turn = Eigen::Quaterniond(axes);
    }
    return {Cylinder{spec.radius, 0.5 * (to - from).norm()}, pose};
  }
  static double thickness(const Spec& spec, int) {
    return std::min(spec.radius, 0.5 * (as_vector(spec.to) - as_vector(spec.from)).norm());
  }
  static MassProperties mass(const Spec& spec, bool planar) {
    const Eigen::Vector3d from = as_vector(spec.from), to = as_vector(spec.to);
    const double r = spec.radius, length = (to - from).norm();
    MassProperties result;
    result.center = (from + to) / 2;
    result.mass = (planar ? 2 * r : M_PI * r * r) * length;
    if (planar)
      result.inertia = about_z(result.mass / 12 * (4 * r * r + length * length));
    else
      result.inertia = symmetric_about((to - from) / length, result.mass * r * r / 2,
                                       result.mass / 12 * (3 * r * r + length * length));
    return result;
  }
  /// Viewers have no word for it: triangles, with rims of their own for every face.
  static void draw(const Spec& spec, SolidView& view) {
    view.kind = SolidKind::mesh;
    const Cylinder solid = place(spec, 3).shape;
    const auto add = [&](const Eigen::Vector3d& p) {
      view.positions.insert(view.positions.end(), p.begin(), p.end());
    };
    for (int face = 0; face < 2; ++face)  // the side, then the two ends
      for (double z : {-solid.half_length, solid.half_length})
        for (int k = 0; k < kAround; ++k) add(solid.rim(k, z));
    for (int k = 0; k < kAround; ++k) {
      const int next = (k + 1) % kAround, top = kAround, ends = 2 * kAround;
      for (int corner : {k, next, k + top, k + top, next, next + top})
        view.triangles.push_back(corner);
      if (k == 0 || next == 0) continue;
      for (int corner : {ends, ends + next, ends + k}) view.triangles.push_back(corner);
      for (int corner : {ends + top, ends + top + k, ends + top + next})
        view.triangles.push_back(corner);
    }
  }

 private:
  Eigen::Vector3d rim(int k, double z) const {
    const double angle = 2 * M_PI * k / kAround;
    return {radius * std::cos(angle), radius * std::sin(angle), z};
  }
};

}  // namespace conjac
