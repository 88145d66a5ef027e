#pragma once

#include <array>

#include "mesh/mesh.h"

namespace conjac {

/// Regular grids split after Kuhn (Freudenthal): every cell is cut into Dim! simplices, one for
/// each order of the axes, whose nodes follow the cell's edges from its lowest to its highest
/// corner along the axes in that order. All cells are cut alike, and the cut of a cell face depends
/// on that face alone, so neighbouring cells share whole facets.
///
/// Nodes are numbered with x fastest, then y, then z; elements cell by cell in the same order. All
/// regions are 0. Throws Error(bad_input) for a cell count below 1, a size that is not positive and
/// finite, or a grid with more nodes or elements than an int can number.
Mesh<3> box(const std::array<int, 3>& cells, const Vec<3>& size,
            const Vec<3>& origin = Vec<3>::Zero());
Mesh<2> rectangle(const std::array<int, 2>& cells, const Vec<2>& size,
                  const Vec<2>& origin = Vec<2>::Zero());

/// A spindle about the line between two points, round across (in 2D: as wide as thick): half its
/// thickness is `belly` in the middle and `tendon` at the ends, between them it follows the square
/// of a sine. A grid of cells[0] along and cells[1] across, bent into shape; the ends are flat.
template <int Dim>
Mesh<Dim> spindle(const std::array<int, 2>& cells, const Vec<Dim>& from, const Vec<Dim>& to,
                  double belly, double tendon);

}  // namespace conjac
