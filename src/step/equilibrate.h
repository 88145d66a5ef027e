#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/tuned.h"
#include "step/joint_model.h"
#include "system/force_model.h"
#include "system/system.h"

namespace conjac {

/// Net forces below this part of the load are none. The state is then within 1e-9 of the body's
/// size, the measure of all rest states, on bodies forty times as long as thick.
CONJAC_TUNED(double, kAtRest, 1e-10);
/// Newton steps of a static solve. Bodies that bend far and bodies in contact take some tens.
CONJAC_TUNED(int, kMostNewton, 200);

struct EquilibriumOptions {
  double tolerance = kAtRest;         // largest net nodal force over the load scale
  int most_iterations = kMostNewton;  // Newton steps taken at most, >= 0
};
/// Why a static solve ended.
enum class RestEnd {
  converged,
  too_many_steps,  // of Newton's method
  no_descent,      // the energy does not fall along Newton's direction, however short the step
  loose,           // stiffness without a direction: something can move freely
  not_finite,      // forces or stiffness
};
struct EquilibriumResult {
  bool converged = false;
  RestEnd end = RestEnd::too_many_steps;
  int iterations = 0;
  double residual = 0;    // largest net force on a free node, N
  double load_scale = 0;  // what it is measured against, N
  double round_off = 0;   // what rounding may leave where the residual is, N
  int node = -1;          // where it is; -1: in a joint
};
/// What forces are measured against. The joints' pull cancels large forces, so it is measured
/// against the weight of everything, times the length by which torques are divided.
struct LoadScales {
  double nodes = 1;            // loads that the body carries (its weight), N
  double joints = 1, arm = 1;  // N, m
};

/// Newton's method with a line search on the energy, to the static state of nodes and joints, with
/// the prescribed nodes where they are in x. Done when every net force is small against the loads,
/// or within what rounding makes it (step/round_off.h) and no longer falling. The stiffness is the exact one where that
/// is positive definite, as it is around every stable state, so that convergence is quadratic on
/// slender bodies too; elsewhere the projected one. `progress`, if any, is told (iteration, residual
/// over load).
EquilibriumResult equilibrate(ForceModel& model, JointModel& bones, System& system, int stride,
                              std::span<const char> prescribed, const LoadScales& scales,
                              const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                              const std::function<void(int, double)>& progress = {});

/// Where a solve that did not converge stands, and what to do about it; empty for one that did.
std::string explain(const EquilibriumResult& result);

}  // namespace conjac
