#pragma once

#include "mesh/mesh.h"

namespace conjac {

/// Every element is cut into 2^Dim of half its size, at the middles of its edges. The old nodes keep
/// their numbers and places, the middles follow in the order of their edges (lower end first). The
/// parts of element e are 2^Dim e, 2^Dim e + 1, ...
///
/// A tetrahedron loses its four corners; what is left is an octahedron, cut into four around its
/// shortest diagonal, which keeps shapes from getting ever flatter (Bey 1995). Neighbours cut the
/// side they share alike, since a side is cut by the middles of its own edges.
///
/// Regions, bodies, sets and materials are handed down; a middle is in a set of nodes where both
/// ends of its edge are. Throws Error(bad_input) where there would be more than an int can number.
template <int Dim>
Mesh<Dim> refine(const Mesh<Dim>& mesh);

/// How many nodes and elements it will have, refined so often, without making it. Exact for the
/// elements; a solid has a little fewer nodes than this, since its surface grows less than it.
struct RefinedSize {
  double nodes, elements;
};
template <int Dim>
RefinedSize refined_size(const Mesh<Dim>& mesh, int times);

}  // namespace conjac
