#pragma once

#include <span>
#include <vector>

#include "mesh/cut_surface.h"
#include "mesh/facing.h"
#include "mesh/mesh.h"

namespace conjac {

/// Cutting, in three steps that are pure functions:
///
///   crossed_sides   which sides of elements the knife parts. A side is parted when the way from
///                   the centre of one element through the middle of the side to the centre of the
///                   other crosses the knife an odd number of times. So elements fall to the side
///                   of the knife their centre is on, and come apart along the faces nearest to
///                   it; where the knife ends inside the body the cut ends. Nodes that lie exactly
///                   on the knife need no case of their own.
///   join_crumbs     undoes the cut around pieces too small to be worth having.
///   part            gives every group of elements around a node that still hangs together through
///                   sides a node of its own.
///
/// Sides are named as in mesh/facing.h.
struct CrossedSides {
  std::vector<char> apart;  // (elements x (Dim + 1)), the same for both entries of a side
  int touched = 0;          // elements the knife passes through
};

/// The positions drawn towards the knife: of the two ends of every edge it crosses, the nearer one
/// goes nine tenths of its way to it. Asking crossed_sides with these instead of `x` parts the body
/// along faces whose nodes are all near the knife, which snapping can then bring onto it; where all
/// nodes of an element are drawn, the tenth that is left still tells its side.
template <int Dim>
std::vector<Vec<Dim>> drawn_towards(const Mesh<Dim>& mesh, std::span<const Vec<Dim>> x,
                                    const CutSurface<Dim>& knife);

/// `x` are the positions the knife meets (nodes), `within` (elements, empty: all) those that may be
/// cut.
template <int Dim>
CrossedSides crossed_sides(const Mesh<Dim>& mesh, std::span<const Vec<Dim>> x,
                           std::span<const int> facing, const CutSurface<Dim>& knife,
                           std::span<const char> within);

/// Pieces of fewer than `smallest` elements that the cut alone made stay with the largest piece
/// they were cut from. Returns how many there were.
template <int Dim>
int join_crumbs(const Mesh<Dim>& mesh, std::span<const int> facing, int smallest,
                std::vector<char>& apart);

/// The mesh with its elements unchanged in number and order. Old nodes keep their number, on the
/// largest group of elements around them; copies follow behind.
template <int Dim>
struct Parted {
  Mesh<Dim> mesh;
  std::vector<int> origin;  // (new nodes) the old node it was
  int sides = 0;            // that really came apart
};
template <int Dim>
Parted<Dim> part(const Mesh<Dim>& mesh, std::span<const int> facing, std::span<const char> apart);

/// The mesh without the marked elements and without nodes that nothing uses any more.
template <int Dim>
struct Remainder {
  Mesh<Dim> mesh;
  std::vector<int> node_origin, element_origin;  // old number of each
};
template <int Dim>
Remainder<Dim> without(const Mesh<Dim>& mesh, std::span<const char> marked);

}  // namespace conjac
