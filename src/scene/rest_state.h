#pragma once

#include <functional>

#include "scene/body_forces.h"
#include "scene/skeleton.h"
#include "step/equilibrate.h"

namespace conjac {

/// The static state nearest to x and q, with held nodes where they are in x.
template <int Dim>
EquilibriumResult find_rest(BodyForces<Dim>& forces, Skeleton& skeleton, const System& system,
                            const std::vector<char>& held, double load_scale,
                            const std::function<void(int, double)>& progress, VectorXd& x,
                            VectorXd& q);

}  // namespace conjac
