#include <algorithm>

#include "core/stage_timer.h"
#include "scene/world.h"

namespace conjac {
namespace {

constexpr int kMostSolves = 40;  // of the full system per friction filter (Vanilla)

}  // namespace

/// Relative velocities of the contacts in v_, friction limits mu p, and a guess of the impulses.
/// `normal` gives p / h of a contact.
template <int Dim>
template <class Normal>
bool World<Dim>::begin_friction(double h, ContactList points, const Normal& normal) {
  const auto size = static_cast<Eigen::Index>(points.size()) * Dim;
  touch_.limits.resize(points.size());
  touch_.velocity.resize(size);
  touch_.impulse.resize(size);
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint<Dim>& p = points[i];
    const Eigen::Index at = static_cast<Eigen::Index>(i) * Dim;
    touch_.velocity.template segment<Dim>(at) = p.weighted(v_) - p.surface_velocity;
    touch_.impulse.template segment<Dim>(at) = h * contacts_->friction_force(p.slot);
    touch_.limits[i] = p.friction * h * std::max(0.0, normal(i));
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
  touch_.work = 0;
  if (!contacts_) return;
  StageTimer timer(report_.stages.solve);
  const ContactList points = touch_.active;
  // The normal force as the linearised step sees it.
  const auto normal = [&](std::size_t i) {
    const ContactPoint<Dim>& p = points[i];
    return -p.stiffness * (p.gap + p.gradient.dot(p.weighted(dx_))) * p.gradient.norm();
  };
  if (condensation_.unknowns() == 0 || !begin_friction(h, points, normal)) return no_friction();
  filter_reduced(points);
  touch_.reprojection.change(reduced_, touch_.impulse, touch_.du);
  reduced_.push(condensation_, touch_.du, h, v_, dx_);
  end_friction(h, points);
}

template <int Dim>
void World<Dim>::filter_reduced(ContactList points) {
  const auto result = touch_.friction.solve(
      points, touch_.limits,
      [&](const VectorXd& impulses, VectorXd& velocities) {
        touch_.reprojection.respond(reduced_, impulses, velocities);
      },
      {}, touch_.velocity, touch_.impulse);
  touch_.iterations += result.iterations;
}

/// Friction in the full system.
template <int Dim>
void World<Dim>::rub_vanilla(double h, double beta) {
  touch_.work = 0;
  if (!contacts_) return;
  StageTimer timer(report_.stages.solve);
  const ContactList points = touch_.active;
  const auto normal = [&](std::size_t i) {
    const ContactPoint<Dim>& p = points[i];
    const double approach = h * p.gradient.dot(p.weighted(v_));
    return -p.stiffness * (p.gap + beta * approach) * p.gradient.norm();
  };
  if (!begin_friction(h, points, normal)) return no_friction();
  const auto respond = [&](const VectorXd& impulses, VectorXd& velocities) {
    touch_.on_nodes.setZero(state_.x.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i].spread(impulses.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim),
                       touch_.on_nodes);
    vanilla_.respond(touch_.on_nodes, script_.held(), touch_.response);
    velocities.resize(impulses.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      velocities.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim) =
          points[i].weighted(touch_.response);
  };
  const auto result =
      touch_.friction.solve(points, touch_.limits, respond, {.most_iterations = kMostSolves},
                            touch_.velocity, touch_.impulse);
  touch_.iterations += result.iterations;
  end_friction(h, points);
  vanilla_.respond(touch_.on_nodes, script_.held(), touch_.response);
  v_ += touch_.response;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
