#pragma once

#include <span>
#include <vector>

#include "mesh/mesh.h"

namespace conjac {

/// `count` nodes for dynamic or representative use: farthest-point sampling by graph distance from
/// the `taken` nodes (held ones, and dynamic ones chosen by hand) and from each other, each then
/// replaced by the most interior node near it: dynamic nodes at the very tips of limbs blow up when
/// the limb is let go. Deterministic; `seed` chooses where to begin when nothing is taken. Fewer
/// than `count` come back when the mesh has no room for more at a sensible distance. `among` (per
/// node; empty: all) keeps the choice to one body.
template <int Dim>
std::vector<int> place_nodes(const Mesh<Dim>& mesh, std::span<const int> taken, int count,
                             unsigned seed, std::span<const char> among = {});

/// Region of each element: the index of the site nearest by graph distance (design: adaptivity), -1
/// where none can be reached.
template <int Dim>
std::vector<int> nearest_sites(const Mesh<Dim>& mesh, std::span<const int> sites);

}  // namespace conjac
