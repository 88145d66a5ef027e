#include "contact/contact_step.h"

#include <algorithm>
#include <cmath>

#include "core/place.h"
#include "core/tuned.h"

namespace conjac {
namespace {

// Motion in touch fades so many times faster than other memories (StepOptions::memory): a body that
// rocks does not rest where it turns round, but one that has settled shall rest soon.
CONJAC_TUNED(double, kFadesFaster, 6);
// Motion with less energy than this fraction of what bend and contact hold is none.
CONJAC_TUNED(double, kQuiet, 1e-3);
// A piece bounces while it is faster, root mean square, than gravity makes it in so many steps;
// what is slower settles.
CONJAC_TUNED(double, kSettles, 3);
// Friction below its limit by more than rounding holds.
constexpr double kHeldToRounding = 1e-9;

double remembered(double before, double h, double memory) {
  return before * std::exp(-h / (memory / kFadesFaster));
}

Eigen::Index of(std::size_t contact, int stride) {
  return static_cast<Eigen::Index>(contact) * stride;
}

}  // namespace

template <int Dim>
void ContactStep<Dim>::prepare(typename Contacts<Dim>::Setup setup, BoneMotion* bones) {
  memory_.rubbing.clear();
  memory_.load.resize(0);
  bones_ = bones;
  tolerance_ = setup.friction_tolerance;
  contacts_.emplace(std::move(setup), memory_);
  if (!contacts_->possible()) contacts_.reset();
}

// ---- begin --------------------------------------------------------------------------------------

template <int Dim>
void ContactStep<Dim>::begin(double h, const VectorXd& imposed, const VectorXd& joint_speeds,
                             int free_joints) {
  start_.clear();
  active_.clear();
  terms_.clear();
  rubbed_.clear();
  known_push_ = false;
  work_ = {};
  dofs_ = imposed.size();
  if (!contacts_) return;
  start_.assign(contacts_->points().begin(), contacts_->points().end());
  active_.assign(contacts_->expected().begin(), contacts_->expected().end());
  pushing_.reserve(2 * active_.capacity());
  if (bones_ != nullptr) {
    gather_bone_rows(joint_speeds, free_joints);
    on_joints_.setZero(bones_->joint_unknowns());
    joint_forces_of(start_, on_joints_);
    bones_->press(on_joints_, true);
    press_ahead(h, imposed);
  }
  make_terms();
}

template <int Dim>
void ContactStep<Dim>::gather_bone_rows(const VectorXd& joint_speeds, int free_joints) {
  rows_.begin(active_.size(), free_joints);
  for (std::size_t i = 0; i < active_.size(); ++i)
    for (int k = 0; k < active_[i].bones; ++k)
      bones_->add_point_rows(active_[i].bone[k].bone, in_space<Dim>(active_[i].at),
                             active_[i].bone[k].weight, joint_speeds, rows_.of(i),
                             rows_.known.segment(of(i, Dim), Dim));
}

/// forces (joint unknowns) += what the normal forces do in the joints.
template <int Dim>
void ContactStep<Dim>::joint_forces_of(List points, VectorXd& forces) const {
  for (const ContactPoint<Dim>& p : points)
    for (int k = 0; k < p.bones; ++k)
      bones_->add_point_force(p.bone[k].bone, in_space<Dim>(p.at),
                              p.bone[k].weight * in_space<Dim>(p.normal_force()), forces);
}

/// Forces of the linearised step beyond those at its start: of contacts to come, and of bones that
/// the timeline moves into something, -k g (g . v h) with v their known velocity.
template <int Dim>
void ContactStep<Dim>::press_ahead(double h, const VectorXd& imposed) {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ContactPoint<Dim>& p = active_[i];
    if (p.bones == 0) continue;
    if (p.gap >= 0) rows_.add_force(i, p.normal_force(), bones_->free_forces());
    const double known = p.gradient.dot(p.weighted(imposed) + rows_.known_of(i));
    if (known == 0) continue;
    if (!known_push_) known_.setZero(imposed.size());
    known_push_ = true;
    const Vec<Dim> force = -h * p.stiffness * known * p.gradient;
    p.spread(force, known_);
    rows_.add_force(i, force, bones_->free_forces());
  }
}

