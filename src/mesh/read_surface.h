#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// Triangles in space.
struct SurfaceMesh {
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> triangles;
};

/// Reads a surface: .obj (Wavefront; polygons are cut into fans), .stl (ASCII and binary; equal
/// points are merged), or any mesh file of tetrahedra (mesh/read.h), of which the boundary is
/// taken. Throws Error(io) when the file cannot be opened and Error(bad_input) naming file, line or
/// byte, cause and remedy otherwise.
SurfaceMesh read_surface(const std::string& path);

}  // namespace conjac
