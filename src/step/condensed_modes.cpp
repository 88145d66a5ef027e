#include "linalg/sparse.h"
#include "step/condensed_dynamics.h"
#include "system/product.h"

// Condensed dynamics where modes are what moves (reduce/modes.h).

namespace conjac {
namespace {

// Followers that begin a step with less net force than this part of all forces are in balance.
CONJAC_TUNED(double, kBalanced, 0.01);
// A kick of more than this part of the motion asks for modes of the body as it is.
CONJAC_TUNED(double, kKicked, 0.05);

}  // namespace

bool Means::last(const std::vector<int>& driven_now, const std::vector<char>& held_now,
                 const Modes::Wanted& wanted_now) const {
  return chosen && driven == driven_now && held == held_now &&
         wanted.iterations == wanted_now.iterations && wanted.most == wanted_now.most;
}

/// Modes know nothing of joints: a body with bones moves by its dynamic nodes. So does one that a
/// cut has left crumbs of, or that touches, unless somebody asks for modes.
bool CondensedDynamics::moves_by_modes(const Try& now) const {
  if (bodies_.options->integrator_or_default() != Integrator::modal) return false;
  if (now.joints.count > 0 || bodies_.joints->rider_rows() > 0) return false;
  return bodies_.options->integrator.has_value() ||
         (bodies_.modes_by_default && crumbs_.rigid().empty());
}

/// Modes, and the motion c that the timeline imposes: all that is free follows it.
void CondensedDynamics::find_modes(Try& now, Trial& trial) {
  const VectorXd& mass = bodies_.system->mass;
  if (!moving_.sized) {
    moving_.modes.analyze(condensation_);
    moving_.step.reserve(moving_.modes.capacity(), static_cast<int>(mass.size()));
    reduced_.reserve(moving_.modes.capacity(), static_cast<int>(mass.size()));
    moving_.sized = true;
    moving_.valid = mass_reduced_ = false;
    moving_.means = {};
  }
  const Modes::Wanted wanted{bodies_.options->mode_iterations, bodies_.options->modes};
  if (!moving_.valid && moving_.means.last(drivers_.driven, *bodies_.held, wanted) &&
      moving_.modes.can_follow()) {
    moving_.modes.follow(condensation_, mass, trial.state.x);
  } else if (!moving_.valid) {
    condensation_.solve({});
    stiffen_crumbs();
    moving_.modes.find(condensation_, mass, trial.state.x, wanted);
    moving_.means.driven.assign(drivers_.driven.begin(), drivers_.driven.end());
    moving_.means.held.assign(bodies_.held->begin(), bodies_.held->end());
    moving_.means.wanted = wanted;
    moving_.means.chosen = true;
  }
  if (!moving_.valid) {
    moving_.touch.forget();
    reduced_.viscosity().forget();
    reduced_.unit_mass(moving_.modes.count());
    mass_reduced_ = false;
    moving_.valid = true;
  }
  c_ = now.w;
  if (!now.scripted) return;
  stiffness_product(bodies_.system->stiffness, bodies_.stride, now.w, load_);
  c_ += moving_.modes.respond(condensation_, load_);
}

/// The step of the modes, and what follows them through the contacts on their way.
void CondensedDynamics::swing(const ContactTerms& contacts, Try& now, Trial& trial) {
  const VectorXd& mass = bodies_.system->mass;
  now.settled = settles(trial);
  reduced_.unit_response(moving_.modes.count());
  moving_.touch.begin(contacts, reprojection_, bodies_.stride, c_, moving_.modes, condensation_,
                      mass);
  moving_.step.swing(
      moving_.modes,
      {mass, trial.force, trial.state.v.nodes, c_, now.h, bodies_.options->damping, &moving_.touch},
      now.v.nodes, now.dx);
  if (moving_.touch.any()) moving_.touch.add_response(moving_.modes, condensation_, mass, now.dx);
  now.damped_by_contact = moving_.touch.damped();
  now.damped = moving_.step.damped();
  now.settled += moving_.step.dropped();
  now.v.joints = now.joint_speeds;
}

/// Energy that followers are about to give off, J: where a body is let go, or gravity comes at once,
/// they begin the step out of balance, and what would be waves in a full body is gone at its end.
double CondensedDynamics::settles(const Trial& trial) {
  if (bodies_.forces->touches_ahead() || !corrects()) return 0;
  const VectorXd& mass = bodies_.system->mass;
  load_ = trial.force;
  moving_.modes.leave_modes(mass, load_);
  for (int node : *bodies_.held_nodes)
    load_.segment(node * bodies_.stride, bodies_.stride).setZero();
  if (!(load_.squaredNorm() > kBalanced * kBalanced * trial.force.squaredNorm())) return 0;
  return 0.5 * load_.dot(moving_.modes.relax(condensation_, mass, load_));
}

/// What the swing did not foresee; contacts have been followed on the way.
void CondensedDynamics::kick(Try& now, Trial& trial) {
  const VectorXd* force = &trial.force;
  if (bodies_.forces->touches_ahead()) {
    load_.setZero();
    bodies_.forces->add_contact_force(load_);
    load_ = trial.force - load_;
    force = &load_;
  }
  moving_.kicked = moving_.step.kick(moving_.modes, *force, now.v.nodes) > kKicked;
}

}  // namespace conjac
