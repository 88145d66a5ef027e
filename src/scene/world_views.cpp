#include <algorithm>

#include "core/check.h"
#include "reduce/floating.h"
#include "scene/world.h"

namespace conjac {

template <int Dim>
void World<Dim>::keep_pieces_pinned() {
  floating_.assign(pieces_.count, 1);
  for (int node : script_.held_nodes()) floating_[pieces_.of_node[node]] = 0;
  adrift_.assign(pieces_.count, 0);
  for (const auto& rider : skeleton_.attachment().riders()) {
    floating_[pieces_.of_node[rider.node]] = 0;
    if (skeleton_.flies(rider.link)) adrift_[pieces_.of_node[rider.node]] = 1;
  }
  for (int piece = 0; piece < pieces_.count; ++piece) {
    pins_.clear();
    sleepers_.clear();
    const auto gather = [&](bool standby) {
      for (std::size_t k = 0; k < representatives_.size(); ++k) {
        const int node = representatives_[k].node;
        if (representatives_[k].standby != standby || script_.held()[node] ||
            pieces_.of_node[node] != piece)
          continue;
        (adaptivity_.awake(static_cast<int>(k)) ? pins_ : sleepers_).push_back(node);
      }
    };
    for (int node : script_.held_nodes())
      if (pieces_.of_node[node] == piece) pins_.push_back(node);
    for (const auto& rider : skeleton_.attachment().riders())
      if (pieces_.of_node[rider.node] == piece) pins_.push_back(rider.node);
    gather(false);
    if (pins_piece(state_.x, Dim, pins_)) {
      for (std::size_t k = 0; k < representatives_.size(); ++k)
        if (representatives_[k].standby && interaction_.wake[k] != Wake::awake &&
            pieces_.of_node[representatives_[k].node] == piece)
          adaptivity_.sleep(static_cast<int>(k));
      continue;
    }
    gather(true);
    if (pins_piece(state_.x, Dim, pins_)) continue;
    for (int node : missing_pins(state_.x, Dim, pins_, sleepers_))
      for (std::size_t k = 0; k < representatives_.size(); ++k)
        if (representatives_[k].node == node) adaptivity_.wake(static_cast<int>(k));
  }
}

template <int Dim>
void World<Dim>::update_roles() {
  const auto set = [&](int node, Role role) {
    if (roles_[node] == role) return;
    if (driver(role) || driver(roles_[node])) drivers_valid_ = false, drivers_changed_ = true;
    roles_[node] = role;
  };
  for (int i = 0; i < shape_.mesh.nodes(); ++i)
    if (skeleton_.rides(i))
      set(i, Role::attached);
    else if (script_.held()[i])
      set(i, script_.moves(i) ? Role::scripted : Role::fixed);
    else if (prescribed(roles_[i]))
      set(i, Role::quasistatic);
  const bool vanilla = spec_.method.method == Method::vanilla;
  for (std::size_t k = 0; k < representatives_.size(); ++k) {
    const int node = representatives_[k].node;
    if (script_.held()[node]) continue;
    set(node, vanilla || adaptivity_.awake(static_cast<int>(k)) ? Role::dynamic : Role::sleeping);
  }
}

template <int Dim>
void World<Dim>::update_force() {
  if (force_valid_) return;
  potential_ = forces_->energy_and_force(state_.x, system_.force);
  elastic_ = forces_->elastic_energy();
  gravity_ = forces_->gravity_energy();
  contact_ = forces_->contact_energy();
  force_valid_ = true;
}

template <int Dim>
const VectorXd& World<Dim>::force() {
  update_force();
  return system_.force;
}

template <int Dim>
const SparseMatrix& World<Dim>::stiffness(bool project) {
  // Into a matrix of its own: looking must not disturb the one behind the factor.
  if (shown_stiffness_.cols() == 0) shown_stiffness_ = forces_->elastic().pattern().zeros();
  VectorXd force = VectorXd::Zero(state_.x.size());
  forces_->elastic().force_and_stiffness(state_.x, force, shown_stiffness_, project);
  forces_->springs().add_stiffness(forces_->elastic().pattern(), shown_stiffness_);
  return shown_stiffness_;
}

template <int Dim>
const RowMatrix& World<Dim>::jacobian() {
  require(spec_.method.method == Method::conjac,
          "there is no condensation Jacobian in a Vanilla run; set method.method to \"conjac\"",
          ErrorKind::usage);
  analyze();
  forces_->look_ahead(nullptr, 0);
  begin_bones(spec_.time.step);
  factor_valid_ = false;
  require(linearise(true) && drive(), report_.message, ErrorKind::diverged);
  condensation_.solve({});
  mass_reduced_ = false;
  return shown_jacobian_ = condensation_.J().dense();
}

template <int Dim>
Energies World<Dim>::energies() {
  update_force();
  Energies energies;
  energies.kinetic = kinetic_energy(state_.v, state_.u);
  energies.elastic = elastic_;
  energies.gravity = gravity_;
  energies.contact = contact_;
  return energies;
}

template <int Dim>
double World<Dim>::residual() const {
  double largest = 0;
  for (int i = 0; i < shape_.mesh.nodes(); ++i) {
    if (script_.held()[i] || skeleton_.rides(i) || keeps_shape(i)) continue;
    Vec<Dim> net = system_.force.template segment<Dim>(i * Dim);
    if (touch_.load.size()) net += touch_.load.template segment<Dim>(i * Dim);
    largest = std::max(largest, net.norm());
  }
  return largest;
}

template <int Dim>
EquilibriumResult World<Dim>::rest_state(VectorXd& x,
                                         const std::function<void(int, double)>& progress,
                                         VectorXd* joints) {
  // A force every node would feel: the weight of the body, or without gravity the force its
  // stiffness gives when it is strained through and through.
  const double weight = forces_->weight().cwiseAbs().maxCoeff();
  double scale = std::max(weight, forces_->load().cwiseAbs().maxCoeff());
  if (scale == 0) {
    update_force();
    scale = std::max(system_.force.cwiseAbs().maxCoeff(), 1e-12);
  }
  x = state_.x;
  VectorXd target = x;
  script_.targets(state_.time, x, target);
  for (int node : script_.held_nodes())
    x.template segment<Dim>(node * Dim) = target.template segment<Dim>(node * Dim);
  // Friction holds what it holds: where it acts there is no other static state near by.
  const VectorXd load = forces_->load();
  if (touch_.load.size()) forces_->load() += touch_.load;
  System scratch = system_;
  forces_->look_ahead(nullptr, 0);
  factor_valid_ = force_valid_ = false;  // the reference of the reuse test moves along
  EquilibriumResult result;
  if (skeleton_.empty()) {
    result = conjac::equilibrate(*forces_, scratch, Dim, script_.held(), scale, {}, x, progress);
  } else {
    VectorXd q = state_.q;
    result = rest_with_bones(scale, scratch, progress, x, q);
    if (joints != nullptr) *joints = q;
  }
  forces_->load() = load;
  return result;
}

template <int Dim>
EquilibriumResult World<Dim>::equilibrate(const std::function<void(int, double)>& progress) {
  VectorXd x, q;
  const EquilibriumResult result = rest_state(x, progress, &q);
  if (result.converged) {
    if (!skeleton_.empty()) set_joints(q, VectorXd::Zero(state_.u.size()));
    set_positions(x);
    state_.v.setZero();
    kinetic_ = 0;
  }
  return result;
}

template <int Dim>
void World<Dim>::set_positions(const VectorXd& x) {
  require(x.size() == state_.x.size() && x.allFinite(),
          "positions: need " + std::to_string(state_.x.size()) + " finite numbers");
  state_.x = x;
  skeleton_.place(state_.x);
  previous_.x = state_.x;
  no_friction();
  force_valid_ = factor_valid_ = false;
  forget_energy();
}

template <int Dim>
void World<Dim>::set_velocities(const VectorXd& v) {
  require(v.size() == state_.v.size() && v.allFinite(),
          "velocities: need " + std::to_string(state_.v.size()) + " finite numbers");
  state_.v = v;
  skeleton_.velocities(state_.u, state_.v);
  kinetic_ = kinetic_energy(state_.v, state_.u);
  forget_energy();
}

/// The state was set from outside: what was lost, owed or at play before says nothing about it.
template <int Dim>
void World<Dim>::forget_energy() {
  budget_begun_ = false;
  relief_ = owed_ = largest_energy_ = 0;
  bounced_ = false;
  at_play_ = {};
  activity_.assign(activity_.size(), 0.0);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
