#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/mesh.h"
#include "mesh/surface_file.h"

namespace conjac {

/// A fine surface over a coarse body, at rest. A vertex has one normal and one place in a texture;
/// where a file has several at a point, there are as many vertices.
struct SkinSurface {
  std::vector<Vec<3>> points;
  std::vector<Vec<3>> normals;  // (points) unit
  std::vector<Vec<2>> texture;  // (points), or empty
  std::vector<std::array<int, 3>> triangles;
};
/// Corners without a normal get the mean of the triangles around their point, weighted by area.
SkinSurface skin_surface(const SurfaceFile& file);

/// A skin and the nodes that carry it. It is made of the rest shape alone, so it is the same however
/// the body has moved, and after a cut it is made anew.
struct CarriedSkin {
  std::vector<std::array<int, 4>> nodes;       // (vertices) of the element that carries each
  std::vector<std::array<double, 4>> weights;  // (vertices) sum 1
  std::vector<Vec<3>> normals;                 // (vertices) at rest, unit
  std::vector<Vec<2>> texture;                 // (vertices), or empty
  std::vector<std::array<int, 3>> triangles;
  int outside = 0;      // vertices that no element holds; the nearest one carries them
  double farthest = 0;  // of these from the body, m
};

/// `carries`: (elements) 1 where an element may. A triangle whose corners a cut has parted follows
/// the element that holds its middle: corners on the other side become vertices of their own, which
/// that element carries. So every triangle stays, and no triangle spans a cut.
CarriedSkin carry_skin(const Mesh<3>& mesh, std::span<const char> carries, const SkinSurface& skin);

/// Boundary facets that lie where another one lies at rest: the two sides of a cut. (facets) 1 there.
std::vector<char> cut_facets(const std::vector<Vec<3>>& rest,
                             const std::vector<std::array<int, 3>>& facets);

}  // namespace conjac
