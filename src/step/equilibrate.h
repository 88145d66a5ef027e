#pragma once

#include <functional>
#include <span>

#include "linalg/factor.h"
#include "linalg/submatrix.h"
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

/// Newton's method with a line search on the energy, to the static state with the prescribed nodes
/// where they are in x. `load_scale` is the size of the loads the body carries (its weight);
/// `progress`, if any, is told (iteration, residual / load_scale).
EquilibriumResult equilibrate(ForceModel& model, System& system, int stride,
                              std::span<const char> prescribed, double load_scale,
                              const EquilibriumOptions& options, VectorXd& x,
                              const std::function<void(int, double)>& progress = {});

/// The same with rigid bodies: nodes and joints together. `arm` is the length by which torques are
/// divided to be compared with forces. The joints' pull cancels large forces, so it is measured
/// against `joint_scale`, the weight of everything.
EquilibriumResult equilibrate_jointed(ForceModel& model, JointModel& bones, System& system,
                                      int stride, std::span<const char> prescribed,
                                      double load_scale, double joint_scale, double arm,
                                      const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                                      const std::function<void(int, double)>& progress = {});

}  // namespace conjac
