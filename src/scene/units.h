#pragma once

#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "material/field.h"
#include "mesh/mesh.h"

namespace conjac {

/// Sentences about numbers that look as if they were meant in other units (millimetres, grams):
/// size, gravity, density, stiffness, and how far the body sinks under its own weight.
template <int Dim>
std::vector<std::string> doubtful_units(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials,
                                        const SceneSpec& spec);

}  // namespace conjac