template <int Dim>
void ContactStep<Dim>::make_terms() {
  int obstacles = 0;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ContactPoint<Dim>& p = active_[i];
    const auto count = static_cast<std::size_t>(p.count);
    const double along =
        contacts_->in_matrix && p.on_diagonal() ? contacts_->remembered_along(obstacles++) : 0.0;
    terms_.push_back({{p.nodes.data(), count},
                      {p.weights.data(), count},
                      p.gradient.data(),
                      p.normal.data(),
                      p.bones > 0 ? rows_.of(i).data() : nullptr,
                      p.gap,
                      p.stiffness,
                      contacts_->damping(),
                      along,
                      contacts_->in_matrix && p.on_diagonal()});
  }
}

template <int Dim>
void ContactStep<Dim>::add_coming_force(VectorXd& force) const {
  contacts_->add_coming_force(force);
  if (known_push_) force += known_;
}

// ---- friction -----------------------------------------------------------------------------------

/// Of an active contact, for velocities of nodes and (in free_) of the free joints.
template <int Dim>
Vec<Dim> ContactStep<Dim>::relative(std::size_t contact, const Motion& v) {
  const ContactPoint<Dim>& p = active_[contact];
  Vec<Dim> result = p.weighted(v.nodes);
  if (p.bones > 0) result += rows_.velocity(contact, free_);
  return result;
}

/// Relative velocities of the contacts, the impulses of the last step as a guess, and friction
/// limits mu p. The normal force is that at the end of the linearised step, of which the contacts
/// see a share (those with bones all of it), with friction as guessed: at rest that is the normal
/// force there is, for without friction a pressed body would spread.
template <int Dim>
bool ContactStep<Dim>::begin_friction(Responder& bodies, double h, const Motion& v) {
  const Eigen::Index size = of(active_.size(), Dim);
  limits_.resize(active_.size());
  velocity_.resize(size);
  impulse_.resize(size);
  guess_.setZero(size);
  if (bones_ != nullptr) bones_->gather(v.joints, free_);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    velocity_.template segment<Dim>(of(i, Dim)) = relative(i, v) - active_[i].surface_velocity;
    if (active_[i].bones > 0) velocity_.template segment<Dim>(of(i, Dim)) += rows_.known_of(i);
    impulse_.template segment<Dim>(of(i, Dim)) = h * contacts_->friction_force(active_[i].slot);
  }
  if (!impulse_.isZero(0)) bodies.respond_at_contacts(impulse_, guess_);
  double largest = 0;
  const std::vector<double>* whole = bodies.normal_impulses();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ContactPoint<Dim>& p = active_[i];
    Vec<Dim> there = relative(i, v) + guess_.template segment<Dim>(of(i, Dim));
    if (p.bones > 0) there += rows_.known_of(i);
    const double seen = p.bones > 0 ? 1.0 : bodies.share_seen();
    const double normal = -p.stiffness * (p.gap + seen * h * p.gradient.dot(there));
    const double impulse = whole ? (*whole)[i] : h * std::max(0.0, normal);
    limits_[i] = p.friction * impulse * p.gradient.norm();
    largest = std::max(largest, limits_[i]);
  }
  return largest > 0;
}

template <int Dim>
void ContactStep<Dim>::rub(Responder& bodies, double h, const Motion& v) {
  if (!contacts_) return;
  if (!bodies.movable() || !begin_friction(bodies, h, v)) return forget_friction();
  guess_ = velocity_;
  // What it captures must stay small: a larger std::function would allocate.
  const auto respond = [&bodies](const VectorXd& impulses, VectorXd& velocities) {
    bodies.respond_at_contacts(impulses, velocities);
  };
  friction_.curvature = memory_.curvature;
  friction_.solve(active_, limits_, respond, {tolerance_, bodies.most_answers()}, velocity_,
                  impulse_);
  memory_.curvature = friction_.curvature;
  work_.rubbed_off = -0.5 * impulse_.dot(guess_ + velocity_);
  bodies.push_at_contacts(impulse_);
  end_friction(bodies, h);
}

/// Keeps what the filter found: forces on nodes, and who is held.
template <int Dim>
void ContactStep<Dim>::end_friction(Responder& bodies, double h) {
  clear_slots();
  memory_.load.setZero(dofs_);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (!(limits_[i] > 0)) continue;
    const ContactPoint<Dim>& p = active_[i];
    const Vec<Dim> impulse = impulse_.template segment<Dim>(of(i, Dim));
    p.spread(impulse, memory_.load);
    contacts_->friction_force(p.slot) = impulse / h;
    contacts_->hold(p.slot, impulse.norm() < (1 - kHeldToRounding) * limits_[i]);
    work_.friction += std::max(0.0, impulse.dot(p.surface_velocity));
    memory_.rubbing.push_back(p.slot);
  }
  memory_.load /= h;
  bodies.reduce_load(memory_.load);
}

