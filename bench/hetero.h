#pragma once

#include <string>

#include "conjac/simulation.h"
#include "scene/world.h"

namespace conjac::bench {

/// HETERO (5915 vertices, 29376 tetrahedra), sunk for a few steps, with `dynamic` nodes placed by
/// the program.
inline SceneSpec hetero_scene(int dynamic) {
  SceneSpec scene = load_scene(CONJAC_SOURCE_DIR "/scenes/hetero.json");
  std::erase_if(scene.roles, [](const RoleSpec& role) { return role.role != NodeRole::fixed; });
  scene.placement.dynamic = dynamic;
  return scene;
}

/// Its stiffness and what else a factorization needs.
struct Hetero {
  explicit Hetero(int dynamic) : world(hetero_scene(dynamic)) {
    for (int step = 0; step < 3; ++step) world.advance();
    K = world.stiffness(true);
    for (const Representative& r : world.representatives()) nodes.push_back(r.node);
    for (Role role : world.roles()) pinned.push_back(role == Role::fixed);
  }
  World<3> world;
  SparseMatrix K;
  std::vector<int> nodes;    // dynamic
  std::vector<char> pinned;  // (nodes)
};

}  // namespace conjac::bench
