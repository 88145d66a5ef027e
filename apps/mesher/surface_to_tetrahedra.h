#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "tetrahedra.h"

namespace conjac::mesher {

struct MeshOptions {
  int vertices = 5000;       // of the result, met within kTolerance
  double edge = 0;           // edge length h in units of the surface; 0 searches for `vertices`
  double cell_ratio = 1.5;   // circumradius bound of an element over that of a surface triangle
  double sliver_angle = 12;  // degrees; perturbing and exuding stop once all dihedrals exceed it
  int decimate = 0;          // reduce the surface to about this many vertices first; 0 does not
  bool fill_holes = false;   // close holes of any size
  double time_limit = 300;   // s, for each stage
  unsigned seed = 1;         // of the points the refinement starts from
  bool quiet = false;
};

/// The number of vertices asked for is met within this share.
inline constexpr double kTolerance = 0.05;

/// The surface cannot be meshed; the text names file, cause and remedy.
struct BadSurface : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Tetrahedra inside a closed triangle surface (OBJ, OFF, PLY or STL), by Delaunay refinement (CGAL
/// Mesh_3) with the criteria
///   surface triangles   smallest angle 25 degrees, circumradius h, 0.15 h away from the surface
///   elements            circumradius to shortest edge 2, circumradius cell_ratio h
/// which are known to end on closed surfaces, self-intersecting ones included; asking for a
/// manifold boundary is not. Slivers, which the radius-edge bound lets through, are then removed by
/// perturbing vertices and by weighting them (exudation). h is found by a search on log h, since
/// the number of vertices falls monotonically, about as h^-2.5. `warn` hears, in full sentences,
/// what is doubtful about the surface and what was done about it.
///
/// Throws BadSurface, for unreadable files, surfaces with large holes or none, and when a stage
/// runs out of time without a usable mesh.
Tetrahedra surface_to_tetrahedra(const std::string& path, const MeshOptions& options,
                                 const std::function<void(const std::string&)>& warn);

}  // namespace conjac::mesher
