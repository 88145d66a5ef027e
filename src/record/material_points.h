#pragma once

#include <span>
#include <vector>

#include "core/dim.h"
#include "record/frame.h"

namespace conjac::record {

/// For every node of a body the same material point of another mesh of it: an element's nodes and
/// the barycentric coordinates in it. Points a little outside (two meshes of one surface are never
/// the same) are extrapolated from the element they are nearest to.
class MaterialPoints {
 public:
  /// Both frames show the body in the same shape. Equal meshes are paired node by node. Throws
  /// Error(bad_input) when they are not meshes of the same body.
  MaterialPoints(const FrameView& of, const FrameView& in);

  bool same_mesh() const { return same_; }
  /// Positions of the points (in space, z = 0 in 2D), given positions of the nodes of `in`.
  std::vector<Vec<3>> at(std::span<const Vec<3>> nodes) const;

 private:
  bool same_ = false;
  std::size_t points_ = 0;
  int corners_ = 0;
  std::vector<int> nodes_;       // (points x corners), of `in`
  std::vector<double> weights_;  // (points x corners)
};

/// Positions as points in space, z = 0 in 2D.
std::vector<Vec<3>> points_of(std::span<const double> positions, int dimension);
/// Diagonal of the box around them.
double extent(std::span<const Vec<3>> points);

}  // namespace conjac::record
