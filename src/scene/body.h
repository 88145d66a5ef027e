#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "mesh/mesh.h"
#include "mesh/topology.h"
#include "scene/script.h"

namespace conjac {

/// A node that may be dynamic.
struct Representative {
  int node = 0;
  bool adaptive = false;  // sleeps and wakes by its liveliness; else always awake
  int id = -1;            // place in the list before any cut, or the next number after it
  bool standby = false;   // added by a cut: awake only while nothing else pins its piece
};

template <int Dim>
struct BodyShape {
  Mesh<Dim> mesh;
  std::vector<std::string> notices;
};

/// The mesh of a scene, read or generated, and placed; several bodies become one mesh that knows
/// which element belongs to which.
template <int Dim>
BodyShape<Dim> build_shape(const SceneSpec& spec);
/// 2 or 3.
int scene_dimension(const SceneSpec& spec);

/// (nodes) whether a node belongs to a body.
template <int Dim>
std::vector<char> body_nodes(const Mesh<Dim>& mesh, int body);
/// (dofs) what `velocity` and `spin` of the bodies give the nodes at rest.
template <int Dim>
VectorXd starting_velocities(const Mesh<Dim>& mesh, const VectorXd& mass, const SceneSpec& spec);

/// The nodes a scene names or asks for as dynamic or representative, completed so that every piece
/// that is not pinned by nodes held for good can be pinned by them (design: pieces that float).
/// What was added or left out is said in `notices`.
template <int Dim>
std::vector<Representative> choose_representatives(const Mesh<Dim>& mesh, const Pieces& pieces,
                                                   const SceneSpec& spec,
                                                   const std::vector<char>& pinned,
                                                   std::vector<std::string>& notices);

/// Adds representatives until every piece can be pinned by them and the nodes held for good.
template <int Dim>
void complete_pins(const Mesh<Dim>& mesh, const Pieces& pieces, const std::vector<char>& pinned,
                   std::vector<Representative>& chosen, std::vector<std::string>& notices);

}  // namespace conjac
