#pragma once

#include <string>
#include <vector>

#include "conjac/conjac.h"

namespace conjac::testing {

/// A scene that comes with the project, as a user of the library loads it.
inline SceneSpec shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return load_scene(name, overrides, {CONJAC_SOURCE_DIR "/scenes"});
}

}  // namespace conjac::testing
