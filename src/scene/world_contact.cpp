#include <algorithm>
#include <cmath>

#include "core/stage_timer.h"
#include "scene/contact_setup.h"
#include "scene/world.h"

namespace conjac {
namespace {

constexpr int kMostSolves = 40;  // of the full system per friction filter (Vanilla)

template <int Dim>
Vec<Dim> weighted(const ContactPoint<Dim>& p, const VectorXd& values) {
  Vec<Dim> sum = Vec<Dim>::Zero();
  for (int k = 0; k < p.count; ++k)
    sum += p.weights[k] * values.template segment<Dim>(p.nodes[k] * Dim);
  return sum;
}

template <int Dim>
void spread(const ContactPoint<Dim>& p, const Vec<Dim>& on_first, VectorXd& values) {
  for (int k = 0; k < p.count; ++k)
    values.template segment<Dim>(p.nodes[k] * Dim) += p.weights[k] * on_first;
}

}  // namespace

template <int Dim>
void World<Dim>::prepare_contact() {
  no_friction();
  contacts_.emplace(contact_setup(spec_, shape_.mesh, pieces_, materials_));
  contacts_->move_obstacles(state_.time, 0);
  solids_ = obstacle_views(spec_, contacts_->obstacles());
  if (!contacts_->possible()) contacts_.reset();
  forces_->contacts = contacts_ ? &*contacts_ : nullptr;
  representative_of_.assign(shape_.mesh.nodes(), -1);
  if (representatives_.empty()) return;
  for (int e = 0; e < shape_.mesh.element_count(); ++e)
    for (int node : shape_.mesh.elements[e]) representative_of_[node] = region_[e];
}

/// Representative nodes near a contact wake, so that impact and friction are not felt in the least
/// squares sense alone.
template <int Dim>
void World<Dim>::wake_touched() {
  if (!contacts_ || !spec_.contact.wake) return;
  contacts_->find(state_.x);
  for (const ContactPoint<Dim>& p : contacts_->points())
    for (int k = 0; k < p.count; ++k)
      if (const int near = representative_of_[p.nodes[k]]; near >= 0) adaptivity_.wake(near);
}

/// Rows of J for every contact, and their reduced stiffness. Contact forces are those of the end of
/// the step, f_contact + K_contact h u, whatever beta says of the others: with less they would pull
/// where a gap closes. With obstacles K has beta of that already. The stiffness along the surface
/// is for J and for the correction after the move; from the equations of motion it is taken off
/// again: what holds there is friction, and a push can be more than it takes.
template <int Dim>
void World<Dim>::condense_contacts(double h, const StepOptions& options) {
  touch_.start.clear();
  touch_.active.clear();
  touch_.stiff = false;
  if (!contacts_) return;
  StageTimer timer(report_.stages.solve);
  begin_contact();
  const auto& points = touch_.active;
  gather_contact_rows(points);
  const double beta = options.beta_or_default();
  const int n = condensation_.unknowns();
  const auto add = [&](std::size_t i, const Vec<Dim>& direction, double stiffness) {
    if (stiffness == 0) return;
    if (!touch_.stiff) {
      if (touch_.stiffness.rows() < n) touch_.stiffness.resize(n, n);
      touch_.stiffness.topLeftCorner(n, n).setZero();
      touch_.stiff = true;
    }
    touch_.reprojection.add_stiffness(static_cast<int>(i), {direction.data(), std::size_t{Dim}},
                                      h * h * stiffness, touch_.stiffness);
  };
  int obstacles = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint<Dim>& p = points[i];
    const double in_matrix = p.obstacle < 0 ? 0.0 : beta;
    add(i, p.gradient, std::max(0.0, 1 - in_matrix) * p.stiffness);
    if (p.obstacle < 0) continue;
    const double along = contacts_->remembered_along(obstacles++);
    if (along == 0) continue;
    const Mat<Dim> tangential = Mat<Dim>::Identity() - p.normal * p.normal.transpose();
    for (int c = 0; c < Dim; ++c) add(i, tangential.col(c), -beta * along);
  }
}

template <int Dim>
void World<Dim>::begin_contact() {
  touch_.start.assign(contacts_->points().begin(), contacts_->points().end());
  touch_.active.assign(contacts_->expected().begin(), contacts_->expected().end());
}

