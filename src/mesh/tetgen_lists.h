#pragma once

#include "mesh/raw_mesh.h"
#include "mesh/scanner.h"

namespace conjac {

/// The two lists of the TetGen family, which Vega files hold too. Each starts with a header line of
/// counts and has one line per item: "label x y [z] [attributes] [marker]" for nodes, "label nodes
/// [attributes]" for elements. Labels may start anywhere, usually at 0 or 1.

/// Appends points and labels; returns the dimension, 2 or 3.
int read_node_list(Scanner& in, RawMesh& raw);

/// Appends triangles (dimension 2) or tetrahedra (3). The first attribute, if any, is the region.
void read_element_list(Scanner& in, int dimension, RawMesh& raw);

}  // namespace conjac
