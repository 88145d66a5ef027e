#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

/// Every step option of a scene by its name in scene files, with its value as text.
std::vector<std::pair<std::string, std::string>> option_texts(const SceneSpec& scene);

}  // namespace conjac
