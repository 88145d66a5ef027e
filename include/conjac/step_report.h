#pragma once

#include <string>
#include <vector>

#include "conjac/cut_report.h"

namespace conjac {

/// Wall-clock time of the stages of a step, seconds; the same four as the paper's cost figure.
struct StageTimes {
  double fill = 0;    // forces, stiffness, strain rates
  double factor = 0;  // numeric factorization
  double solve = 0;   // triangular and small dense solves
  double other = 0;   // everything else
  double total() const { return fill + factor + solve + other; }
};

/// Where the energy of the body is, joules.
struct Energies {
  double kinetic = 0;
  double elastic = 0;
  double gravity = 0;
  double contact = 0;
  double total() const { return kinetic + elastic + gravity + contact; }
};

/// What balances the energies of one step with those of the step before, joules:
///
///     change of (kinetic + elastic + gravity + contact - relief + owed)
///         = scripted_work - dissipated + imbalance.
struct Books {
  double dissipated =
      0;  // taken by damping, viscosity, friction, joints, steps in touch, and motion that
          // followers cannot have
  double relief = 0;  // after the step: bend that the inertia of followers holds, part of elastic
  double owed = 0;    // after the step: lost by the integrator, to be put back into the motion
  double imbalance = 0;  // what the integrator made (above 0) or lost in this step
  double viscous = 0;    // part of dissipated: by the viscosity of the material
  double impact =
      0;  // part of dissipated: by linear-implicit steps in touch, beyond friction; what
          // `restitution` does not give back
};

/// All contacts at one moment.
struct ContactTotals {
  int count = 0;
  double penetration = 0;     // deepest, m
  double normal_force = 0;    // sum of the sizes of all normal forces, N
  double friction_force = 0;  // of all friction forces, N
};

enum class StepStatus {
  ok,
  diverged,  // every rescue failed; the state is the last good one. Try a smaller time step, more
             // damping or a larger beta.
  interrupted,  // a StepWatch asked for it; the state is the one before the step
};

/// What one call of Simulation::step did.
struct StepReport {
  StepStatus status = StepStatus::ok;
  std::string message;          // empty when ok, else what failed and what to change
  double time = 0;              // simulated time after the step, s
  StageTimes stages;            // wall clock
  Energies energy;              // after the step
  double scripted_work = 0;     // work done on the body from outside in this step, J
  Books books;                  // where the rest of the energy went
  double residual = 0;          // largest net force on a node that should have none, N
  double unbalanced = 0;        // net force left on followers, over the load they carry
  int factorizations = 0;       // numeric factorizations in this step
  int undone = 0;               // tries the guard threw away
  int substeps = 1;             // accepted parts the step was taken in
  int active_nodes = 0;         // dynamic nodes at the end of the step
  std::vector<CutReport> cuts;  // made by the timeline before the step
  ContactTotals contact;        // at the end of the step
};

}  // namespace conjac
