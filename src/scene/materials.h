#pragma once

#include <vector>

#include "conjac/scene_spec.h"
#include "material/field.h"
#include "mesh/mesh.h"

namespace conjac {

/// What each element is made of: where several materials select it the last one wins; an element
/// that none selects is an Error. Fields and fibre directions are taken at rest centroids.
template <int Dim>
MaterialField<Dim> material_field(const Mesh<Dim>& mesh, const SceneSpec& spec);

/// What is shown of it: the material of each element and the fibres.
template <int Dim>
struct MaterialMap {
  struct FiberAt {
    int element;
    Vec<Dim> direction;  // unit, in the rest shape
  };
  std::vector<int> material;       // (elements) place in the scene's list
  std::vector<FiberAt> fibers;     // one per fibre law and element
  std::vector<double> activation;  // (elements) at the start; 0 where there are no fibres
};
template <int Dim>
MaterialMap<Dim> material_map(const MaterialField<Dim>& field);

}  // namespace conjac
