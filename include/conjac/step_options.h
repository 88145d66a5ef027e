#pragma once

#include <optional>

namespace conjac {

enum class Method { conjac, vanilla };
enum class Integrator { linear_implicit, trapezoidal, symplectic, bdf2, midpoint, verlet, modal };
enum class Stabilisation { none, pre, post };
/// What solves with the stiffness of the body.
enum class Solver { automatic, fronts, cholmod, mumps, multigrid };
/// Whether a representative node sleeps: as somebody wants it, or as its liveliness says.
enum class Wake { asleep = 0, awake = 1, automatic = 2 };

/// How a step is taken. Every knob: meaning, unit, range, default, effect.
struct StepOptions {
  /// `conjac` simulates the dynamic nodes and lets the others follow; `vanilla`, also called
  /// `full`, is full FE.
  Method method = Method::conjac;
  /// Time integrator. Unset: `modal` for ConJac (`trapezoidal` with the
  /// stabilisation `pre`), `linear-implicit` for full FE.
  ///   modal            ConJac only: the lowest modes of the body, found from its dynamic nodes;
  ///                    exact in time where the body is linear
  ///   linear-implicit  the paper's (Eqs. 10, 11)
  ///   trapezoidal      does not damp in the linear limit; one linear solve a step
  ///   symplectic       beta = 0, ConJac only: for one or two dynamic nodes
  ///   bdf2             two steps back, full FE only: damps high frequencies; one linear solve
  ///   midpoint         full FE only: Newton's method to the end; keeps energy, costs several solves
  ///   verlet           full FE only: explicit; stable only in steps far below a millisecond
  std::optional<Integrator> integrator;
  /// Modes of each piece that `modal` keeps, the lowest, >= 0. 0: as many as its nodes give.
  int modes = 0;
  /// Block solves from J to the modes of `modal`, 1..10. More come nearer to the true ones; each
  /// costs as many solves as there are modes, whenever the matrix is new.
  int mode_iterations = 2;
  /// Weight of the implicit stiffness in linear-implicit steps, > 0. Larger is more stable and more
  /// damped. Unset: 0.5 for ConJac (the paper's), 1 for Vanilla.
  std::optional<double> beta;

  /// `post` corrects the quasistatic nodes after the move, with a line search; `pre` is the paper's
  /// scaled Newton step; `none` lets them drift.
  Stabilisation stabilisation = Stabilisation::post;
  /// Scale of the `pre` correction, 0..1. Larger follows faster, may overshoot.
  double gamma = 1.0 / 3.0;
  /// Corrections per step of `post`, 0..100. More comes nearer to zero net force. 0: as many as
  /// `modal` needs, up to three; one otherwise.
  int newton_steps = 0;
  /// Drive f - M a to zero on quasistatic nodes instead of f, so a body in free fall does not sag.
  bool inertia_relief = true;

  /// Scale the velocities after a trapezoidal step so that energy is neither made nor lost beyond
  /// what held nodes, loads and damping do. Only while no node is being moved.
  bool conserve_energy = true;

  /// Keep J and the factor until some element's F has moved this far (Frobenius norm) since the
  /// last factorization, 0..0.5. 0 factors at every step.
  double reuse_tolerance = 0.12;

  /// `fronts` is our own, on all threads; `cholmod` CHOLMOD's supernodal one, on one thread, to
  /// compare with. `mumps` (a factorization) and `multigrid` (iterations; for large bodies with
  /// Poisson's ratio up to 0.47) are for ConJac in builds with PETSc, and run on many ranks
  /// (docs/scale.md). `automatic`: fronts, or Eigen's in builds without BLAS; with PETSc multigrid
  /// for large bodies.
  Solver solver = Solver::automatic;
  /// How near `multigrid` comes: relative errors (in the norm of energy) of J and of modes, 1e-12..0.1,
  /// and of the answers to loads, 1e-14..0.1. Smaller is slower; what J stores is exact to the square.
  double shape_tolerance = 1e-4, load_tolerance = 1e-8;
  /// Renew the factor in the background, on a core of its own, while steps go on with the last one:
  /// a pull never waits. When it is taken over depends on the machine, so results do too; the steps
  /// are kept (Simulation::factors_taken) and can be followed again. Unset: so in the live viewer
  /// where there are more than two threads, not so in runs.
  std::optional<bool> background_factor;

  /// Undo and retake steps that end non-finite or gain energy out of nothing. Unset: so for ConJac;
  /// full FE retakes only what ends non-finite or with runaway energy.
  std::optional<bool> guard;
  /// How often a step may be halved before the run gives up, 0..10.
  int guard_levels = 5;

  /// How long energy and motion of late are remembered, s, > 0: a few swings. Gains are measured
  /// against the energy of that time, energy that the integrator lost goes back to who moved in it,
  /// and in touch a body rests once it has not moved for a sixth of it. Shorter is stricter.
  double memory = 0.3;

  /// Mass-proportional damping, 1/s, >= 0. 0 is none.
  double damping = 0;
  /// Project element tangents to positive semidefinite. Without it strong stretch blows up.
  bool project = true;

  /// Let representative nodes fall asleep and wake by their liveliness.
  bool adaptive = false;
  /// Liveliness below which a representative node sleeps, 1/s, >= 0 (0.02 and 0.1 in the paper).
  double threshold = 0.02;
  /// Liveliness is averaged over this much past time, s, >= 0.
  double window = 0.1;
  /// A node keeps its state for at least this long after a switch, s, >= 0, so it does not flicker.
  double dwell = 0.05;

  double beta_or_default() const { return beta ? *beta : (method == Method::vanilla ? 1.0 : 0.5); }
  Integrator integrator_or_default() const {
    return integrator.value_or(method == Method::vanilla             ? Integrator::linear_implicit
                               : stabilisation == Stabilisation::pre ? Integrator::trapezoidal
                                                                     : Integrator::modal);
  }
  /// Can the method be integrated so?
  bool integrator_fits() const {
    const Integrator chosen = integrator_or_default();
    return method == Method::vanilla
               ? chosen != Integrator::symplectic && chosen != Integrator::modal
               : chosen != Integrator::bdf2 && chosen != Integrator::midpoint &&
                     chosen != Integrator::verlet;
  }
  bool guards_energy() const { return guard.value_or(method != Method::vanilla); }
  bool retakes() const { return guard.value_or(true); }
  /// The same with what is unset as the method has it, for people to read.
  StepOptions in_effect() const {
    StepOptions all = *this;
    all.integrator = integrator_or_default();
    all.guard = guards_energy();
    return all;
  }
};

}  // namespace conjac
