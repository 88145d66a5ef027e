#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "mesh/mesh.h"

namespace conjac {

/// Joins bodies where the scene says so: two nodes become one, in the middle of both. A constraint
/// that holds exactly and costs nothing, because there is nothing left to hold together: what
/// condenses, touches or is cut sees one body. Nodes are numbered anew. Pairs are taken by their
/// distance, the nearest first, and every node of a weld is in one pair at most.
///
/// Throws Error(bad_input) where a weld joins nothing, or would make an element flat.
template <int Dim>
void weld(Mesh<Dim>& mesh, const SceneSpec& spec, std::vector<std::string>& notices);

}  // namespace conjac
