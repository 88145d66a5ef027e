#pragma once

#include <functional>
#include <span>

#include "step/joint_model.h"
#include "system/force_model.h"
#include "system/system.h"

namespace conjac {

struct EquilibriumOptions {
  double tolerance = 1e-10;  // largest net nodal force over the load scale
  int most_iterations = 200;
};
struct EquilibriumResult {
  bool converged = false;
  int iterations = 0;
  double residual = 0;    // largest net force on a free node, N
  double load_scale = 0;  // what it is measured against, N
};
/// What forces are measured against. The joints' pull cancels large forces, so it is measured
/// against the weight of everything, times the length by which torques are divided.
struct LoadScales {
  double nodes = 1;            // loads that the body carries (its weight), N
  double joints = 1, arm = 1;  // N, m
};

/// Newton's method with a line search on the energy, to the static state of nodes and joints, with
/// the prescribed nodes where they are in x. Done when the net forces are small against the loads,
/// or no larger than rounded positions make them. `progress`, if any, is told (iteration, residual
/// over load).
EquilibriumResult equilibrate(ForceModel& model, JointModel& bones, System& system, int stride,
                              std::span<const char> prescribed, const LoadScales& scales,
                              const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                              const std::function<void(int, double)>& progress = {});

}  // namespace conjac
