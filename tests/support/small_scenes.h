#pragma once

#include "conjac/scene_spec.h"

namespace conjac::test {

/// The nodes nearest to a point, on a slice, or all of them.
inline Selection nearest(double x, double y, double z = 0, int count = 1) {
  return {{SelectNearest{{x, y, z}, count}}, "nearest"};
}
inline Selection slice(int axis, double at) {
  return {{SelectSlice{axis, at, 1e-6}}, "slice"};
}
inline Selection everything() {
  return {{SelectAll{}}, "all"};
}

inline MaterialSpec soft(double young = 3e4, double poisson = 0.4) {
  MaterialSpec material;
  material.select = everything();
  LawSpec law;
  law.young = young;
  law.poisson = poisson;
  material.laws.push_back(law);
  return material;
}

/// A bar that hangs from y = 0.06 down to y = 0, held at the top, one dynamic node at its lower
/// end.
inline SceneSpec hanging_bar() {
  SceneSpec scene;
  scene.name = "hanging bar";
  scene.mesh.source = BoxMesh{{2, 6, 2}, {0.02, 0.06, 0.02}, {0, 0, 0}};
  scene.materials.push_back(soft());
  scene.roles.push_back({NodeRole::fixed, slice(1, 0.06)});
  scene.roles.push_back({NodeRole::dynamic, nearest(0.01, 0.0, 0.01)});
  return scene;
}

/// A block that nothing holds.
inline SceneSpec free_block() {
  SceneSpec scene;
  scene.name = "free block";
  scene.mesh.source = BoxMesh{{4, 4, 4}, {0.08, 0.08, 0.08}, {0, 0, 0}};
  scene.materials.push_back(soft());
  return scene;
}

}  // namespace conjac::test
