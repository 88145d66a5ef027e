#pragma once

#include "mesh/mesh.h"

namespace conjac {

/// Rigid motions and scaling of the rest positions. Orientation is kept, so elements stay positive.

/// About the coordinate origin; `factor` must be positive and finite.
template <int Dim>
void scale(Mesh<Dim>& mesh, double factor);

/// Turns right-handed about the line through `center` along `axis` (any length but zero). Multiples
/// of 90 degrees about a coordinate axis are exact. In 2D the axis must be along z and only x and y
/// of `center` count.
template <int Dim>
void rotate(Mesh<Dim>& mesh, const Vec<3>& axis, const Vec<3>& center, double degrees);

template <int Dim>
void translate(Mesh<Dim>& mesh, const Vec<Dim>& offset);

}  // namespace conjac
