#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "core/stage_timer.h"
#include "scene/world.h"

/// The lines of the algorithm that speak of bones. The joint velocities are unknowns like those of
/// the dynamic nodes; nodes that ride on bones are drivers with rows B (reduce/roles.h).
namespace conjac {

/// Riders are drivers for good: no event may hold or move them, no role make them dynamic.
template <int Dim>
void World<Dim>::hang_bones() {
  pinned_ = script_.pinned();
  for (const auto& rider : skeleton_.attachment().riders()) {
    require(!script_.ever_held(rider.node),
            "attach: node " + std::to_string(rider.node) +
                " is also fixed or moved by the timeline; a node that rides on a bone goes where "
                "the bone goes. Take it out of one of the two selections");
    pinned_[rider.node] = 1;
  }
}

/// The flesh of bones that move from the start moves along.
template <int Dim>
void World<Dim>::start_bones() {
  if (skeleton_.empty()) return;
  const double largest = skeleton_.start_velocity().cwiseAbs().maxCoeff();
  if (largest == 0) return;
  state_.u = skeleton_.start_velocity();
  take_bones();
  if (spec_.method.method == Method::conjac) {
    const RowMatrix& J = jacobian();
    const int nj = joints_.count;
    state_.v += J.rightCols(nj) * joints_.velocity;
    factor_valid_ = drivers_valid_ = false;
  }
  set_velocities(state_.v);
}

/// Bones and riders where the state says; their energies are counted with the flesh's.
template <int Dim>
void World<Dim>::take_bones() {
  if (skeleton_.empty()) return;
  skeleton_.take(state_.q, state_.u);
  forces_->bones = {skeleton_.spring_energy(), skeleton_.gravity_energy()};
}

template <int Dim>
bool World<Dim>::follow_joints(double h) {
  if (skeleton_.empty() || !skeleton_.follow(state_.time, state_.time + h, state_.q)) return false;
  drivers_changed_ = true;
  return true;
}

/// The joints' equations at the start of a try. Returns whether any joint is moved by the timeline:
/// its riders are then scripted nodes.
template <int Dim>
bool World<Dim>::begin_bones(double h) {
  if (skeleton_.empty()) return false;
  skeleton_.take(state_.q, state_.u);
  const bool moving = skeleton_.speeds(state_.time + h, h, state_.q, joint_speeds_);
  skeleton_.begin(state_.u, joint_speeds_, h, joints_);
  if (moving) skeleton_.velocities(joint_speeds_, w_);
  return moving;
}

/// Rows of the riders, below the identity of the dynamic nodes.
template <int Dim>
void World<Dim>::drive_bones() {
  if (skeleton_.empty()) return;
  const int first = static_cast<int>(representatives_.size()) * Dim;
  const int nodal = drivers_.unknowns, rows = skeleton_.attachment().rows();
  for (int i = 0; i < rows; ++i) drivers_.driven.push_back(first + i);
  drivers_.unknowns = nodal + joints_.count;
  drivers_.B.setZero(nodal + rows, drivers_.unknowns);
  drivers_.B.topLeftCorner(nodal, nodal).setIdentity();
  if (rows > 0) drivers_.B.bottomRightCorner(rows, joints_.count) = skeleton_.rows();
}

/// Joint velocities of the step from the reduced ones.
template <int Dim>
void World<Dim>::read_joints() {
  if (skeleton_.empty()) return;
  joint_u_ = joint_speeds_;
  const auto u = reduced_.u().tail(joints_.count);
  for (int k = 0; k < joints_.count; ++k) joint_u_[skeleton_.free_joints()[k]] = u[k];
}

/// The pose they lead to.
template <int Dim>
void World<Dim>::move_bones(double h, bool middle) {
  if (skeleton_.empty()) return;
  read_joints();
  const auto& free = skeleton_.free_joints();
  lively_joints_ = h * joint_u_;
  if (middle)
    for (int k = 0; k < joints_.count; ++k)
      lively_joints_[free[k]] = 0.5 * h * (joint_u_[free[k]] + state_.u[free[k]]);
  skeleton_.tree().move(state_.q, lively_joints_, state_.q);
  skeleton_.take(state_.q, joint_u_);
  forces_->bones = {skeleton_.spring_energy(), skeleton_.gravity_energy()};
}

/// The joints' equations at the end of the step, where the flesh pulls with system_.force.
template <int Dim>
void World<Dim>::end_bones() {
  if (!skeleton_.empty()) skeleton_.end(system_.force, joints_);
}

template <int Dim>
double World<Dim>::kinetic_energy(const VectorXd& v, const VectorXd& u) const {
  const double flesh = 0.5 * v.cwiseAbs2().dot(system_.mass);
  return skeleton_.empty() ? flesh : flesh + skeleton_.kinetic_energy(u);
}

/// Puts energy back along the motion of the lively nodes and of the joints. Returns how much.
template <int Dim>
double World<Dim>::add_energy(double missing, double h, double slowest) {
  if (skeleton_.empty()) {
    reduced_.lively_direction(condensation_, driven_unknowns_, activity_, h, v_, {}, dx_);
    return add_kinetic_energy(missing, state_.x, system_.mass, Dim, piece_view(), dx_, v_, nullptr,
                              slowest);
  }
  const auto& free = skeleton_.free_joints();
  joint_solution_.resize(joints_.count);
  for (int k = 0; k < joints_.count; ++k) joint_solution_[k] = joint_u_[free[k]];
  reduced_.lively_direction(condensation_, driven_unknowns_, activity_, h, v_, joint_solution_,
                            dx_);
  lively_joints_.setZero(state_.u.size());
  const auto direction = reduced_.lively_joints(joints_.count);
  for (int k = 0; k < joints_.count; ++k) lively_joints_[free[k]] = direction[k];
  skeleton_.velocities(lively_joints_, dx_);
  // Bones that fly keep their momentum, and with it their energy.
  for (int k = 0; k < skeleton_.tree().unknowns(); ++k)
    if (skeleton_.flies(skeleton_.tree().link_of(k))) lively_joints_[k] = 0;
  for (int i = 0; i < shape_.mesh.nodes(); ++i)
    if (adrift_[pieces_.of_node[i]]) dx_.template segment<Dim>(i * Dim).setZero();
  const JointMotion motion{skeleton_.mass(), lively_joints_, joint_u_};
  return add_kinetic_energy(missing, state_.x, system_.mass, Dim, piece_view(), dx_, v_, &motion,
                            slowest);
}

/// Full FE with bones: riders leave the system, joint velocities come in (step/joint_border.h).
template <int Dim>
bool World<Dim>::attempt_vanilla_jointed(double h, bool scripted) {
  const StepOptions& options = spec_.method;
  const double beta = options.beta_or_default();
  conserve_ = bounce_ = false;
  {
    StageTimer timer(report_.stages.fill);
    // Bones are stiff: with less than the force of the end of the step they would ring.
    if (contacts_) contacts_->bone_blocks = 1 / std::max(beta, 1e-3);
    potential_ = forces_->linearise(state_.x, system_.force, system_.stiffness);
    if (contacts_) contacts_->bone_blocks = 0;
  }
  touch_.known_push = false;
  touch_.active.clear();
  if (contacts_) {
    begin_contact();
    press_bones();
    press_bones_ahead(h, w_);
  }
  stiffen_border(h);
  skeleton_.columns(rider_columns_);
  const VanillaStep::Riders riders{rider_columns_, skeleton_.riders()};
  {
    StageTimer timer(report_.stages.factor);
    if (vanilla_.factorize_jointed(system_, h, beta, options.damping, script_.held(), riders,
                                   joints_, touch_.coupling, touch_.corner) != FactorStatus::ok) {
      report_.message =
          "the matrix of the step could not be factored (it is not positive definite)";
      return false;
    }
  }
  {
    StageTimer timer(report_.stages.solve);
    start_force_ = system_.force;
    if (contacts_) contacts_->add_coming_force(system_.force);
    if (touch_.known_push) system_.force += touch_.known;
    vanilla_.velocities_jointed(system_, state_.v, w_, h, beta, options.damping, script_.held(),
                                riders, joints_, v_, joint_solution_);
  }
  press_vanilla(h, beta);
  rub_vanilla(h, beta);
  joint_u_ = joint_speeds_;
  const auto& free = skeleton_.free_joints();
  for (int k = 0; k < joints_.count; ++k) joint_u_[free[k]] = joint_solution_[k];
  lively_joints_ = h * joint_u_;
  skeleton_.tree().move(state_.q, lively_joints_, state_.q);
  skeleton_.take(state_.q, joint_u_);
  forces_->bones = {skeleton_.spring_energy(), skeleton_.gravity_energy()};
  dx_ = h * v_;
  state_.x += dx_;
  skeleton_.place(state_.x);
  StageTimer timer(report_.stages.fill);
  potential_ = forces_->energy_and_force(state_.x, system_.force);
  bones_touched();
  return accept(h, scripted, {});
}

template <int Dim>
void World<Dim>::set_joints(const VectorXd& q, const VectorXd& u) {
  require(
      q.size() == state_.q.size() && u.size() == state_.u.size() && q.allFinite() && u.allFinite(),
      "joints: need " + std::to_string(state_.q.size()) + " finite coordinates and " +
          std::to_string(state_.u.size()) + " finite velocities");
  state_.q = q;
  state_.u = u;
  previous_.q = q;
  take_bones();
  skeleton_.place(state_.x);
  skeleton_.velocities(u, state_.v);
  kinetic_ = kinetic_energy(state_.v, state_.u);
  force_valid_ = factor_valid_ = false;
  forget_energy();
}

template <int Dim>
void World<Dim>::set_joint_torques(const VectorXd& torques) {
  require(torques.size() == state_.u.size() && torques.allFinite(),
          "joint torques: need " + std::to_string(state_.u.size()) + " finite numbers");
  skeleton_.control() = torques;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
