#include <algorithm>
#include <cmath>

#include "core/stage_timer.h"
#include "scene/world.h"
#include "step/keep_shape.h"

namespace conjac {
template <int Dim>
bool World<Dim>::attempt(double h, const Tactic& tactic) {
  start_x_ = state_.x;
  appeared_ = 0;
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
  // The last resort lets go of the bend that inertia holds: a flap just cut loose, or one at the
  // start of a run, may bend under its inertia by more than it has energy. Energies are then
  // compared without that bend, at the end and at the beginning.
  if (tactic.damped) options.inertia_relief = false;
  if (!options.inertia_relief) start_relief_ = 0;
  const bool pre = options.stabilisation == Stabilisation::pre;

  if (!linearise(tactic.fresh_factor)) return false;  // f, K and the factor
  stiffen_crumbs(tactic.crumbs_rigid);                // who keeps its shape
  if (!drive()) return false;                         // who drives
  // Where contacts come and go the trapezoidal rule rings; what its energy would be is given back.
  bounce_ = options.conserve_energy && options.integrator == Integrator::trapezoidal;
  if (touches_ahead() && options.integrator == Integrator::trapezoidal)
    options.integrator = Integrator::linear_implicit;
  // In flight after a bounce the bend that inertia holds would come and go with energy that the
  // bounce has not left.
  if (bounced_ && !touches_ahead()) options.inertia_relief = false;
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
  for (const auto& nodes : rigid_) turn_whole(nodes, state_.x, system_.mass, Dim, dx_);
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
  for (const auto& nodes : rigid_) spin_on(nodes, start_x_, state_.x, system_.mass, Dim, v_);
  conserve_ = options.conserve_energy && options.integrator == Integrator::trapezoidal;
  return accept(h, scripted, tactic);
}

template <int Dim>
bool World<Dim>::attempt_vanilla(double h, bool scripted) {
  if (!rigid_.empty()) {  // somebody has changed the method: crumbs are elastic here
    rigid_.clear();
    std::fill(keeps_shape_.begin(), keeps_shape_.end(), 0);
    std::fill(rigid_number_.begin(), rigid_number_.end(), -1);
  }
  if (!skeleton_.empty()) return attempt_vanilla_jointed(h, scripted);
  const StepOptions& options = spec_.method;
  const double beta = options.beta_or_default();
  conserve_ = bounce_ = false;
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
  hold_crumbs();
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
    look_for_surprises();
    return true;
  }
  double whole = 0;
  const double filled = forces_->seconds();
  {
    StageTimer timer(whole);
    inertia_.setZero();
    if (options.inertia_relief) {
      reduced_.acceleration(condensation_, h, inertia_);
      inertia_ = inertia_.cwiseProduct(system_.mass);
    }
    ForceModel& model = begin_holding(h);
    const double moved = model.energy_and_force(state_.x, system_.force);
    if (!std::isfinite(moved) || !system_.force.allFinite()) return false;
    look_for_surprises();
    const Stabiliser::Result result = stabiliser_.correct(
        model, condensation_, inertia_, options.newton_steps, moved, state_.x, system_.force);
    potential_ = result.energy;
    end_holding();
    relief_ = result.relief;
  }
  report_.stages.fill += forces_->seconds() - filled;
  report_.stages.solve += whole - (forces_->seconds() - filled);
  return true;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
