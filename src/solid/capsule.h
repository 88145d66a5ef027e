#pragma once

#include <algorithm>
#include <cmath>

#include "solid/shape.h"

namespace conjac {

/// A rod with round ends, along z.
struct Capsule {
  using Spec = SolidCapsule;
  double radius = 1, half_length = 1;

  Distance distance(const Eigen::Vector3d& p) const {
    const Eigen::Vector3d on_axis(0, 0, std::clamp(p.z(), -half_length, half_length));
    const Eigen::Vector3d offset = p - on_axis;
    if (offset.isZero(0)) return {-radius, Eigen::Vector3d::UnitX()};
    return from_point(offset, radius);
  }
  std::vector<Feature> features(bool) const {
    const Eigen::Vector3d end = half_length * Eigen::Vector3d::UnitZ();
    return {{-end, radius}, {end, radius}};
  }

  static Placed<Capsule> place(const Spec& spec, int) {
    const Eigen::Vector3d from = as_vector(spec.from), to = as_vector(spec.to);
    return {Capsule{spec.radius, 0.5 * (to - from).norm()}, along_z(to - from, 0.5 * (from + to))};
  }
  static double thickness(const Spec& spec, int) { return spec.radius; }
  static MassProperties mass(const Spec& spec, bool planar) {
    const Eigen::Vector3d from = as_vector(spec.from), to = as_vector(spec.to);
    const double r = spec.radius, length = (to - from).norm();
    const Eigen::Vector3d axis =
        length > 0 ? Eigen::Vector3d((to - from) / length) : Eigen::Vector3d::UnitX();
    MassProperties result;
    result.center = (from + to) / 2;
    // A rod between two half balls (in the plane: a rectangle between two half discs), whose
    // centres of mass lie `out` beyond the ends of the rod.
    const double rod = (planar ? 2 * r : M_PI * r * r) * length;
    const double caps = planar ? M_PI * r * r : 4.0 / 3 * M_PI * r * r * r;
    const double out = planar ? 4 * r / (3 * M_PI) : 3.0 / 8 * r;
    const double arm = length / 2 + out;
    result.mass = rod + caps;
    if (planar) {
      const double moment =
          rod / 12 * (length * length + 4 * r * r) + caps * (r * r / 2 - out * out + arm * arm);
      result.inertia = about_z(moment);
      return result;
    }
    const double along = rod * r * r / 2 + 0.4 * caps * r * r;
    const double across =
        rod * (r * r / 4 + length * length / 12) + caps * (0.4 * r * r - out * out + arm * arm);
    result.inertia = symmetric_about(axis, along, across);
    return result;
  }
  static void draw(const Spec& spec, SolidView& view) {
    view.kind = SolidKind::capsule;
    view.radius = spec.radius;
    view.half_length = 0.5 * (as_vector(spec.to) - as_vector(spec.from)).norm();
  }
};

}  // namespace conjac
