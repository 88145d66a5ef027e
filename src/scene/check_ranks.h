#pragma once

#include "conjac/scene_spec.h"

namespace conjac {

/// Before anything is built, where ranks share the body (core/ranks.h): throws Error(bad_input) for
/// what a scene asks for and ranks do not know yet, by its name.
void check_ranks(const SceneSpec& scene);

}  // namespace conjac
