#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/world.h"
#include "step/conserve.h"

namespace conjac {
namespace {

// Without the guard a run is stopped when a step multiplies the energy by this.
constexpr double kRunaway = 100;
// Energy beyond the budget may be this many times what one step may gain: the bend that inertia
// holds counts here.
constexpr double kExcess = 2.5;
// A step in touch may gain this fraction of the energy at play.
constexpr double kTouchGain = 1e-4;
// A node may go this deep unforeseen, in elements, before the step is taken again in smaller parts.
constexpr double kUnforeseen = 0.5;
// Energy the conserving scale may owe, as a fraction of the energy at play.
constexpr double kMostOwed = 0.5;
// Energies are sums over the body: a difference below this fraction of them says nothing.
constexpr double kNoise = 1e-14;

}  // namespace

/// Book-keeping at the end of a try, and whether to believe it.
template <int Dim>
bool World<Dim>::accept(double h, bool scripted, const Tactic& tactic) {
  // Work of the scripted nodes: by virtual work the pull on them is that of everything they drag
  // along, c'(M a - f), followers included.
  double work = 0;
  if (scripted) {
    const VectorXd& imposed = spec_.method.method == Method::vanilla ? w_ : c_;
    for (Eigen::Index i = 0; i < imposed.size(); ++i)
      work += imposed[i] * (system_.mass[i] * (v_[i] - state_.v[i]) -
                            0.5 * h * (start_force_[i] + system_.force[i]));
  }
  double owed = 0, repaid = 0, lost_in_joints = 0;
  if (!skeleton_.empty()) {
    skeleton_.velocities(joint_u_, v_);
    const Skeleton::Work joint_work = skeleton_.work(state_.u, joint_u_, h);
    work += joint_work.done;
    lost_in_joints = joint_work.dissipated;
  }
  double kinetic = kinetic_energy(v_, joint_u_);
  // The bend that inertia holds comes and goes, and is not counted: but for a body that has
  // bounced, whose energy must not rise any more, in flight either.
  const bool counted = bounced_ && !scripted;
  const double before = kinetic_ + start_potential_ - (counted ? 0.0 : start_relief_);
  const double held = counted ? 0.0 : relief_;
  // While anything touches no energy is given back: what impact and friction took is gone. Nor may
  // a step end with more than it began with; but for what friction did to followers on the way to
  // their balance, where there is no motion to take it from.
  const bool touching = in_touch();
  const double allowed =
      std::min(budget_, kinetic_ + start_potential_) + work + touch_.work + appeared_;
  if (touching && !scripted) {
    kinetic += shed_energy(kinetic + potential_ - allowed);
    if (bounce_)  // nor is what a contact brought by being deep at once
      kinetic += rebound(spec_.contact.restitution *
                             (allowed - appeared_ - touch_.rubbed_off - (kinetic + potential_)),
                         h);
  }
  if (conserve_ && !scripted && !drivers_changed_ && !touching) {
    const double damped = spec_.method.damping * h * (kinetic_ + kinetic) + lost_in_joints;
    const double lost = owed_ + before + work - damped - (kinetic + potential_ - held);
    // Whatever the bend of the followers holds, no more than was ever put in.
    double missing = std::min(lost, budget_ + work - (kinetic + potential_));
    // Round-off is no energy: put back, it would keep a body trembling that has come to rest.
    if (std::abs(missing) < kNoise * (std::abs(potential_) + kinetic)) missing = 0;
    const double added = add_energy(missing, h, counted ? -1.0 : kGently);
    kinetic += added;
    repaid = std::max(0.0, owed_);
    // What the motion of the moment cannot take is kept for the next steps.
    owed = std::clamp(missing - added, -kMostOwed * kinetic,
                      counted ? 0.0 : kMostOwed * (kinetic + forces_->elastic_energy()));
  }
  const double after = kinetic + potential_ - held;
  if (!std::isfinite(after) || !state_.x.allFinite()) {
    report_.message = "the step ended with non-finite values";
    return false;
  }
  const double now = std::max(kinetic, kinetic_) + std::max(elastic_, forces_->elastic_energy()) +
                     forces_->spring_energy() + std::abs(work);
  const double gain = touching && !scripted ? kinetic + potential_ - allowed - touch_.held_work
                                            : after - before - work - repaid - appeared_;
  const bool guarded = spec_.method.guard && spec_.method.method == Method::conjac;
  // Two measures: what this step gained, and what there is beyond all that was ever put in. The
  // work of scripted nodes is an estimate, so while they move the second waits.
  const double excess = scripted ? 0.0 : kinetic + potential_ - budget_;
  const bool last_resort = tactic.tolerated >= 1;
  const bool strict = (touching || bounced_) && !scripted && !last_resort;
  const double tolerated = strict ? kTouchGain : tactic.tolerated;
  const double room = tolerated * at_play_.value(now);
  // A tip that whips round is fast only at the end of the step, where nobody looked for it: it
  // would be inside, unslowed, before it feels anything. In smaller steps it is seen coming.
  if (guarded && touching && !last_resort && contacts_->unforeseen_depth() > kUnforeseen)
    return false;
  const bool too_much = guarded && !(gain <= room && (touching || excess <= kExcess * room));
  const bool runaway =
      largest_energy_ > 0 && gain > kRunaway * std::max(largest_energy_, std::abs(work));
  if ((too_much || runaway) && !(std::max(gain, excess) <= round_off_energy())) return false;
  at_play_.update(now, h);
  largest_energy_ = std::max(largest_energy_, now);
  work_ += work;
  budget_ += work;
  if (touching && !scripted)
    budget_ = std::min(budget_ + touch_.work + touch_.held_work + appeared_, kinetic + potential_);
  bounced_ = (bounced_ || touching) && !scripted;
  if (scripted) budget_ = std::max(budget_, kinetic + potential_);
  owed_ = owed;
  kinetic_ = kinetic;
  elastic_ = forces_->elastic_energy();
  gravity_ = forces_->gravity_energy();
  contact_ = forces_->contact_energy();
  state_.v.swap(v_);
  state_.u.swap(joint_u_);
  state_.time += h;
  force_valid_ = true;
  return true;
}

/// The energy of an element is a difference of terms as large as modulus times volume: what their
/// last digits are worth, estimated from the stiffness. At rest without gravity there is no other
/// energy to measure a gain against.
template <int Dim>
double World<Dim>::round_off_energy() const {
  double volume = 0;
  for (int e = 0; e < shape_.mesh.element_count(); ++e) volume += signed_volume(shape_.mesh, e);
  const double edge = std::pow(volume / shape_.mesh.element_count(), 1.0 / Dim);
  return std::numeric_limits<double>::epsilon() * edge * edge *
         system_.stiffness.diagonal().cwiseAbs().sum();
}

/// A step is not to blame for a contact that was not there and is deep at once, by no motion of the
/// nodes: smaller steps would meet it all the same.
template <int Dim>
void World<Dim>::look_for_surprises() {
  if (contacts_) appeared_ = contacts_->energy_out_of_nothing(touch_.start, start_x_, state_.x);
}

template class World<2>;
template class World<3>;

}  // namespace conjac
