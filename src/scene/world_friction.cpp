#include <algorithm>
#include <cmath>

#include "core/stage_timer.h"
#include "scene/world.h"

namespace conjac {
namespace {

constexpr int kMostSolves = 40;  // of the full system per friction filter (Vanilla)
// Motion with less energy than this fraction of what bend and contact hold is none.
constexpr double kQuiet = 1e-3;

}  // namespace

/// Relative velocities of the contacts in v_ and joint_solution_, the impulses of the last step as
/// a guess, and friction limits mu p. The normal force is that at the end of the linearised step,
/// of which the contacts see `share` (those with bones all of it), with friction as guessed: at
/// rest that is the normal force there is, for without friction a pressed body would spread.
template <int Dim>
template <class Respond>
bool World<Dim>::begin_friction(double h, double share, ContactList points,
                                const Respond& respond) {
  const auto size = static_cast<Eigen::Index>(points.size()) * Dim;
  touch_.limits.resize(points.size());
  touch_.velocity.resize(size);
  touch_.impulse.resize(size);
  touch_.guessed.setZero(size);
  const auto of = [](std::size_t i) { return static_cast<Eigen::Index>(i) * Dim; };
  for (std::size_t i = 0; i < points.size(); ++i) {
    touch_.velocity.template segment<Dim>(of(i)) =
        relative(i, v_, joint_solution_) - points[i].surface_velocity;
    if (points[i].bones > 0)
      touch_.velocity.template segment<Dim>(of(i)) += touch_.bones.known_of(i);
    touch_.impulse.template segment<Dim>(of(i)) = h * contacts_->friction_force(points[i].slot);
  }
  if (!touch_.impulse.isZero(0)) respond(touch_.impulse, touch_.guessed);
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint<Dim>& p = points[i];
    Vec<Dim> v = relative(i, v_, joint_solution_) + touch_.guessed.template segment<Dim>(of(i));
    if (p.bones > 0) v += touch_.bones.known_of(i);
    const double seen = p.bones > 0 ? 1.0 : share;
    const double normal = -p.stiffness * (p.gap + seen * h * p.gradient.dot(v));
    touch_.limits[i] = p.friction * h * std::max(0.0, normal) * p.gradient.norm();
    largest = std::max(largest, touch_.limits[i]);
  }
  return largest > 0;
}

/// Keeps what the filter found: forces on nodes, and who is held.
template <int Dim>
void World<Dim>::end_friction(double h, ContactList points) {
  for (int slot : touch_.rubbing) {
    contacts_->friction_force(slot).setZero();
    contacts_->hold(slot, false);
  }
  touch_.rubbing.clear();
  touch_.on_nodes.setZero(state_.x.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!(touch_.limits[i] > 0)) continue;
    const Vec<Dim> impulse =
        touch_.impulse.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim);
    points[i].spread(impulse, touch_.on_nodes);
    contacts_->friction_force(points[i].slot) = impulse / h;
    contacts_->hold(points[i].slot, impulse.norm() < (1 - 1e-9) * touch_.limits[i]);
    touch_.work += std::max(0.0, impulse.dot(points[i].surface_velocity));
    touch_.rubbing.push_back(points[i].slot);
  }
  touch_.load = touch_.on_nodes / h;
  if (spec_.method.method == Method::vanilla) return;
  reduced_.reduce(condensation_, touch_.load, touch_.reduced);
  touch_.load.setZero();
  for (std::size_t k = 0; k < driven_unknowns_.size(); ++k)
    touch_.load[driven_unknowns_[k]] = touch_.reduced[static_cast<Eigen::Index>(k)];
}

template <int Dim>
void World<Dim>::no_friction() {
  if (!contacts_) return;
  for (int slot : touch_.rubbing) {
    contacts_->friction_force(slot).setZero();
    contacts_->hold(slot, false);
  }
  touch_.rubbing.clear();
  touch_.load.resize(0);
}

