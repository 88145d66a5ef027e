#pragma once

#include <string>

#include "scenefile/json_tree.h"

namespace conjac {

/// Applies `path=value` to the tree, e.g. `materials[0].laws[0].young=2e4`. The value is JSON; a
/// bare word stands for text (`method.integrator=symplectic`). Missing object keys on the way are
/// created (whether they mean anything is the scene reader's to say), array entries must exist.
/// New values carry `source` in their place. Throws Error(bad_input) naming the override.
void set_json(JsonNode& root, const std::string& override_text, int source);

}  // namespace conjac
