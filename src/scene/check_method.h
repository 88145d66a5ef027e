#pragma once

#include "conjac/scene_spec.h"

namespace conjac {

/// Throws Error(bad_input) where the method of a scene cannot do what the scene asks for: an
/// integrator of another method; bones with one of full FE other than linear-implicit; contacts or
/// cuts (whose pieces touch) with one that is neither that nor explicit. `touches`: anything can touch in it.
void check_method(const SceneSpec& scene, bool touches);

}  // namespace conjac
