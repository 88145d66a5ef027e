#pragma once

#include <span>
#include <string>
#include <vector>

#include "material/field.h"

namespace conjac {

/// Numbers of what a body is made of, by the names they have in scene files: "density" (kg/m^3),
/// "young" (Pa) and "poisson" of isotropic laws, "stiffness" (Pa) of fibre laws. `law` is a place
/// among the laws of an element; -1: the only one that has such a number, and an Error where
/// several have.

/// (elements) the number of each; not a number where no law has it.
template <int Dim>
std::vector<double> material_values(const MaterialField<Dim>& field, const std::string& name,
                                    int law = -1);

/// Gives the k-th of these elements the k-th value. Throws Error(usage) that names the argument at
/// fault; the field may then be half changed, so change a copy.
template <int Dim>
void set_material_values(MaterialField<Dim>& field, const std::string& name,
                         std::span<const int> elements, std::span<const double> values,
                         int law = -1);

}  // namespace conjac
