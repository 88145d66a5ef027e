#include "scene/skeleton.h"

/// Bones as contact sees them.
namespace conjac {

Pose Skeleton::bone_pose(int bone) const {
  const LinkPose& pose = tree_.pose(bone);
  return {Eigen::Quaterniond(pose.rotation), pose.origin - pose.rotation * tree_.link(bone).anchor};
}

void Skeleton::add_point_rows(int bone, const Point& x, double weight, const VectorXd& speeds,
                              Eigen::Ref<RowMatrix> rows, Eigen::Ref<VectorXd> known) const {
  for (std::size_t i = 0; i < free_.size(); ++i) {
    if (!tree_.moves(free_[i], bone)) continue;
    const Point v = velocity_at(tree_.axis(free_[i]), x);
    for (int c = 0; c < stride_; ++c) rows(c, static_cast<int>(i)) += weight * v[c];
  }
  for (int k : prescribed_) {
    if (!tree_.moves(k, bone)) continue;
    const Point v = velocity_at(tree_.axis(k), x);
    for (int c = 0; c < stride_; ++c) known[c] += weight * speeds[k] * v[c];
  }
}

void Skeleton::add_point_force(int bone, const Point& x, const Point& f, VectorXd& forces) const {
  for (int k = 0; k < tree_.unknowns(); ++k)
    if (tree_.moves(k, bone)) forces[k] += f.dot(velocity_at(tree_.axis(k), x));
}

void Skeleton::press(const VectorXd& forces, bool at_start) {
  now_.force += forces;
  if (!at_start) return;
  start_.force += forces;
  for (int i = 0; i < start_.terms->count; ++i) {
    start_.terms->force[i] += forces[free_[i]];
    start_.terms->force_there[i] += forces[free_[i]];
  }
}

void Skeleton::keep_pressed(std::span<const char> pressed, VectorXd& joints) const {
  for (int k = 0; k < tree_.unknowns(); ++k)
    if (pressed[tree_.root(tree_.link_of(k))] != 2) joints[k] = 0;
  for (int k : prescribed_) joints[k] = 0;
}

void Skeleton::look_ahead(const VectorXd& speeds, double h, const JointTerms& terms) {
  ahead_change_ = h * terms.force;
  if (!ahead_factor_.factorize(terms.mass)) ahead_change_.setZero();
  ahead_factor_.solve_in_place(ahead_change_);
  full_ = speeds;
  for (int i = 0; i < terms.count; ++i) {
    const bool alone = !fleshed_[tree_.root(tree_.link_of(free_[i]))];
    full_[free_[i]] = terms.velocity[i] + (alone ? ahead_change_[i] : 0.0);
  }
  for (int i = 0; i < tree_.links(); ++i) {
    const int parent = tree_.link(i).parent, first = tree_.first_unknown(i);
    ahead_[i] = parent < 0 ? Twist(Twist::Zero()) : ahead_[parent];
    for (int k = first; k < first + tree_.unknowns_of(i); ++k)
      ahead_[i] += tree_.axis(k) * full_[k];
  }
}

}  // namespace conjac