/// Contacts to come are linearised about a gap that is still open.
template <int Dim>
const VectorXd* World<Dim>::coming_impulse(double h) {
  if (!contacts_ || touch_.active.size() == touch_.start.size()) return nullptr;
  touch_.coming.setZero(state_.x.size());
  contacts_->add_coming_force(touch_.coming);
  touch_.coming *= h;
  return &touch_.coming;
}

template <int Dim>
void World<Dim>::gather_contact_rows(ContactList points) {
  touch_.reprojection.begin(condensation_, Dim, static_cast<int>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto count = static_cast<std::size_t>(points[i].count);
    touch_.reprojection.add(condensation_, static_cast<int>(i), {points[i].nodes.data(), count},
                            {points[i].weights.data(), count});
  }
}

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
    touch_.velocity.template segment<Dim>(at) = weighted(p, v_) - p.surface_velocity;
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
    spread(points[i], impulse, touch_.on_nodes);
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
    return -p.stiffness * (p.gap + p.gradient.dot(weighted(p, dx_))) * p.gradient.norm();
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

/// Contacts between bodies in the full system: (A + beta h^2 sum k g g') v = A v_, the stiffness of
/// rank one per contact, by conjugate gradients with the factor of A. Every direction is a response
/// to forces between bodies, so each iterate keeps their momentum. A p follows from A z = r.
template <int Dim>
void World<Dim>::press_vanilla(double h, double beta) {
  touch_.start.clear();
  if (!contacts_) return;
  begin_contact();
  const auto& points = touch_.active;
  const auto between = [](const ContactPoint<Dim>& p) { return p.obstacle < 0; };
  if (std::none_of(points.begin(), points.end(), between)) return;
  StageTimer timer(report_.stages.solve);
  const auto add_stiffness = [&](const VectorXd& of, double scale, VectorXd& to) {
    for (const ContactPoint<Dim>& p : points)
      if (between(p)) {
        const double approach = p.gradient.dot(weighted(p, of));
        spread<Dim>(p, scale * beta * h * h * p.stiffness * approach * p.gradient, to);
      }
  };
  VectorXd &r = touch_.r, &z = touch_.z, &p = touch_.p, &Ap = touch_.Ap;
  r.setZero(v_.size());
  add_stiffness(v_, -1, r);
  vanilla_.respond(r, script_.held(), z);
  p = z;
  Ap = r;
  double rz = r.dot(z);
  const double enough = 1e-20 * rz;
  for (int k = 0; k < kMostSolves && rz > enough; ++k) {
    touch_.on_nodes = Ap;
    add_stiffness(p, 1, touch_.on_nodes);
    const double step = rz / p.dot(touch_.on_nodes);
    v_ += step * p;
    r -= step * touch_.on_nodes;
    vanilla_.respond(r, script_.held(), z);
    const double next = r.dot(z);
    p = z + next / rz * p;
    Ap = r + next / rz * Ap;
    rz = next;
  }
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
    const double approach = h * p.gradient.dot(weighted(p, v_));
    return -p.stiffness * (p.gap + beta * approach) * p.gradient.norm();
  };
  if (!begin_friction(h, points, normal)) return no_friction();
  const auto respond = [&](const VectorXd& impulses, VectorXd& velocities) {
    touch_.on_nodes.setZero(state_.x.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      spread<Dim>(points[i], impulses.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim),
                  touch_.on_nodes);
    vanilla_.respond(touch_.on_nodes, script_.held(), touch_.response);
    velocities.resize(impulses.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      velocities.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim) =
          weighted(points[i], touch_.response);
  };
  const auto result =
      touch_.friction.solve(points, touch_.limits, respond, {.most_iterations = kMostSolves},
                            touch_.velocity, touch_.impulse);
  touch_.iterations += result.iterations;
  end_friction(h, points);
  vanilla_.respond(touch_.on_nodes, script_.held(), touch_.response);
  v_ += touch_.response;
}

/// Did or does anything touch in this try?
template <int Dim>
bool World<Dim>::in_touch() {
  if (!contacts_) return false;
  contacts_->find(state_.x);
  return !touch_.active.empty() || !contacts_->points().empty();
}

