#pragma once

#include <array>
#include <vector>

#include "conjac/solid_view.h"
#include "core/dim.h"

namespace conjac::record {

/// Adds the surface of a box, ball or capsule, where it is, as triangles; other kinds are passed
/// over. `flat`: its outline in the plane z = 0 instead, a little behind the body.
void add_solid(const SolidView& solid, bool flat, std::vector<Vec<3>>& positions,
               std::vector<std::array<int, 3>>& triangles);

}  // namespace conjac::record
