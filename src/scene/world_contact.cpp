#include <algorithm>

#include "core/stage_timer.h"
#include "scene/contact_setup.h"
#include "scene/world.h"

namespace conjac {
namespace {

constexpr int kMostSolves = 40;  // of the full system per step (Vanilla)

}  // namespace

template <int Dim>
void World<Dim>::prepare_contact() {
  no_friction();
  contacts_.emplace(contact_setup(spec_, shape_.mesh, pieces_, materials_, skeleton_));
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
  press_bones();
  press_bones_ahead(h, c_);
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
    const bool rigid = p.on_diagonal() && keeps_shape(p.nodes[0]);  // K does not count there
    const double in_matrix = p.on_diagonal() && !rigid ? beta : 0.0;
    add(i, p.gradient, std::max(0.0, 1 - in_matrix) * p.stiffness);
    if (!p.on_diagonal()) continue;
    const double along = contacts_->remembered_along(obstacles++);
    if (along == 0 || rigid) continue;
    const Mat<Dim> tangential = Mat<Dim>::Identity() - p.normal * p.normal.transpose();
    for (int c = 0; c < Dim; ++c) add(i, tangential.col(c), -beta * along);
  }
}

template <int Dim>
void World<Dim>::begin_contact() {
  touch_.start.assign(contacts_->points().begin(), contacts_->points().end());
  touch_.active.assign(contacts_->expected().begin(), contacts_->expected().end());
  gather_bone_rows();
}

/// Contacts to come are linearised about a gap that is still open.
template <int Dim>
const VectorXd* World<Dim>::coming_impulse(double h) {
  if (!contacts_ || (touch_.active.size() == touch_.start.size() && !touch_.known_push))
    return nullptr;
  touch_.coming.setZero(state_.x.size());
  contacts_->add_coming_force(touch_.coming);
  if (touch_.known_push) touch_.coming += touch_.known;
  touch_.coming *= h;
  return &touch_.coming;
}

template <int Dim>
void World<Dim>::gather_contact_rows(ContactList points) {
  touch_.reprojection.begin(condensation_, Dim, static_cast<int>(points.size()), joints_.count);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto count = static_cast<std::size_t>(points[i].count);
    touch_.reprojection.add(condensation_, static_cast<int>(i), {points[i].nodes.data(), count},
                            {points[i].weights.data(), count});
    if (points[i].bones > 0) touch_.reprojection.add_last(static_cast<int>(i), touch_.bones.of(i));
  }
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
  const auto between = [](const ContactPoint<Dim>& p) { return p.count > 1; };
  if (std::none_of(points.begin(), points.end(), between)) return;
  StageTimer timer(report_.stages.solve);
  const auto add_stiffness = [&](const VectorXd& nodes, double scale, Motion& to) {
    for (const ContactPoint<Dim>& p : points) {
      if (!between(p)) continue;
      const double approach = p.gradient.dot(p.weighted(nodes));
      p.spread(scale * beta * h * h * p.stiffness * approach * p.gradient, to.nodes);
    }
  };
  Motion &r = touch_.r, &z = touch_.z, &p = touch_.p, &Ap = touch_.Ap, &all = touch_.push;
  r.nodes.setZero(v_.size());
  r.joints.setZero(joints_.count);
  add_stiffness(v_, -1, r);
  respond_vanilla(r, z);
  p = z;
  Ap = r;
  double rz = r.dot(z);
  const double enough = 1e-20 * rz;
  for (int k = 0; k < kMostSolves && rz > enough; ++k) {
    all = Ap;
    add_stiffness(p.nodes, 1, all);
    const double step = rz / p.dot(all);
    v_ += step * p.nodes;
    if (joints_.count > 0) joint_solution_ += step * p.joints;
    r.add(-step, all);
    respond_vanilla(r, z);
    const double next = r.dot(z);
    for (auto [at, from] : {std::pair{&p, &z}, std::pair{&Ap, &r}}) {
      at->nodes = from->nodes + next / rz * at->nodes;
      at->joints = from->joints + next / rz * at->joints;
    }
    rz = next;
  }
}

/// Did or does anything touch in this try?
template <int Dim>
bool World<Dim>::in_touch() {
  if (!contacts_) return false;
  contacts_->find(state_.x);
  return !touch_.active.empty() || !contacts_->points().empty();
}

template class World<2>;
template class World<3>;

}  // namespace conjac
