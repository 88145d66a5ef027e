#pragma once

#include <array>
#include <vector>

#include "conjac/solid_view.h"
#include "core/dim.h"

namespace conjac::draw {

/// The surface of a rigid solid as triangles about its own origin, outside counter-clockwise.
struct SolidMesh {
  std::vector<Vec<3>> positions;
  std::vector<std::array<int, 3>> triangles;
};

/// The only place that turns solids into triangles: previews, renderings and comparisons all draw
/// these. A half space becomes a square of half edge `extent` around its origin. Triangles of a
/// mesh that name corners it does not have are left out.
SolidMesh solid_mesh(const SolidView& solid, double extent = 0);

/// The corners where position and rotation (unit quaternion x, y, z, w) put them.
std::vector<Vec<3>> in_place(const SolidMesh& mesh, const std::array<double, 3>& position,
                             const std::array<double, 4>& rotation);

}  // namespace conjac::draw
