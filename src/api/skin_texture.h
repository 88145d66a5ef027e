#pragma once

#include <string>

#include "conjac/scene_spec.h"

namespace conjac {

/// The image of the scene's skin as a data URL; empty where it has none. Throws Error(io) where the
/// file cannot be read, Error(bad_input) where it is no PNG or JPEG, or too large to be sent around.
std::string skin_texture(const SceneSpec& scene);

}  // namespace conjac
