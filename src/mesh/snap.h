#pragma once

#include <span>
#include <vector>

#include "mesh/cut_surface.h"
#include "mesh/mesh.h"

namespace conjac {

/// What snapping works on. A node that moves becomes another material point: it takes over what the
/// finite-element field says there, so that strains and motion stay what they were, but for the
/// little that a piecewise linear field can hold less of.
template <int Dim>
struct SnapFields {
  VectorXd& x;                        // (nodes x Dim) where the knife is met
  std::span<VectorXd* const> others;  // (nodes x Dim) interpolated along with x
};

/// Moves nodes onto the knife, in the order given, rest positions along. Returns how many moved.
///
/// The volume V of a body and its mass are linear in the position of one node, so a node that moves
/// at right angles to dV/dX and dm/dX (both zero inside a uniform body, dV/dX normal to the surface
/// on it) changes neither, and the outer surface and the borders of materials stay in place. Edges
/// of the outer surface are kept too, corners do not move. No element gets smaller than a fraction
/// of its volume or of a poor shape, at rest or now, on account of it: then the node goes only part
/// of the way, or none.
///
/// On a bent surface all this leaves the surface in place but for what lies between its facets.
/// Where something lies against it (`close`, nodes) that would be too much: there a node moves only
/// within faces that are flat and along edges that are straight.
template <int Dim>
int snap_nodes(Mesh<Dim>& mesh, std::span<const int> facing, std::span<const double> density,
               const CutSurface<Dim>& knife, std::span<const int> nodes,
               std::span<const char> close, SnapFields<Dim> fields);

}  // namespace conjac
