#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dim.h"

namespace conjac {

struct TriangleSurface {
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> triangles;  // of points, counted from 0
};

/// Vertices and faces of a Wavefront .obj file; polygons become fans of triangles, everything else
/// is passed over. Throws Error naming file, line and remedy.
TriangleSurface read_obj(const std::string& path);

}  // namespace conjac
