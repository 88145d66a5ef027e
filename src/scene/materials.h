#pragma once

#include "conjac/scene_spec.h"
#include "material/field.h"
#include "mesh/mesh.h"

namespace conjac {

/// What each element is made of: where several materials select it the last one wins; an element
/// that none selects is an Error. Fields and fibre directions are taken at rest centroids.
template <int Dim>
MaterialField<Dim> material_field(const Mesh<Dim>& mesh, const SceneSpec& spec);

}  // namespace conjac
