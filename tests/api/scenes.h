#pragma once

#include <string>
#include <vector>

#include "conjac/conjac.h"
#include "support/paths.h"

namespace conjac::testing {

/// A scene that comes with the project, as a user of the library loads it.
inline SceneSpec shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return load_scene(name, overrides, {test::source_dir() + "/scenes"});
}

}  // namespace conjac::testing
