#pragma once

#include <string>
#include <vector>

#include "mesh/mesh.h"

namespace conjac {

template <int Dim>
struct ReadResult {
  Mesh<Dim> mesh;
  std::vector<std::string> notices;  // what was changed or doubtful, one sentence each
};

/// Reads a mesh file; the format follows from the extension:
///   .mesh         MEDIT, ASCII
///   .msh          Gmsh 1 (ASCII), 2.x and 4.1 (ASCII and binary)
///   .node, .ele   TetGen (and Triangle, in the plane); give either, the other lies beside it
///   .vtk          legacy VTK unstructured grid, ASCII and binary, both cell layouts
///   .vtu          VTK XML unstructured grid: ASCII, base64, appended, zlib-compressed
///   .inp          Abaqus and CalculiX
///   .veg          Vega, tetrahedra
/// In the place of a name the mesh itself may stand (read_arrays, mesh/formats.h).
///
/// Dim = 3 takes the tetrahedra (triangles beside them are taken for their surface), Dim = 2 the
/// triangles, which must lie in a plane of constant z. Quadratic elements are read by their
/// corners. Element order and node order are those of the file. Regions are the MEDIT reference,
/// the Gmsh physical tag (else the entity tag), the first TetGen attribute, the VTK cell data
/// called region, medit:ref or gmsh:physical (else the first integer scalar), and for Vega and
/// Abaqus the number of the last set that holds the element, counted from 1 (0 without one).
///
/// The result satisfies what Mesh promises (see clean.h). Throws Error(io) when a file cannot be
/// opened and Error(bad_input) naming file, line or byte, element, cause and remedy otherwise.
template <int Dim>
ReadResult<Dim> read_mesh(const std::string& path);

/// 3 when the file holds tetrahedra or other volume cells, 2 when it holds triangles only. Throws
/// as read_mesh does.
int mesh_dimension(const std::string& path);

}  // namespace conjac