template <int Dim>
void ContactStep<Dim>::clear_slots() {
  for (int slot : memory_.rubbing) {
    contacts_->friction_force(slot).setZero();
    contacts_->hold(slot, false);
  }
  memory_.rubbing.clear();
}

template <int Dim>
void ContactStep<Dim>::forget_friction() {
  if (!contacts_) return;
  clear_slots();
  memory_.load.resize(0);
}

template <int Dim>
ForceModel& ContactStep<Dim>::hold_followers(ForceModel& body, double h, double memory,
                                             double moving, double stored, const VectorXd& x) {
  rubbed_.begin(body);
  memory_.moving = std::max(moving, remembered(memory_.moving, h, memory));
  if (memory_.rubbing.empty() || memory_.moving > kQuiet * stored) return body;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ContactPoint<Dim>& p = active_[i];
    if (limits_[i] > 0)
      rubbed_.hold(p, contacts_->friction_force(p.slot), contacts_->stiffness_along(p),
                   limits_[i] / h, x);
  }
  return rubbed_;
}

template <int Dim>
double ContactStep<Dim>::let_go_of_followers(const VectorXd& x, VectorXd& force) {
  if (rubbed_.holds().empty()) return 0;
  const double energy = rubbed_.add_friction(x, -1.0, force);
  work_.held = std::max(0.0, -energy);
  memory_.load.setZero();
  for (const auto& hold : rubbed_.holds()) {
    Vec<Dim> on_first = rubbed_.friction(hold, x);
    if (on_first.norm() > hold.limit) on_first *= hold.limit / on_first.norm();
    contacts_->friction_force(hold.point.slot) = on_first;
    hold.point.spread(on_first, memory_.load);
  }
  return energy;
}

// ---- the end of a try ---------------------------------------------------------------------------

template <int Dim>
void ContactStep<Dim>::look_for_surprises(const VectorXd& x0, const VectorXd& x) {
  if (contacts_) work_.appeared = contacts_->energy_out_of_nothing(start_, x0, x);
}

template <int Dim>
void ContactStep<Dim>::press_at_end() {
  if (!contacts_ || bones_ == nullptr) return;
  on_joints_.setZero(bones_->joint_unknowns());
  joint_forces_of(contacts_->points(), on_joints_);
  bones_->press(on_joints_, false);
}

template <int Dim>
bool ContactStep<Dim>::touching(const VectorXd& x) {
  if (!contacts_) return false;
  contacts_->find(x);
  return !active_.empty() || !contacts_->points().empty();
}

// ---- impact -------------------------------------------------------------------------------------

template <int Dim>
void ContactStep<Dim>::push_of(List points, const Motion& like, Motion& push) {
  push.set_zero(like.nodes.size(), like.joints.size());
  for (const ContactPoint<Dim>& p : points) p.spread(p.normal_force(), push.nodes);
  if (bones_ != nullptr) joint_forces_of(points, push.joints);
}

template <int Dim>
void ContactStep<Dim>::push_of_all(const Motion& like, Motion& push) {
  pushing_.assign(contacts_->points().begin(), contacts_->points().end());
  pushing_.insert(pushing_.end(), start_.begin(), start_.end());
  push_of(pushing_, like, push);
}

