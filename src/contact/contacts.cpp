#include "contact/contacts.h"

#include <algorithm>
#include <cmath>

#include "core/place.h"

namespace conjac {
namespace {

// A change that is no more than a sign of one.
constexpr double kAlmost = 1e-300;

template <int Dim>
std::vector<int> boundary_nodes(const PairSetup<Dim>& pairs) {
  std::vector<int> nodes;
  for (const auto& facet : pairs.facets) nodes.insert(nodes.end(), facet.begin(), facet.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

template <int Dim>
Contacts<Dim>::Contacts(Setup setup, ContactMemory& memory)
    : obstacles_(std::move(setup.obstacles)),
      alpha_(setup.alpha),
      damping_(setup.damping),
      element_(setup.pairs.element),
      stiffness_(setup.pairs.stiffness),
      boundary_(boundary_nodes(setup.pairs)),
      pairs_(setup.pairs),
      pairs_ahead_(setup.pairs),
      bones_(std::move(setup.bones), obstacles_, boundary_),
      memory_(memory) {
  const std::size_t slots = static_cast<std::size_t>(bone_scene().first_slot + bones_.slots());
  memory_.friction.setZero(static_cast<Eigen::Index>(slots) * Dim);
  memory_.held.assign(slots, 0);
  now_.resize(obstacles_.size());
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    now_[k].pose = now_[k].before = obstacles_[k].pose_at(0);
}

template <int Dim>
void Contacts<Dim>::set_stiffness(const ContactStiffness& stiffness) {
  stiffness_ = stiffness.nodes;
  pairs_.set_stiffness(stiffness.nodes);
  pairs_ahead_.set_stiffness(stiffness.nodes);
  bones_.set_stiffness(stiffness.bones);
}

template <int Dim>
void Contacts<Dim>::set_friction(const ContactFriction& friction) {
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    obstacles_[k].friction = friction.obstacles[k];
  pairs_.set_friction(friction.pairs);
  pairs_ahead_.set_friction(friction.pairs);
  bones_.set_friction(friction.bones);
}

template <int Dim>
bool Contacts<Dim>::move_obstacles(double time, double h) {
  bool any = false;
  earlier_ = now_;
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    ObstacleNow& now = now_[k];
    now.h = h;
    now.still = true;
    now.moment = time;
    if (!obstacles_[k].moves_ever()) continue;
    now.before = obstacles_[k].pose_at(time - h);
    now.pose = obstacles_[k].pose_at(time);
    now.still =
        now.pose.shift == now.before.shift && now.pose.turn.coeffs() == now.before.turn.coeffs();
    if (MovingSurface* surface = obstacles_[k].surface()) now.still &= !surface->move(time, h);
    any |= !now.still;
  }
  return any;
}

template <int Dim>
void Contacts<Dim>::shape_surfaces() {
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    if (MovingSurface* surface = obstacles_[k].surface()) surface->move(now_[k].moment, now_[k].h);
}

template <int Dim>
void Contacts<Dim>::put_obstacles_back() {
  now_ = earlier_;
  shape_surfaces();
}

template <int Dim>
void Contacts<Dim>::collect(const VectorXd& x, BodyPairs<Dim>& pairs,
                            std::vector<ContactPoint<Dim>>& points) {
  points.clear();
  const int boundary = static_cast<int>(boundary_.size());
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    for (int b = 0; b < boundary; ++b) {
      const Eigen::Vector3d p = in_space<Dim>(x, boundary_[b]);
      const Distance distance = now_[k].distance(obstacles_[k], p);
      if (!(distance.gap < 0)) continue;
      ContactPoint<Dim> point;
      point.gradient = distance.gradient.template head<Dim>();
      const double length = point.gradient.norm();
      if (!(length > 0)) continue;
      point.normal = point.gradient / length;
      point.gap = distance.gap;
      point.nodes[0] = boundary_[b];
      point.stiffness = stiffness_[boundary_[b]];
      point.friction = obstacles_[k].friction;
      point.obstacle = static_cast<int>(k);
      point.surface_velocity = now_[k].velocity(obstacles_[k], p).template head<Dim>();
      point.slot = static_cast<int>(k) * boundary + b;
      points.push_back(point);
    }
  }
  pairs.find(x, boundary_, static_cast<int>(obstacles_.size()) * boundary, points);
}

template <int Dim>
void Contacts<Dim>::expect(const VectorXd& x, const VectorXd& v, double h) {
  expected_ = points_;
  if (h == 0) return;
  ahead_ = x + h * v;
  collect(ahead_, pairs_ahead_, met_);
  auto known = points_.begin();
  for (ContactPoint<Dim>& p : met_) {
    while (known != points_.end() && known->slot < p.slot) ++known;
    if (known != points_.end() && known->slot == p.slot) continue;
    p.gap -= h * p.gradient.dot(p.weighted(v));
    if (p.gap > 0) expected_.push_back(p);
  }
  met_.clear();
  bones_.expect(bone_scene(), x, v, h, met_);
  for (ContactPoint<Dim>& p : met_) {
    while (known != points_.end() && known->slot < p.slot) ++known;
    if (known != points_.end() && known->slot == p.slot) continue;
    p.gap = std::max(p.gap, 0.0);  // it is not met yet
    expected_.push_back(p);
  }
  const auto by_slot = [](const auto& a, const auto& b) { return a.slot < b.slot; };
  std::sort(expected_.begin(), expected_.end(), by_slot);
}

template <int Dim>
double Contacts<Dim>::unforeseen_depth() const {
  double deepest = 0;
  auto known = expected_.begin();
  for (const ContactPoint<Dim>& p : points_) {
    while (known != expected_.end() && known->slot < p.slot) ++known;
    if (known == expected_.end() || known->slot != p.slot) deepest = std::max(deepest, -p.gap);
  }
  return deepest / element_;
}

template <int Dim>
double Contacts<Dim>::energy_out_of_nothing(std::span<const ContactPoint<Dim>> before,
                                            const VectorXd& x0, const VectorXd& x) const {
  const auto way = [&](int node) {
    return (x.template segment<Dim>(node * Dim) - x0.template segment<Dim>(node * Dim)).norm();
  };
  double energy = 0;
  auto known = before.begin();
  for (const ContactPoint<Dim>& p : points_) {
    if (p.count < 2) continue;
    while (known != before.end() && known->slot < p.slot) ++known;
    const bool was = known != before.end() && known->slot == p.slot;
    double face = 0;
    for (int k = 1; k < p.count; ++k) face = std::max(face, way(p.nodes[k]));
    const double reached = (was ? -known->gap : 0.0) + way(p.nodes[0]) + face;
    if (-p.gap > reached) energy += 0.5 * p.stiffness * (p.gap * p.gap - reached * reached);
  }
  return energy;
}

template <int Dim>
void Contacts<Dim>::add_coming_force(VectorXd& force) const {
  for (const ContactPoint<Dim>& p : expected_)
    if (p.gap >= 0) p.spread(p.normal_force(), force);
}

template <int Dim>
double Contacts<Dim>::find(const VectorXd& x) {
  collect(x, pairs_, points_);
  bones_.find(bone_scene(), x, points_);
  double energy = 0;
  for (const ContactPoint<Dim>& p : points_) energy += 0.5 * p.stiffness * p.gap * p.gap;
  return energy;
}

template <int Dim>
void Contacts<Dim>::add_force(VectorXd& force) const {
  for (const ContactPoint<Dim>& p : points_) p.spread(p.normal_force(), force);
}

template <int Dim>
double Contacts<Dim>::stiffness_along(const ContactPoint<Dim>& p) const {
  return along && memory_.held[p.slot] ? alpha_ * p.stiffness : 0.0;
}

template <int Dim>
void Contacts<Dim>::add_stiffness(SparseMatrix& K) const {
  if (!in_matrix) return;
  // Every diagonal block is present, and begins its columns (linalg/pattern.h).
  for (const ContactPoint<Dim>& p : expected_) {
    const double share = p.on_diagonal() ? 1.0 : p.count == 1 ? bone_blocks : 0.0;
    if (share == 0) continue;
    const Mat<Dim> stiff =
        (share + damping_blocks) * p.stiffness * p.gradient * p.gradient.transpose() +
        stiffness_along(p) * (Mat<Dim>::Identity() - p.normal * p.normal.transpose());
    for (int column = 0; column < Dim; ++column) {
      double* values = K.valuePtr() + K.outerIndexPtr()[p.nodes[0] * Dim + column];
      for (int row = column; row < Dim; ++row) values[row - column] -= stiff(row, column);
    }
  }
}

template <int Dim>
void Contacts<Dim>::remember() {
  remembered_.clear();
  if (!in_matrix) return;
  for (const ContactPoint<Dim>& p : expected_)
    if (p.on_diagonal()) remembered_.push_back({p.slot, p.gradient, stiffness_along(p)});
}

template <int Dim>
double Contacts<Dim>::change() const {
  if (!in_matrix) return 0;
  double largest = 0;
  std::size_t n = 0;
  for (const ContactPoint<Dim>& p : expected_) {
    if (!p.on_diagonal()) continue;
    if (n == remembered_.size() || remembered_[n].slot != p.slot) return HUGE_VAL;
    if (remembered_[n].along > 0 && !memory_.held[p.slot]) return HUGE_VAL;
    // Friction holds where it did not: the old factor does, but it is not that of this state.
    if (remembered_[n].along != stiffness_along(p)) largest = std::max(largest, kAlmost);
    largest = std::max(largest, (remembered_[n].gradient - p.gradient).norm());
    ++n;
  }
  return n == remembered_.size() ? largest : HUGE_VAL;
}

template class Contacts<2>;
template class Contacts<3>;

}  // namespace conjac
