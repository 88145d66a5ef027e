#pragma once

#include <array>
#include <vector>

#include "core/dim.h"

namespace conjac {

/// Triangles in space; of a closed surface the normals are outward, right-handed.
struct TriangleSurface {
  std::vector<Vec<3>> points;
  std::vector<std::array<int, 3>> triangles;
};

}  // namespace conjac
