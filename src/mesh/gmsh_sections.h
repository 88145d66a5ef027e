#pragma once

#include <array>
#include <unordered_map>

#include "mesh/gmsh_types.h"
#include "mesh/raw_mesh.h"
#include "mesh/scanner.h"

namespace conjac {

/// The sections of the two Gmsh versions that hold the mesh. The scanner stands behind the line
/// with the section's name and is left behind its last value.

/// A whole file of version 1, from its beginning: $NOD and $ELM, always text.
void read_gmsh1(Scanner& in, RawMesh& raw);

void read_gmsh2_nodes(Scanner& in, RawMesh& raw);
void read_gmsh2_elements(Scanner& in, RawMesh& raw);

/// First physical tag of each entity that has one, by dimension.
using GmshPhysical = std::array<std::unordered_map<int, int>, 4>;
/// `wide` when sizes and tags are 8 bytes in binary files, else 4.
GmshPhysical read_gmsh4_entities(Scanner& in, bool wide);
void read_gmsh4_nodes(Scanner& in, bool wide, RawMesh& raw);
void read_gmsh4_elements(Scanner& in, bool wide, const GmshPhysical& physical, RawMesh& raw);

/// Files `cell` under its kind; lines and points are no part of a mesh.
inline void add_gmsh_cell(const GmshType& type, RawCell cell, RawMesh& raw) {
  cell.quadratic = type.nodes > type.dimension + 1;
  if (type.triangle)
    raw.triangles.push_back(cell);
  else if (type.tetrahedron)
    raw.tetrahedra.push_back(cell);
  else if (type.dimension == 2)
    raw.other_faces.add(cell.number, cell.place);
  else if (type.dimension == 3)
    raw.other_volumes.add(cell.number, cell.place);
}

/// Looks the type up or fails.
inline GmshType known_gmsh_type(const Scanner& in, std::int64_t number,
                                std::optional<std::int64_t> element = {}) {
  const GmshType type = gmsh_type(number);
  if (type.nodes == 0)
    in.fail("unknown element type " + std::to_string(number) +
                ". Export linear tetrahedra or triangles.",
            element);
  return type;
}

}  // namespace conjac
