#pragma once

#include "mesh/raw_mesh.h"
#include "mesh/read.h"

namespace conjac {

/// Makes what a file holds keep the promises of Mesh. Mended, with a notice: elements with negative
/// rest volume (re-wound), vertices no element uses (dropped), elements written twice (dropped:
/// Gmsh 2 writes one for each physical group), quadratic elements (read by their corners). Refused,
/// with Error(bad_input): no elements of this dimension, cells of other shapes, nodes that do not
/// exist or repeat within an element, coordinates that are not finite, a plane mesh that is not
/// plane, and flat elements: |det(edges)| < 1e-10 L^Dim, L the largest coordinate difference
/// between two nodes. A regular simplex has about 1 and the worst sliver a mesher leaves about
/// 1e-4, while a flat element written with twelve digits comes back with 1e-12.
template <int Dim>
ReadResult<Dim> clean(const RawMesh& raw);

}  // namespace conjac
