#pragma once

#include <cmath>

#include "solid/shape.h"

namespace conjac {

struct Ball {
  using Spec = SolidSphere;
  double radius = 1;

  Distance distance(const Eigen::Vector3d& p) const { return from_point(p, radius); }
  std::vector<Feature> features(bool) const { return {{Eigen::Vector3d::Zero(), radius}}; }

  static Placed<Ball> place(const Spec& spec, int) {
    return {Ball{spec.radius}, {Eigen::Quaterniond::Identity(), as_vector(spec.center)}};
  }
  static double thickness(const Spec& spec, int) { return spec.radius; }
  static MassProperties mass(const Spec& spec, bool planar) {
    const double r = spec.radius;
    MassProperties result;
    result.center = as_vector(spec.center);
    result.mass = planar ? M_PI * r * r : 4.0 / 3 * M_PI * r * r * r;
    result.inertia = planar
                         ? about_z(result.mass * r * r / 2)
                         : Eigen::Matrix3d(0.4 * result.mass * r * r * Eigen::Matrix3d::Identity());
    return result;
  }
  static void draw(const Spec& spec, SolidView& view) {
    view.kind = SolidKind::sphere;
    view.radius = spec.radius;
  }
};

}  // namespace conjac
