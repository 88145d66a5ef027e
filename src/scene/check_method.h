#pragma once

#include "conjac/scene_spec.h"

namespace conjac {

/// Throws Error(bad_input) where the method of a scene cannot do what the scene asks for: an
/// integrator of another method; bones with one of full FE other than linear-implicit.
void check_method(const SceneSpec& scene);

}  // namespace conjac
