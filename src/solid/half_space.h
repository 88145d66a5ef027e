#pragma once

#include "solid/shape.h"

namespace conjac {

/// Solid below z = 0.
struct HalfSpace {
  using Spec = HalfSpaceObstacle;

  Distance distance(const Eigen::Vector3d& p) const { return {p.z(), Eigen::Vector3d::UnitZ()}; }
  std::vector<Feature> features(bool) const { return {}; }

  static Placed<HalfSpace> place(const Spec& spec, int) {
    return {HalfSpace{}, along_z(as_vector(spec.normal), as_vector(spec.point))};
  }
  static void draw(const Spec&, SolidView& view) { view.kind = SolidKind::half_space; }
};

}  // namespace conjac
