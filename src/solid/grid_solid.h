#pragma once

#include <memory>

#include "solid/distance_grid.h"
#include "solid/shape.h"

namespace conjac {

/// A closed triangle surface, as a grid of its signed distance. Whoever reads its file places and
/// draws it (scene/contact_setup.cpp).
struct GridSolid {
  using Spec = SurfaceObstacle;
  std::shared_ptr<const DistanceGrid> grid;

  Distance distance(const Eigen::Vector3d& p) const {
    Distance result;
    grid->sample(p, result.gap, result.gradient);
    return result;
  }
  std::vector<Feature> features(bool) const { return {}; }
};

}  // namespace conjac
