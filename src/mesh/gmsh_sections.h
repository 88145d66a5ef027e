#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mesh/gmsh_types.h"
#include "mesh/raw_mesh.h"
#include "mesh/scanner.h"

namespace conjac {

/// The sections of the two Gmsh versions that hold the mesh. The scanner stands behind the line
/// with the section's name and is left behind its last value.

/// A whole file of version 1, from its beginning: $NOD and $ELM, always text.
void read_gmsh1(Scanner& in, RawMesh& raw);

/// Physical groups that have a name, by dimension and tag: their place in RawMesh::sets.
using GmshNames = std::map<std::pair<std::int64_t, std::int64_t>, std::size_t>;
GmshNames read_gmsh_names(Scanner& in, RawMesh& raw);

void read_gmsh2_nodes(Scanner& in, RawMesh& raw);
void read_gmsh2_elements(Scanner& in, const GmshNames& names, RawMesh& raw);

/// Physical tags of each entity that has any, by dimension.
using GmshPhysical = std::array<std::unordered_map<int, std::vector<int>>, 4>;
/// `wide` when sizes and tags are 8 bytes in binary files, else 4.
GmshPhysical read_gmsh4_entities(Scanner& in, bool wide);
void read_gmsh4_nodes(Scanner& in, bool wide, RawMesh& raw);
void read_gmsh4_elements(Scanner& in, bool wide, const GmshPhysical& physical,
                         const GmshNames& names, RawMesh& raw);

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

/// The cell filed last belongs to the physical group `tag`.
inline void add_to_gmsh_group(const GmshNames& names, const GmshType& type, std::int64_t tag,
                              const RawCell& cell, RawMesh& raw) {
  if (names.empty()) return;
  const auto group = names.find({type.dimension, tag});
  if (group == names.end()) return;
  RawSet& set = raw.sets[group->second];
  if (type.triangle)
    set.triangles.push_back(static_cast<std::int64_t>(raw.triangles.size()) - 1);
  else if (type.tetrahedron)
    set.tetrahedra.push_back(static_cast<std::int64_t>(raw.tetrahedra.size()) - 1);
  else
    set.nodes.insert(set.nodes.end(), cell.nodes.begin(),
                     cell.nodes.begin() + std::min(type.nodes, 4));
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
