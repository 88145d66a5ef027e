#include <algorithm>
#include <cmath>

#include "scene/world.h"

namespace conjac {

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
  touch_.with_bone.assign(pieces_.count, 0);
  touch_.pressed.assign(skeleton_.tree().links(), 0);
  mark_pressed(touch_.active);
  mark_pressed(contacts_->points());
  const auto meet = [&](std::span<const ContactPoint<Dim>> points) {
    for (const ContactPoint<Dim>& p : points) {
      if (p.count == 0) continue;
      const int mine = root(pieces_.of_node[p.nodes[0]]);
      const int other = p.count > 1 ? root(pieces_.of_node[p.nodes[1]]) : mine;
      if (p.bones > 0) {
        const bool held = touch_.pressed[skeleton_.tree().root(p.bone[0].bone)] == 2;
        (held ? touch_.anchored : touch_.with_bone)[pieces_.of_node[p.nodes[0]]] = 1;
      }
      cluster[std::max(mine, other)] = std::min(mine, other);
      touch_.free[pieces_.of_node[p.nodes[0]]] = 1;
      if (p.obstacle >= 0) touch_.anchored[pieces_.of_node[p.nodes[0]]] = 1;
    }
  };
  meet(touch_.active);
  meet(contacts_->points());
  for (const auto& rider : skeleton_.attachment().riders())
    if (const char how = touch_.pressed[skeleton_.tree().root(rider.link)])
      (how == 2 ? touch_.free : touch_.with_bone)[pieces_.of_node[rider.node]] = 1;
  for (int k = 0; k < pieces_.count; ++k) {
    const int to = root(k);
    if (touch_.with_bone[k]) touch_.with_bone[to] = 1;
    if (touch_.anchored[k] || !floating_[k]) touch_.anchored[to] = 1;
    if (touch_.free[k]) touch_.free[to] = 1;
  }
  touch_.cluster_of.resize(pieces_.of_node.size());
  for (std::size_t i = 0; i < pieces_.of_node.size(); ++i)
    touch_.cluster_of[i] = root(pieces_.of_node[i]);
}

/// What the contact forces in touch_.pushing do to the bodies, as velocities: of nodes in
/// touch_.response, of joints in lively_joints_. Returns their kinetic energy, 0 when nothing
/// moves.
template <int Dim>
double World<Dim>::respond_to_contacts() {
  touch_.on_nodes.setZero(state_.x.size());
  for (const ContactPoint<Dim>& p : touch_.pushing) p.spread(p.normal_force(), touch_.on_nodes);
  VectorXd &direction = touch_.response, &joints = lively_joints_;
  const auto& free = skeleton_.free_joints();
  joints.setZero(state_.u.size());
  joint_forces_of(touch_.pushing, joints);
  if (spec_.method.method == Method::vanilla) {
    touch_.push.nodes = touch_.on_nodes;
    touch_.push.joints.resize(joints_.count);
    for (int k = 0; k < joints_.count; ++k) touch_.push.joints[k] = joints[free[k]];
    respond_vanilla(touch_.push, touch_.answer);
    direction = touch_.answer.nodes;
    touch_.reduced = touch_.answer.joints;
  } else {
    if (condensation_.unknowns() == 0) return 0;
    reduced_.reduce(condensation_, touch_.on_nodes, touch_.reduced);
    for (int k = 0; k < joints_.count; ++k)
      touch_.reduced[touch_.reduced.size() - joints_.count + k] += joints[free[k]];
    reduced_.solve_inertia(touch_.reduced);
    direction.setZero(state_.x.size());
    dx_.setZero();
    reduced_.push(condensation_, touch_.reduced, 0, direction, dx_);
  }
  joints.setZero();
  if (!skeleton_.empty()) {
    for (int k = 0; k < joints_.count; ++k)
      joints[free[k]] = touch_.reduced[touch_.reduced.size() - joints_.count + k];
    skeleton_.velocities(joints, direction);
  }
  return 0.5 * momentum_along(direction, joints);
}

/// The response of respond_to_contacts() times the momentum of these velocities.
template <int Dim>
double World<Dim>::momentum_along(const VectorXd& v, const VectorXd& u) const {
  double sum = touch_.response.cwiseProduct(v).dot(system_.mass);
  if (!skeleton_.empty()) sum += u.dot(skeleton_.mass().lazyProduct(lively_joints_));
  return sum;
}

/// v_ along the response of respond_to_contacts().
template <int Dim>
void World<Dim>::push_along(double s) {
  v_ += s * touch_.response;
  if (!skeleton_.empty()) joint_u_ += s * lively_joints_;
}

/// Takes energy out of v_ that the step has gained in touch. First along what the contact forces
/// do: a bounce that went in deeper than its kinetic energy allows was slowed too little there.
/// Then, where that is not enough, from all motion of the pieces that touch; of pieces that touch
/// nothing but each other from the motion relative to their common rigid one. Both keep the
/// momentum of bodies that nothing holds. Returns the change of the kinetic energy.
template <int Dim>
double World<Dim>::shed_energy(double excess) {
  if (!(excess > 0)) return 0;
  touch_.pushing.assign(contacts_->points().begin(), contacts_->points().end());
  touch_.pushing.insert(touch_.pushing.end(), touch_.start.begin(), touch_.start.end());
  const double a = respond_to_contacts();
  double change = 0;
  if (a > 0) {
    const double b = momentum_along(v_, joint_u_), inside = b * b - 4 * a * excess;
    double s = 0;
    if (b != 0)
      s = inside > 0 ? -2 * excess / (b + std::copysign(std::sqrt(inside), b)) : -b / (2 * a);
    push_along(s);
    change = s * (a * s + b);
  }
  if (excess + change <= 1e-12 * excess) return change;
  find_clusters();
  VectorXd &direction = touch_.response, &joints = lively_joints_;
  direction = v_;
  for (std::size_t i = 0; i < touch_.cluster_of.size(); ++i)
    if (!touch_.free[touch_.cluster_of[i]] || touch_.with_bone[touch_.cluster_of[i]])
      direction.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim).setZero();
  for (int k = 0; k < pieces_.count; ++k)
    touch_.free[k] =
        touch_.free[k] && !touch_.anchored[k] && !touch_.with_bone[k] && touch_.cluster[k] == k;
  const PieceView clusters{pieces_.count, touch_.cluster_of, touch_.free};
  const bool bones = spare_bones(joints);
  const JointMotion motion{skeleton_.mass(), joints, joint_u_};
  return change + add_kinetic_energy(-(excess + change), state_.x, system_.mass, Dim, clusters,
                                     direction, v_, bones ? &motion : nullptr, -1.0);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
