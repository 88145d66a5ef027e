#include <algorithm>

#include "scene/world.h"

/// Contact as bones feel it: they have no nodes, so forces act on their joints and their joints
/// move the place of contact.
namespace conjac {
namespace {

template <int Dim>
Point in_space(const Vec<Dim>& v) {
  Point p = Point::Zero();
  p.template head<Dim>() = v;
  return p;
}

/// C (all unknowns of nodes x joints) += k times the gap's derivatives by nodes and by joints, g.
template <int Dim>
void couple(const ContactPoint<Dim>& p, double k, const VectorXd& g, MatrixXd& C) {
  for (int n = 0; n < p.count; ++n)
    for (int c = 0; c < Dim; ++c)
      C.row(p.nodes[n] * Dim + c) += k * p.weights[n] * p.gradient[c] * g;
}

/// Bones in touch, for statics.
template <int Dim>
class TouchedBones final : public JointModel {
 public:
  TouchedBones(Skeleton& bones, const Contacts<Dim>* contacts)
      : bones_(bones), contacts_(contacts) {}
  int unknowns() const override { return bones_.unknowns(); }
  std::span<const char> riders() const override { return bones_.riders(); }
  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override {
    bones_.turn(q, du, out);
  }
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override {
    return bones_.take_pose(q, x, force);
  }
  void columns(MatrixXd& T) const override { bones_.columns(T); }
  void stiffness(const VectorXd& pull, MatrixXd& A) const override { bones_.stiffness(pull, A); }
  void add_contact_force(VectorXd& force) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      force += rows.transpose() * p.normal_force();
    });
  }
  void add_contact_stiffness(MatrixXd& C, MatrixXd& A) const override {
    each([&](const ContactPoint<Dim>& p, const RowMatrix& rows) {
      const VectorXd g = rows.transpose() * p.gradient;
      A += p.stiffness * g * g.transpose();
      couple(p, p.stiffness, g, C);
    });
  }

 private:
  template <class Do>
  void each(const Do& with) const {
    if (contacts_ == nullptr) return;
    for (const ContactPoint<Dim>& p : contacts_->points()) {
      if (p.bones == 0) continue;
      RowMatrix rows = RowMatrix::Zero(Dim, unknowns());
      VectorXd known = VectorXd::Zero(Dim);
      for (int k = 0; k < p.bones; ++k)
        bones_.add_point_rows(p.bone[k].bone, in_space<Dim>(p.at), p.bone[k].weight,
                              bones_.start_velocity(), rows, known);
      with(p, rows);
    }
  }
  Skeleton& bones_;
  const Contacts<Dim>* contacts_;
};

}  // namespace

/// Nodes and joints to where nothing pulls.
template <int Dim>
EquilibriumResult World<Dim>::rest_with_bones(double scale, System& scratch,
                                              const std::function<void(int, double)>& progress,
                                              VectorXd& x, VectorXd& q) {
  TouchedBones<Dim> bones(skeleton_, contacts_ ? &*contacts_ : nullptr);
  const double everything =
      std::max(scale, forces_->weight().cwiseAbs().sum() + skeleton_.weight());
  if (contacts_) contacts_->bone_blocks = 1;
  const EquilibriumResult result =
      equilibrate_jointed(*forces_, bones, scratch, Dim, script_.held(), scale, everything,
                          skeleton_.arm(), {}, x, q, progress);
  if (contacts_) contacts_->bone_blocks = 0;
  take_bones();
  return result;
}

/// Of the n-th active contact, for velocities of nodes and free joints.
template <int Dim>
Vec<Dim> World<Dim>::relative(std::size_t contact, const VectorXd& nodes, const VectorXd& joints) {
  const ContactPoint<Dim>& p = touch_.active[contact];
  Vec<Dim> result = p.weighted(nodes);
  if (p.bones > 0) result += touch_.bones.velocity(contact, joints);
  return result;
}

/// A force (impulse) on the first member of the n-th active contact, and its reaction on the
/// others.
template <int Dim>
void World<Dim>::act(std::size_t contact, const Vec<Dim>& force, Motion& on) {
  const ContactPoint<Dim>& p = touch_.active[contact];
  p.spread(force, on.nodes);
  if (p.bones > 0) touch_.bones.add_force(contact, force, on.joints);
}

template <int Dim>
void World<Dim>::gather_bone_rows() {
  if (skeleton_.empty()) return;
  const auto& points = touch_.active;
  touch_.bones.begin(static_cast<int>(points.size()), joints_.count);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points[i].bones; ++k)
      skeleton_.add_point_rows(points[i].bone[k].bone, in_space<Dim>(points[i].at),
                               points[i].bone[k].weight, joint_speeds_, touch_.bones.of(i),
                               touch_.bones.known.segment(static_cast<Eigen::Index>(i) * Dim, Dim));
}