/// Friction between velocities and positions (contact/friction.h, step/reproject.h).
template <int Dim>
void World<Dim>::rub(double h) {
  touch_.work = touch_.held_work = touch_.rubbed_off = 0;
  if (!contacts_) return;
  StageTimer timer(report_.stages.solve);
  const ContactList points = touch_.active;
  const auto respond = [&](const VectorXd& impulses, VectorXd& velocities) {
    touch_.reprojection.respond(reduced_, impulses, velocities);
  };
  if (condensation_.unknowns() > 0) joint_solution_ = reduced_.u().tail(joints_.count);
  if (condensation_.unknowns() == 0 || !begin_friction(h, 1.0, points, respond))
    return no_friction();
  touch_.guessed = touch_.velocity;
  const auto result =
      touch_.friction.solve(points, touch_.limits, respond, {}, touch_.velocity, touch_.impulse);
  touch_.iterations += result.iterations;
  touch_.rubbed_off = -0.5 * touch_.impulse.dot(touch_.guessed + touch_.velocity);
  touch_.reprojection.change(reduced_, touch_.impulse, touch_.du);
  reduced_.push(condensation_, touch_.du, h, v_, dx_);
  end_friction(h, points);
}

/// The forces of the correction after the move: where a body rests friction acts on followers too.
/// In an impact it would move them by more than the step has energy for.
template <int Dim>
ForceModel& World<Dim>::begin_holding(double h) {
  touch_.rubbed.begin(*forces_);
  const double moving = 0.5 * v_.cwiseAbs2().dot(system_.mass);
  touch_.moving = std::max({moving, kinetic_, touch_.moving * std::exp(-h / kMotionFades)});
  if (touch_.rubbing.empty() || touch_.moving > kQuiet * (elastic_ + contact_)) return *forces_;
  for (std::size_t i = 0; i < touch_.active.size(); ++i) {
    const ContactPoint<Dim>& p = touch_.active[i];
    if (touch_.limits[i] > 0)
      touch_.rubbed.hold(p, contacts_->friction_force(p.slot), contacts_->stiffness_along(p),
                         touch_.limits[i] / h, state_.x);
  }
  return touch_.rubbed;
}

/// Energy and force are again those of the body. What the springs gave stays as friction, as far as
/// Coulomb allows; the next filter begins with it.
template <int Dim>
void World<Dim>::end_holding() {
  if (touch_.rubbed.holds().empty()) return;
  const double energy = touch_.rubbed.add_friction(state_.x, -1.0, system_.force);
  potential_ -= energy;
  touch_.held_work = std::max(0.0, -energy);
  touch_.load.setZero();
  for (const auto& hold : touch_.rubbed.holds()) {
    Vec<Dim> force = touch_.rubbed.friction(hold, state_.x);
    if (force.norm() > hold.limit) force *= hold.limit / force.norm();
    contacts_->friction_force(hold.point.slot) = force;
    hold.point.spread(force, touch_.load);
  }
}

/// Friction in the full system.
template <int Dim>
void World<Dim>::rub_vanilla(double h, double beta) {
  touch_.work = touch_.held_work = touch_.rubbed_off = 0;
  if (!contacts_) return;
  StageTimer timer(report_.stages.solve);
  const ContactList points = touch_.active;
  // What it captures must stay small: a larger std::function would allocate.
  const auto respond = [&](const VectorXd& impulses, VectorXd& velocities) {
    answer_vanilla(impulses);
    velocities.resize(impulses.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      velocities.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim) =
          relative(i, touch_.answer.nodes, touch_.answer.joints);
  };
  if (!begin_friction(h, beta, points, respond)) return no_friction();
  const auto result =
      touch_.friction.solve(points, touch_.limits, respond, {.most_iterations = kMostSolves},
                            touch_.velocity, touch_.impulse);
  touch_.iterations += result.iterations;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!(touch_.limits[i] > 0))
      touch_.impulse.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim).setZero();
  answer_vanilla(touch_.impulse);
  v_ += touch_.answer.nodes;
  if (joints_.count > 0) joint_solution_ += touch_.answer.joints;
  end_friction(h, points);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
