#include <algorithm>
#include <cmath>

#include "core/stage_timer.h"
#include "scene/world.h"
#include "step/conserve.h"

namespace conjac {
namespace {

// Without the guard a run is stopped when a step multiplies the energy by this.
constexpr double kRunaway = 100;
// Energy beyond the budget may be this many times what one step may gain: the bend that inertia
// holds counts here.
constexpr double kExcess = 2.5;
// A step in touch may gain this fraction of the energy at play.
constexpr double kTouchGain = 1e-3;
// Energy the conserving scale may owe, as a fraction of the energy at play.
constexpr double kMostOwed = 0.5;
// Energies are sums over the body: a difference below this fraction of them says nothing.
constexpr double kNoise = 1e-14;

}  // namespace

template <int Dim>
bool World<Dim>::attempt(double h, const Tactic& tactic) {
  start_potential_ = potential_;
  start_relief_ = relief_;
  relief_ = 0;
  forces_->look_ahead(&state_.v, h);
  const bool nodes_move = script_velocities(h);
  const bool scripted = begin_bones(h) || nodes_move;
  return spec_.method.method == Method::vanilla ? attempt_vanilla(h, scripted)
                                                : attempt_conjac(h, tactic, scripted);
}

template <int Dim>
bool World<Dim>::attempt_conjac(double h, const Tactic& tactic, bool scripted) {
  StepOptions options = spec_.method;
  if (tactic.newton_steps > 0) options.newton_steps = tactic.newton_steps;
  if (tactic.damped) options.integrator = Integrator::linear_implicit, options.beta = 1.0;
  // A small piece that was just cut loose may bend under its inertia by more than it has energy.
  if (tactic.damped && state_.time < settled_at_) options.inertia_relief = false;
  const bool pre = options.stabilisation == Stabilisation::pre;

  if (!linearise(tactic.fresh_factor)) return false;  // f, K and the factor
  if (!drive()) return false;                         // who drives
  // Where contacts come and go the trapezoidal rule rings.
  if (touches_ahead() && options.integrator == Integrator::trapezoidal)
    options.integrator = Integrator::linear_implicit;
  condense(scripted, pre && !options.inertia_relief);  // J, c, b
  condense_contacts(h, options);                       // their rows of J
  {
    StageTimer timer(report_.stages.solve);
    const MatrixXd* stiff = touch_.stiff ? &touch_.stiffness : nullptr;
    const ReducedStep::Input input{system_.mass, system_.force, state_.v,         c_, scripted, h,
                                   joints_,      stiff,         coming_impulse(h)};
    if (!reduced_.velocities(condensation_, options, input, driven_unknowns_, v_, dx_))
      return false;
  }
  rub(h);  // friction
  start_force_ = system_.force;
  move_bones(h, options.integrator == Integrator::trapezoidal);
  if (!stabilise(h, options)) return false;  // positions, Eq. 13
  bones_touched();
  if (options.integrator == Integrator::trapezoidal) {
    StageTimer timer(report_.stages.solve);
    end_bones();
    const ReducedStep::Input input{system_.mass, start_force_, state_.v, c_, scripted, h, joints_};
    reduced_.correct(condensation_, options, input, system_.force, v_);
    read_joints();
  }
  conserve_ = options.conserve_energy && options.integrator == Integrator::trapezoidal;
  return accept(h, scripted, tactic);
}

template <int Dim>
bool World<Dim>::attempt_vanilla(double h, bool scripted) {
  if (!skeleton_.empty()) return attempt_vanilla_jointed(h, scripted);
  const StepOptions& options = spec_.method;
  const double beta = options.beta_or_default();
  conserve_ = false;
  {
    StageTimer timer(report_.stages.fill);
    potential_ = forces_->linearise(state_.x, system_.force, system_.stiffness);
  }
  {
    StageTimer timer(report_.stages.factor);
    const FactorStatus status =
        vanilla_.factorize(system_, h, beta, options.damping, script_.held());
    if (status != FactorStatus::ok) {
      report_.message =
          "the matrix of the step could not be factored (it is not positive definite)";
      return false;
    }
  }
  {
    StageTimer timer(report_.stages.solve);
    start_force_ = system_.force;
    if (contacts_) contacts_->add_coming_force(system_.force);
    vanilla_.velocities(system_, state_.v, w_, scripted, h, beta, script_.held(), v_);
  }
  press_vanilla(h, beta);
  rub_vanilla(h, beta);
  dx_ = h * v_;
  state_.x += dx_;
  StageTimer timer(report_.stages.fill);
  potential_ = forces_->energy_and_force(state_.x, system_.force);
  return accept(h, scripted, {});
}

/// w: what the held nodes must do to be where the timeline wants them at the end of the step.
template <int Dim>
bool World<Dim>::script_velocities(double h) {
  w_.setZero();
  const bool moving = script_.targets(state_.time + h, state_.x, target_);
  if (moving)
    for (int node : script_.held_nodes())
      w_.template segment<Dim>(node * Dim) =
          (target_.template segment<Dim>(node * Dim) - state_.x.template segment<Dim>(node * Dim)) /
          h;
  return moving;
}

template <int Dim>
bool World<Dim>::linearise(bool fresh) {
  const double tolerance = spec_.method.reuse_tolerance;
  {
    StageTimer timer(report_.stages.fill);
    const double moved = factor_valid_ ? forces_->moved_since_linearised(state_.x) : HUGE_VAL;
    factor_was_stale_ = moved > 0 && moved <= tolerance && !fresh;
    if (factor_was_stale_ || moved == 0) return true;
    potential_ = forces_->linearise(state_.x, system_.force, system_.stiffness);
  }
  StageTimer timer(report_.stages.factor);
  factor_valid_ = drivers_valid_ = false;
  // An element squashed flat can lose all its stiffness: then a little mass keeps the matrix
  // regular.
  double shift = 0;
  for (int tries = 0; tries < 5; ++tries) {
    if (condensation_.factorize(system_.stiffness, script_.held(), system_.mass, shift) ==
        FactorStatus::ok) {
      factor_valid_ = true;
      return true;
    }
    const double largest = system_.stiffness.diagonal().cwiseAbs().maxCoeff();
    if (!std::isfinite(largest)) break;
    shift = shift == 0 ? 1e-9 * largest / system_.mass.maxCoeff() : 100 * shift;
  }
  report_.message = "the stiffness matrix could not be factored";
  return false;
}

template <int Dim>
bool World<Dim>::drive() {
  if (drivers_valid_ && skeleton_.empty()) return true;
  StageTimer timer(report_.stages.solve);
  drivers_.driven.clear();
  driven_unknowns_.clear();
  for (std::size_t k = 0; k < representatives_.size(); ++k) {
    const int node = representatives_[k].node;
    if (!adaptivity_.awake(static_cast<int>(k)) || script_.held()[node]) continue;
    for (int c = 0; c < Dim; ++c) {
      drivers_.driven.push_back(static_cast<int>(k) * Dim + c);
      driven_unknowns_.push_back(node * Dim + c);
    }
  }
  drivers_.unknowns = static_cast<int>(drivers_.driven.size());
  const std::size_t dynamic = drivers_.driven.size() / Dim + (joints_.count > 0);
  drive_bones();
  if (drivers_changed_ || activity_.size() != dynamic) activity_.assign(dynamic, 0.0);
  mass_reduced_ = false;
  drivers_valid_ = condensation_.drive(drivers_);
  if (!drivers_valid_) report_.message = "the dynamic and held nodes do not pin the body";
  return drivers_valid_;
}

template <int Dim>
void World<Dim>::condense(bool scripted, bool with_force) {
  StageTimer timer(report_.stages.solve);
  const VectorXd* loads[2];
  int count = 0;
  if (scripted) {
    symmetric_product(system_.stiffness, w_, load_);
    loads[count++] = &load_;
  }
  if (with_force) loads[count++] = &system_.force;
  condensation_.solve({loads, static_cast<std::size_t>(count)});
  c_ = w_;
  if (scripted) c_ += condensation_.response(0);
  if (with_force) correction_ = condensation_.response(count - 1);
  if (!mass_reduced_) reduced_.reduce_mass(condensation_, system_.mass, joints_);
  mass_reduced_ = true;
}

template <int Dim>
bool World<Dim>::stabilise(double h, const StepOptions& options) {
  const auto move = [&] {
    state_.x += dx_;
    for (int node : script_.held_nodes())
      state_.x.template segment<Dim>(node * Dim) = target_.template segment<Dim>(node * Dim);
    skeleton_.place(state_.x);
  };
  if (options.stabilisation == Stabilisation::pre) {
    StageTimer timer(report_.stages.solve);
    if (options.inertia_relief) {
      reduced_.acceleration(condensation_, h, inertia_);
      load_ = system_.force - system_.mass.cwiseProduct(inertia_);
      const VectorXd* loads[] = {&load_};
      condensation_.solve(loads);
      correction_ = condensation_.response(0);
    }
    dx_ += options.gamma * correction_;
  }
  move();
  if (options.stabilisation != Stabilisation::post) {
    StageTimer timer(report_.stages.fill);
    potential_ = forces_->energy_and_force(state_.x, system_.force);
    return true;
  }
  double whole = 0;
  bool finite = true;
  const double filled = forces_->seconds();
  {
    StageTimer timer(whole);
    inertia_.setZero();
    if (options.inertia_relief) {
      reduced_.acceleration(condensation_, h, inertia_);
      inertia_ = inertia_.cwiseProduct(system_.mass);
    }
    const Stabiliser::Result result = stabiliser_.correct(
        begin_holding(h), condensation_, inertia_, options.newton_steps, state_.x, system_.force);
    potential_ = result.energy;
    end_holding();
    relief_ = result.relief;
    finite = result.finite;
  }
  report_.stages.fill += forces_->seconds() - filled;
  report_.stages.solve += whole - (forces_->seconds() - filled);
  return finite;
}

/// Book-keeping at the end of a try, and whether to believe it.
template <int Dim>
bool World<Dim>::accept(double h, bool scripted, const Tactic& tactic) {
  // Work of the scripted nodes: by virtual work the pull on them is that of everything they drag
  // along, c'(M a - f), followers included.
  double work = 0;
  if (scripted) {
    const VectorXd& imposed = spec_.method.method == Method::vanilla ? w_ : c_;
    for (Eigen::Index i = 0; i < imposed.size(); ++i)
      work += imposed[i] * (system_.mass[i] * (v_[i] - state_.v[i]) -
                            0.5 * h * (start_force_[i] + system_.force[i]));
  }
  double owed = 0, repaid = 0, lost_in_joints = 0;
  if (!skeleton_.empty()) {
    skeleton_.velocities(joint_u_, v_);
    const Skeleton::Work joint_work = skeleton_.work(state_.u, joint_u_, h);
    work += joint_work.done;
    lost_in_joints = joint_work.dissipated;
  }
  double kinetic = kinetic_energy(v_, joint_u_);
  const double before = kinetic_ + start_potential_ - start_relief_;
  // While anything touches no energy is given back: what impact and friction took is gone. Nor may
  // a step end with more than it began with; but for what friction did to followers on the way to
  // their balance, where there is no motion to take it from.
  const bool touching = in_touch();
  const double allowed = std::min(budget_, kinetic_ + start_potential_) + work + touch_.work;
  if (touching && !scripted) kinetic += shed_energy(kinetic + potential_ - allowed);
  if (conserve_ && !scripted && !drivers_changed_ && !touching) {
    const double damped = spec_.method.damping * h * (kinetic_ + kinetic) + lost_in_joints;
    const double lost = owed_ + before + work - damped - (kinetic + potential_ - relief_);
    // Whatever the bend of the followers holds, no more than was ever put in.
    double missing = std::min(lost, budget_ + work - (kinetic + potential_));
    // Round-off is no energy: put back, it would keep a body trembling that has come to rest.
    if (std::abs(missing) < kNoise * (std::abs(potential_) + kinetic)) missing = 0;
    const double added = add_energy(missing, h);
    kinetic += added;
    repaid = std::max(0.0, owed_);
    // What the motion of the moment cannot take is kept for the next steps.
    owed = std::clamp(missing - added, -kMostOwed * kinetic,
                      kMostOwed * (kinetic + forces_->elastic_energy()));
  }
  const double after = kinetic + potential_ - relief_;
  if (!std::isfinite(after) || !state_.x.allFinite()) {
    report_.message = "the step ended with non-finite values";
    return false;
  }
  const double now = std::max(kinetic, kinetic_) + std::max(elastic_, forces_->elastic_energy()) +
                     forces_->spring_energy() + std::abs(work);
  double gain = touching && !scripted ? kinetic + potential_ - allowed - touch_.held_work
                                      : after - before - work - repaid;
  // While the pieces of a cut find their balance, the bend that inertia is said to hold can be more
  // than they are bent at all; then the plain energy is the better witness.
  if (state_.time < settled_at_)
    gain = std::min(gain, kinetic + potential_ - kinetic_ - start_potential_ - work - repaid);
  const bool guarded = spec_.method.guard && spec_.method.method == Method::conjac;
  // Two measures: what this step gained, and what there is beyond all that was ever put in. The
  // work of scripted nodes is an estimate, so while they move the second waits.
  const double excess = scripted ? 0.0 : kinetic + potential_ - budget_;
  const double tolerated =
      touching && !scripted && tactic.tolerated < 1 ? kTouchGain : tactic.tolerated;
  const double room = tolerated * at_play_.value(now);
  if (guarded && !(gain <= room && (touching || excess <= kExcess * room))) return false;
  if (gain > kRunaway * std::max(largest_energy_, std::abs(work)) && largest_energy_ > 0)
    return false;
  at_play_.update(now, h);
  largest_energy_ = std::max(largest_energy_, now);
  work_ += work;
  budget_ += work;
  if (touching && !scripted)
    budget_ = std::min(budget_ + touch_.work + touch_.held_work, kinetic + potential_);
  if (scripted) budget_ = std::max(budget_, kinetic + potential_);
  owed_ = owed;
  kinetic_ = kinetic;
  elastic_ = forces_->elastic_energy();
  gravity_ = forces_->gravity_energy();
  contact_ = forces_->contact_energy();
  state_.v.swap(v_);
  state_.u.swap(joint_u_);
  state_.time += h;
  force_valid_ = true;
  return true;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
