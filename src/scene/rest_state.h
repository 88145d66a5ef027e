#pragma once

#include <functional>

#include "scene/flesh.h"
#include "scene/script.h"
#include "scene/skeleton.h"
#include "step/equilibrate.h"
#include "step/trial.h"

namespace conjac {

/// The static state nearest to that of the trial, with held nodes where the timeline wants them: x
/// and q <- nodes and joints there. What is remembered of the last linearisation goes; bones are
/// left at the pose found.
template <int Dim>
EquilibriumResult find_rest(Flesh<Dim>& flesh, Script<Dim>& script, Skeleton& skeleton,
                            const Trial& trial, const std::function<void(int, double)>& progress,
                            VectorXd& x, VectorXd& q);

}  // namespace conjac
