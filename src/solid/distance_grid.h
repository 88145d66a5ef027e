#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "core/triangle_surface.h"

namespace conjac {

/// The signed distance of a closed surface on a regular grid around it, trilinear in between. The
/// gradient returned is that of the interpolant, so that energy and force agree exactly. Outside of
/// the grid the distance is infinite: the grid reaches beyond the surface by two of its cells.
class DistanceGrid {
 public:
  /// `cells` along the longest side of the surface's box. Throws Error(bad_input) when the surface
  /// is not closed.
  DistanceGrid(const TriangleSurface& surface, int cells);

  /// Leaves `gap` and `gradient` alone outside of the grid.
  void sample(const Eigen::Vector3d& p, double& gap, Eigen::Vector3d& gradient) const;

  double spacing() const { return spacing_; }
  std::size_t values() const { return values_.size(); }

 private:
  double value(int i, int j, int k) const {
    return values_[(static_cast<std::size_t>(k) * count_[1] + j) * count_[0] + i];
  }

  Eigen::Vector3d origin_;
  double spacing_ = 1;
  std::array<int, 3> count_{};
  std::vector<double> values_;
};

}  // namespace conjac
