#pragma once

#include "conjac/scene_spec.h"

namespace conjac {

/// The material with its preset written out as laws and density; as it is where it names none.
/// An unknown name is an Error.
MaterialSpec with_preset(const MaterialSpec& material);

}  // namespace conjac
