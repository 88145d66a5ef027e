#pragma once

#include <span>
#include <vector>

#include "mesh/mesh.h"

namespace conjac {

/// Who lies beyond each side of each element: entry e * (Dim + 1) + k is the same kind of entry of
/// the element across the side opposite node k of element e, or -1 at the boundary.
template <int Dim>
std::vector<int> facing_sides(const Mesh<Dim>& mesh);

/// Pieces of elements connected through sides that are not marked in `apart` (one mark per entry of
/// `facing`; empty marks none), numbered by their lowest element.
struct ElementPieces {
  std::vector<int> of_element;  // (elements)
  std::vector<int> size;        // (pieces) elements
  int count() const { return static_cast<int>(size.size()); }
};
template <int Dim>
ElementPieces element_pieces(const Mesh<Dim>& mesh, std::span<const int> facing,
                             std::span<const char> apart);

}  // namespace conjac
