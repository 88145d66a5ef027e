#pragma once

#include "solid/distance_grid.h"

namespace conjac::test {

/// A cube about the origin as twelve triangles, outward.
inline TriangleSurface cube_surface(double edge) {
  TriangleSurface surface;
  for (int k = 0; k < 8; ++k)
    surface.points.emplace_back(edge * ((k & 1) - 0.5), edge * ((k >> 1 & 1) - 0.5),
                                edge * ((k >> 2) - 0.5));
  for (const auto& quad :
       {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
        std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    surface.triangles.push_back({quad[0], quad[1], quad[2]});
    surface.triangles.push_back({quad[0], quad[2], quad[3]});
  }
  return surface;
}

}  // namespace conjac::test