/// Which pieces hang together through their contacts, and whether anything holds them.
template <int Dim>
void World<Dim>::find_clusters() {
  auto& cluster = touch_.cluster;
  cluster.resize(pieces_.count);
  for (int k = 0; k < pieces_.count; ++k) cluster[k] = k;
  const auto root = [&](int k) {
    while (cluster[k] != k) k = cluster[k];
    return k;
  };
  touch_.anchored.assign(pieces_.count, 0);
  touch_.free.assign(pieces_.count, 0);
  const auto meet = [&](std::span<const ContactPoint<Dim>> points) {
    for (const ContactPoint<Dim>& p : points) {
      const int mine = root(pieces_.of_node[p.nodes[0]]);
      const int other = p.obstacle < 0 ? root(pieces_.of_node[p.nodes[1]]) : mine;
      cluster[std::max(mine, other)] = std::min(mine, other);
      touch_.free[pieces_.of_node[p.nodes[0]]] = 1;
      if (p.obstacle >= 0) touch_.anchored[pieces_.of_node[p.nodes[0]]] = 1;
    }
  };
  meet(touch_.start);
  meet(contacts_->points());
  for (int k = 0; k < pieces_.count; ++k) {
    const int to = root(k);
    if (touch_.anchored[k] || !floating_[k]) touch_.anchored[to] = 1;
    if (touch_.free[k]) touch_.free[to] = 1;
  }
  touch_.cluster_of.resize(pieces_.of_node.size());
  for (std::size_t i = 0; i < pieces_.of_node.size(); ++i)
    touch_.cluster_of[i] = root(pieces_.of_node[i]);
}

/// Takes energy out of v_ that the step has gained in touch. First along what the contact forces
/// do: a bounce that went in deeper than its kinetic energy allows was slowed too little there.
/// Then, where that is not enough, from all motion of the pieces that touch; of pieces that touch
/// nothing but each other from the motion relative to their common rigid one. Both keep the
/// momentum of bodies that nothing holds. Returns the change of the kinetic energy.
template <int Dim>
double World<Dim>::shed_energy(double excess) {
  if (!(excess > 0)) return 0;
  touch_.on_nodes.setZero(state_.x.size());
  contacts_->add_force(touch_.on_nodes);
  for (const ContactPoint<Dim>& p : touch_.start) spread<Dim>(p, p.normal_force(), touch_.on_nodes);
  VectorXd& direction = touch_.response;
  if (spec_.method.method == Method::vanilla) {
    vanilla_.respond(touch_.on_nodes, script_.held(), direction);
  } else {
    if (condensation_.unknowns() == 0) return 0;
    reduced_.reduce(condensation_, touch_.on_nodes, touch_.reduced);
    reduced_.solve_inertia(touch_.reduced);
    direction.setZero(state_.x.size());
    dx_.setZero();
    reduced_.push(condensation_, touch_.reduced, 0, direction, dx_);
  }
  const double a = 0.5 * direction.cwiseAbs2().dot(system_.mass);
  const double b = direction.cwiseProduct(v_).dot(system_.mass);
  double change = 0;
  if (a > 0 && b != 0) {
    const double inside = b * b - 4 * a * excess;
    const double s =
        inside > 0 ? -2 * excess / (b + std::copysign(std::sqrt(inside), b)) : -b / (2 * a);
    v_ += s * direction;
    change = s * (a * s + b);
  }
  if (excess + change <= 1e-12 * excess) return change;
  find_clusters();
  direction = v_;
  for (std::size_t i = 0; i < touch_.cluster_of.size(); ++i)
    if (!touch_.free[touch_.cluster_of[i]])
      direction.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim).setZero();
  for (int k = 0; k < pieces_.count; ++k)
    touch_.free[k] = touch_.free[k] && !touch_.anchored[k] && touch_.cluster[k] == k;
  const PieceView clusters{pieces_.count, touch_.cluster_of, touch_.free};
  return change + add_kinetic_energy(-(excess + change), state_.x, system_.mass, Dim, clusters,
                                     direction, v_, nullptr, -1.0);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
