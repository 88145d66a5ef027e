#pragma once

#include <algorithm>

#include "conjac/scene_spec.h"

namespace conjac {

/// Nothing in the scene touches, is cut or has bones: then ConJac moves by modes unless told
/// otherwise. Elsewhere it moves by its dynamic nodes, as long as that is measured to be better
/// (docs/decisions/0013-modes.md).
inline bool moves_by_modes(const SceneSpec& scene) {
  const bool touches = !scene.obstacles.empty() || scene.contact.self ||
                       (scene.bodies.size() > 1 && scene.contact.between);
  const bool cuts =
      std::any_of(scene.timeline.begin(), scene.timeline.end(),
                  [](const Event& event) { return std::holds_alternative<CutEvent>(event); });
  return !touches && !cuts && scene.bones.empty();
}

/// The options of a scene's method with what is unset as this scene has it, for people to read.
inline StepOptions method_in_effect(const SceneSpec& scene) {
  StepOptions all = scene.method.in_effect();
  if (all.integrator == Integrator::modal &&
      (!scene.bones.empty() || (!scene.method.integrator && !moves_by_modes(scene))))
    all.integrator = Integrator::trapezoidal;
  return all;
}

}  // namespace conjac
