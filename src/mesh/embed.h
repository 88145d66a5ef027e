#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "mesh/mesh.h"

namespace conjac {

/// Where a point is in a mesh: the element that carries it, and its barycentric weights there, which
/// sum to 1. Outside of the mesh that is the element nearest to it, and some weights are negative:
/// the element's linear map goes on beyond its sides, so an affine motion of the body carries every
/// point exactly.
struct Embedded {
  int element = 0;
  std::array<double, 4> weights{};
  double outside = 0;  // distance from the nearest element that carries, m; 0 inside
};

/// Finds points in the rest shape of tetrahedra.
class Embedder {
 public:
  /// `carries`: (elements) 1 where an element may carry points; at least one does.
  Embedder(const Mesh<3>& mesh, std::span<const char> carries);
  ~Embedder();

  Embedded find(const Vec<3>& point) const;
  /// The weights of a point in an element, wherever it is.
  std::array<double, 4> weights_in(int element, const Vec<3>& point) const;

 private:
  struct Trees;
  const Mesh<3>& mesh_;
  std::unique_ptr<const Trees> trees_;
};

}  // namespace conjac