/// forces (joint unknowns) += what the normal forces do in the joints.
template <int Dim>
void World<Dim>::joint_forces_of(ContactList points, VectorXd& forces) const {
  for (const ContactPoint<Dim>& p : points)
    for (int k = 0; k < p.bones; ++k)
      skeleton_.add_point_force(p.bone[k].bone, in_space<Dim>(p.at),
                                p.bone[k].weight * in_space<Dim>(p.normal_force()), forces);
}

/// Contact at the start of a try is part of what acts in the joints.
template <int Dim>
void World<Dim>::press_bones() {
  if (skeleton_.empty()) return;
  touch_.on_joints.setZero(state_.u.size());
  joint_forces_of(touch_.start, touch_.on_joints);
  skeleton_.press(touch_.on_joints, &joints_);
}

/// Forces of the linearised step beyond those: of contacts to come, and of bones that the timeline
/// moves into something, -k g (g . v h) with v their known velocity. `imposed` are those of nodes.
template <int Dim>
void World<Dim>::press_bones_ahead(double h, const VectorXd& imposed) {
  if (skeleton_.empty()) return;
  const auto& points = touch_.active;
  touch_.known_push = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint<Dim>& p = points[i];
    if (p.bones == 0) continue;
    if (p.gap >= 0) touch_.bones.add_force(i, p.normal_force(), joints_.force);
    const double known = p.gradient.dot(p.weighted(imposed) + touch_.bones.known_of(i));
    if (known == 0) continue;
    if (!touch_.known_push) touch_.known.setZero(state_.x.size());
    touch_.known_push = true;
    const Vec<Dim> force = -h * p.stiffness * known * p.gradient;
    p.spread(force, touch_.known);
    touch_.bones.add_force(i, force, joints_.force);
  }
}

/// Full FE: h^2 k g g' of contacts with bones. The nodes' own blocks are in K.
template <int Dim>
void World<Dim>::stiffen_border(double h) {
  touch_.coupling.setZero(state_.x.size(), joints_.count);
  touch_.corner.setZero(joints_.count, joints_.count);
  for (std::size_t i = 0; i < touch_.active.size(); ++i) {
    const ContactPoint<Dim>& p = touch_.active[i];
    if (p.bones == 0) continue;
    const double k = h * h * p.stiffness;
    touch_.du.setZero(joints_.count);
    touch_.bones.add_force(i, p.gradient, touch_.du);
    touch_.corner.noalias() += k * touch_.du * touch_.du.transpose();
    couple(p, k, touch_.du, touch_.coupling);
  }
}

/// Contact at the end of a step, as press_bones() at its start.
template <int Dim>
void World<Dim>::bones_touched() {
  if (skeleton_.empty() || !contacts_) return;
  touch_.on_joints.setZero(state_.u.size());
  joint_forces_of(contacts_->points(), touch_.on_joints);
  skeleton_.press(touch_.on_joints, nullptr);
}

/// What impulses do in a step of the full system.
template <int Dim>
void World<Dim>::respond_vanilla(const Motion& impulse, Motion& change) {
  if (skeleton_.empty()) {
    vanilla_.respond(impulse.nodes, script_.held(), change.nodes);
    change.joints.resize(0);
    return;
  }
  vanilla_.respond_jointed(impulse.nodes, impulse.joints, script_.held(),
                           {rider_columns_, skeleton_.riders()}, change.nodes, change.joints);
}

/// touch_.answer <- what impulses at the active contacts (contacts x Dim) do.
template <int Dim>
void World<Dim>::answer_vanilla(const VectorXd& impulses) {
  touch_.push.nodes.setZero(state_.x.size());
  touch_.push.joints.setZero(joints_.count);
  for (std::size_t i = 0; i < touch_.active.size(); ++i)
    act(i, impulses.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim), touch_.push);
  respond_vanilla(touch_.push, touch_.answer);
}

/// Which trees of bones are in touch, and whether the world holds them: by a joint at their root or
/// an obstacle.
template <int Dim>
void World<Dim>::mark_pressed(ContactList points) {
  for (const ContactPoint<Dim>& p : points)
    for (int k = 0; k < p.bones; ++k) {
      const int root = skeleton_.tree().root(p.bone[k].bone);
      const bool held = !skeleton_.flies(root) || p.obstacle >= 0;
      if (touch_.pressed[root] != 2) touch_.pressed[root] = held ? 2 : 1;
    }
}

/// joint_direction <- the motion of bones that touch and are held, from which energy may be taken.
/// Of those that fly nothing is taken: their momentum is theirs.
template <int Dim>
bool World<Dim>::spare_bones(VectorXd& joint_direction) {
  bool any = false;
  for (int k = 0; k < skeleton_.tree().unknowns(); ++k) {
    const bool mine = touch_.pressed[skeleton_.tree().root(skeleton_.tree().link_of(k))] == 2;
    joint_direction[k] = mine ? joint_u_[k] : 0.0;
    any |= mine;
  }
  for (int k : skeleton_.held_joints()) joint_direction[k] = 0;
  return any;
}

template class World<2>;
template class World<3>;

}  // namespace conjac
