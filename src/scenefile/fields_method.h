#pragma once

#include "scenefile/fields_rule.h"

/// The table of method options: the part of the table of scene keys (fields.h) that says how a step
/// is taken. Schema, reference page, command line, server, page and Python all read it, through the
/// rows of option_table.h: a new option is a member of StepOptions, its row here, and its use. An
/// option with `shown` is offered at once, the others under "more".
namespace conjac {

inline Names names(Method) {
  return {"conjac", "vanilla"};
}
inline Names labels(Method) {
  return {"ConJac", "Vanilla"};
}
inline OtherNames other_names(Method) {
  return {{"full", "vanilla"}};
}
inline Names names(Integrator) {
  return {"linear-implicit", "trapezoidal", "symplectic", "bdf2", "midpoint", "verlet", "modal"};
}
inline Names labels(Integrator) {
  return {"Linear-implicit", "Trapezoidal", "Symplectic", "BDF2", "Midpoint", "Verlet", "Modal"};
}
inline Names names(Solver) {
  return {"auto", "fronts", "cholmod", "mumps", "multigrid"};
}
inline Names names(Stabilisation) {
  return {"none", "pre", "post"};
}

/// Which method and stabilisation an integrator goes with.
template <class V>
void check_integrator(V& v, StepOptions& s) {
  v.check(
      s.integrator_fits() || s.method == Method::vanilla, "integrator",
      "of `conjac` must be `modal`, `linear-implicit`, `trapezoidal` or `symplectic`; for `bdf2`, "
      "`midpoint` and `verlet` set `name` to `full` (--method full)");
  v.check(s.integrator_fits() || s.method == Method::conjac, "integrator",
          "of full finite elements must be `linear-implicit`, `trapezoidal`, `bdf2`, "
          "`midpoint` or `verlet`; for `modal` and `symplectic` set `name` to `conjac`");
  v.check(s.integrator != Integrator::modal || s.stabilisation != Stabilisation::pre, "integrator",
          "`modal` needs the stabilisation `post` (or `none`); with `pre` use `trapezoidal` or "
          "`linear-implicit`");
}

/// What solves with the stiffness, and how near.
template <class V>
void describe_solver(V& v, StepOptions& s) {
  v("solver", s.solver, anything(),
    "What solves with the stiffness: `fronts` factors, on all threads; `cholmod` is CHOLMOD's, on "
    "one, to compare with. In builds with PETSc, for `conjac`, also on many ranks: `mumps` "
    "factors, "
    "`multigrid` iterates, for large bodies with Poisson's ratio up to 0.47. `auto` takes "
    "`fronts`, "
    "with PETSc `multigrid` for large bodies (docs/scale.md).");
  v("shape_tolerance", s.shape_tolerance, between(1e-12, 0.1),
    "How near `multigrid` comes with J and modes: relative error in the norm of energy.");
  v("load_tolerance", s.load_tolerance, between(1e-14, 0.1),
    "How near `multigrid` comes with answers to loads.");
}

template <class V>
void describe(V& v, StepOptions& s) {
  v("name", s.method, anything().shown("Method"),
    "`conjac` is the reduced method, `vanilla` (or `full`) full finite elements.");
  v("integrator", s.integrator, anything().shown("Integrator"),
    "`trapezoidal` hardly damps, `linear-implicit` is the paper's. Of `conjac` alone: `modal`, "
    "which moves the lowest modes of the body, exactly in time where it is linear; `symplectic`, "
    "for one or two dynamic nodes. Of full finite elements alone: `bdf2`; `midpoint`, which keeps "
    "energy; `verlet`, which is explicit and needs tiny steps. Unset: `modal` for `conjac`, or "
    "`trapezoidal` with the stabilisation `pre`, contact, cuts or bones; `linear-implicit` for "
    "full.");
  v("modes", s.modes, between(0, 1000),
    "Modes of each piece that `modal` keeps, the lowest; 0: as many as the dynamic nodes give.");
  v("mode_iterations", s.mode_iterations, between(1, 10),
    "Steps of inverse iteration from the dynamic nodes' shapes to modes.");
  v("beta", s.beta, above(0).shown("\u03b2 (beta)").slider(0.05, 2),
    "Weight of the implicit stiffness; larger is more stable and more damped. Unset: 0.5 for "
    "`conjac`, 1 for `vanilla`.");
  v("stabilisation", s.stabilisation, anything().shown("Stabilisation"),
    "`post` corrects the quasistatic nodes after the move, `pre` is the paper's scaled Newton "
    "step, `none` lets them drift.");
  v("gamma", s.gamma, between(0, 1).shown("\u03b3 (gamma)"),
    "Scale of the `pre` correction; larger may overshoot.");
  v("newton_steps", s.newton_steps, between(0, 100).shown("Newton steps").slider(0, 20),
    "Corrections per step of `post`; 0: as many as `modal` needs, up to three, and one otherwise.");
  v("inertia_relief", s.inertia_relief, anything(),
    "Subtract inertia from the force that quasistatic nodes balance, so a falling body does not "
    "sag.");
  v("conserve_energy", s.conserve_energy, anything(),
    "Scale the velocities of `trapezoidal` steps of `conjac` and of `midpoint` so that energy is "
    "neither made nor lost.");
  v("reuse_tolerance", s.reuse_tolerance, between(0, 0.5).shown("Factor reuse"),
    "Factor again once some element's deformation gradient moved this far; 0 factors at every "
    "step.");
  describe_solver(v, s);
  v("background_factor", s.background_factor, anything(),
    "Renew the factor on another core while steps go on with the last one; results then depend on "
    "how fast the machine is. Unset: only in `conjac view`.");
  v("guard", s.guard, anything(),
    "Undo and retake steps that end non-finite or gain energy. Unset: so for `conjac`; full finite "
    "elements retake only steps that blow up.");
  v("guard_levels", s.guard_levels, between(0, 10), "How often a step may be halved.");
  v("memory", s.memory, above(0, "s").slider(0.05, 2),
    "How long energy and motion of late are remembered: what a step may gain is measured against "
    "them.");
  v("damping", s.damping, at_least(0, "1/s").shown("Damping").slider(0, 20),
    "Mass-proportional damping.");
  v("project", s.project, anything(), "Make element tangents positive semidefinite.");
  v("adaptive", s.adaptive, anything().shown("Adaptive"),
    "Let representative nodes fall asleep and wake.");
  v("threshold", s.threshold, at_least(0, "1/s").shown("Threshold").factors(1e-4, 100),
    "Liveliness below which they sleep.");
  v("window", s.window, at_least(0, "s").slider(0, 1),
    "Liveliness is averaged over this much past time.");
  v("dwell", s.dwell, at_least(0, "s").slider(0, 1),
    "Shortest time between two switches of a node.");
  check_integrator(v, s);
}

}  // namespace conjac