template <int Dim>
bool ContactStep<Dim>::push_of_brisk(double h, double memory, double gravity,
                                     const PieceView& pieces, const VectorXd& mass,
                                     const Motion& v0, Motion& push) {
  const auto count = static_cast<std::size_t>(pieces.count);
  std::vector<double>& speed = memory_.speed;
  if (speed.size() != count) speed.assign(count, 0.0);
  seen_.assign(count, {});
  for (const ContactPoint<Dim>& p : active_) {
    if (p.bones > 0) continue;
    const Vec<Dim> node = v0.nodes.template segment<Dim>(p.nodes[0] * Dim);
    const Vec<Dim> surface = node - p.weighted(v0.nodes) + p.surface_velocity;
    seen_[pieces.of_node[p.nodes[0]]].from(surface);
    if (p.count > 1) seen_[pieces.of_node[p.nodes[1]]].from(node);
  }
  for (std::size_t i = 0; i < pieces.of_node.size(); ++i)
    seen_[pieces.of_node[i]].add(mass[of(i, Dim)], v0.nodes.template segment<Dim>(of(i, Dim)));
  for (std::size_t k = 0; k < count; ++k)
    speed[k] =
        std::max(std::sqrt(seen_[k].energy / seen_[k].mass), remembered(speed[k], h, memory));
  pushing_.clear();
  const auto collect = [&](List points) {
    for (const ContactPoint<Dim>& p : points) {
      if (p.bones > 0) continue;
      bool brisk = false;
      for (int k = 0; k < p.count; ++k)
        brisk |= speed[pieces.of_node[p.nodes[k]]] > kSettles * gravity * h;
      if (brisk) pushing_.push_back(p);
    }
  };
  collect(contacts_->points());
  collect(start_);
  push_of(pushing_, v0, push);
  return !pushing_.empty();
}

/// Which trees of bones are in touch, and whether the world holds them: by a joint at their root or
/// an obstacle.
template <int Dim>
void ContactStep<Dim>::mark_pressed(List points) {
  for (const ContactPoint<Dim>& p : points)
    for (int k = 0; k < p.bones; ++k) {
      const int root = bones_->root(p.bone[k].bone);
      const bool held = !bones_->flies(root) || p.obstacle >= 0;
      if (clusters_.pressed[root] != 2) clusters_.pressed[root] = held ? 2 : 1;
    }
}

template <int Dim>
void ContactStep<Dim>::find_clusters(const PieceView& pieces) {
  auto& [cluster, of_node, touches, anchored, with_bone, pressed] = clusters_;
  cluster.resize(pieces.count);
  for (int k = 0; k < pieces.count; ++k) cluster[k] = k;
  const auto root = [&](int k) {
    while (cluster[k] != k) k = cluster[k];
    return k;
  };
  anchored.assign(pieces.count, 0);
  touches.assign(pieces.count, 0);
  with_bone.assign(pieces.count, 0);
  pressed.assign(bones_ != nullptr ? bones_->bones() : 0, 0);
  mark_pressed(active_);
  mark_pressed(contacts_->points());
  const auto meet = [&](List points) {
    for (const ContactPoint<Dim>& p : points) {
      if (p.count == 0) continue;
      const int first = pieces.of_node[p.nodes[0]], mine = root(first);
      const int other = p.count > 1 ? root(pieces.of_node[p.nodes[1]]) : mine;
      if (p.bones > 0)
        (pressed[bones_->root(p.bone[0].bone)] == 2 ? anchored : with_bone)[first] = 1;
      cluster[std::max(mine, other)] = std::min(mine, other);
      touches[first] = 1;
      if (p.obstacle >= 0) anchored[first] = 1;
    }
  };
  meet(active_);
  meet(contacts_->points());
  if (bones_ != nullptr)
    for (const auto& [node, bone] : bones_->rides())
      if (const char how = pressed[bones_->root(bone)])
        (how == 2 ? touches : with_bone)[pieces.of_node[node]] = 1;
  for (int k = 0; k < pieces.count; ++k) {
    const int to = root(k);
    if (with_bone[k]) with_bone[to] = 1;
    if (anchored[k] || !pieces.floating[k]) anchored[to] = 1;
    if (touches[k]) touches[to] = 1;
  }
  of_node.resize(pieces.of_node.size());
  for (std::size_t i = 0; i < of_node.size(); ++i) of_node[i] = root(pieces.of_node[i]);
}

template <int Dim>
PieceView ContactStep<Dim>::clusters(const PieceView& pieces, Motion& direction) {
  find_clusters(pieces);
  auto& [cluster, of_node, touches, anchored, with_bone, pressed] = clusters_;
  for (std::size_t i = 0; i < of_node.size(); ++i)
    if (!touches[of_node[i]] || with_bone[of_node[i]])
      direction.nodes.template segment<Dim>(of(i, Dim)).setZero();
  if (bones_ != nullptr) bones_->keep_pressed(pressed, direction.joints);
  for (int k = 0; k < pieces.count; ++k)
    touches[k] = touches[k] && !anchored[k] && !with_bone[k] && cluster[k] == k;
  return {pieces.count, of_node, touches};
}

template class ContactStep<2>;
template class ContactStep<3>;

}  // namespace conjac
