#pragma once

#include "conjac/scene_spec.h"
#include "mesh/carried_skin.h"

namespace conjac {

/// The skin of a scene, placed as the body's mesh is. Throws Error naming the file, or the body that
/// does not exist. Only for scenes in 3D that have one.
SkinSurface read_skin(const SceneSpec& spec);

/// (elements) 1 where an element belongs to the body that carries the skin.
std::vector<char> elements_under_skin(const SceneSpec& spec, const Mesh<3>& mesh);

}  // namespace conjac
