#pragma once

#include <vector>

#include "mesh/mesh.h"

namespace conjac {

/// Shape of one element, independent of its size.
///
/// With g_i the gradient of the barycentric coordinate of node i, 1/|g_i| is the height over the
/// side opposite it, and -g_i is that side's outward normal. Hence, in any dimension,
///   dihedral angle between the sides i and j    cos = - g_i . g_j / (|g_i| |g_j|)
///   radius of the inscribed ball                r = 1 / sum |g_i|
/// and the centre c of the circumscribed ball, seen from node 0, solves 2 (x_i - x_0) . c =
/// |x_i - x_0|^2. In 2D the dihedral angles are the angles of the triangle.
struct ElementQuality {
  double smallest_angle = 0;  // degrees; 70.53 in a regular tetrahedron, 60 in a triangle
  double largest_angle = 0;   // degrees
  double radius_ratio = 0;    // Dim r / R: 1 for the regular simplex, 0 for a flat one
};
template <int Dim>
ElementQuality element_quality(const Mesh<Dim>& mesh, int element);

/// Of all elements, in their order.
template <int Dim>
std::vector<ElementQuality> mesh_quality(const Mesh<Dim>& mesh);

/// Pieces connected through shared sides. More of them than connected_pieces() finds means that
/// something hangs on an edge or a vertex alone and can swing about it like a hinge.
template <int Dim>
int side_connected_pieces(const Mesh<Dim>& mesh);

}  // namespace conjac
