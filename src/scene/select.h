#pragma once

#include <vector>

#include "conjac/scene_spec.h"
#include "mesh/mesh.h"

namespace conjac {

/// Nodes whose rest position lies in the selection, ascending. An empty result is an Error that
/// names where the selection was written and what the mesh's bounds are.
template <int Dim>
std::vector<int> select_nodes(const Mesh<Dim>& mesh, const Selection& selection);

/// Elements whose rest centroid does (index, region: by number and label).
template <int Dim>
std::vector<int> select_elements(const Mesh<Dim>& mesh, const Selection& selection);

}  // namespace conjac
