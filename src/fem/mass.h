#pragma once

#include <span>

#include "core/dim.h"
#include "mesh/mesh.h"

namespace conjac {

/// Lumped mass of every DOF, kg (per metre of thickness in 2D): each element gives an equal share
/// of density * rest volume to each of its nodes. `density` holds one value per element, kg/m^3.
template <int Dim>
VectorXd lumped_mass(const Mesh<Dim>& mesh, std::span<const double> density);

}  // namespace conjac
