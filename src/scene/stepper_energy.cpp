#include <algorithm>
#include <cmath>

#include "core/tuned.h"
#include "scene/stepper.h"
#include "step/conserve.h"
#include "step/impact.h"

// What a step does about energy that it gained or lost.

namespace conjac {
namespace {

// Energy to be shed is gone when no more of it is left than this: rounding.
constexpr double kShed = 1e-12;
// A swing of modes may be off by this part of the energy at play, up or down; more is a loss.
CONJAC_TUNED(double, kWanders, 0.01);
// Energies are sums over the body: smaller parts of them say nothing.
constexpr double kNothing = 1e-14;

}  // namespace

/// Steps in touch are linear-implicit, and lose by themselves: that has a name. What they gain has
/// none.
template <int Dim>
void Stepper<Dim>::name_impact(Entry& e) const {
  const Ledger& ledger = parts_.trial.ledger;
  const double allowed = ledger.kinetic + e.potential0 + e.work + e.friction_work + e.appeared;
  e.impact = ledger.unexplained(e) + std::max(0.0, e.total() - allowed);
}

/// Takes energy out of the new velocities that the try has gained in touch. First along what the
/// contact forces do. Then, where that is not enough, from all motion of the pieces that touch; of
/// pieces that touch nothing but each other from the motion relative to their common rigid one.
/// Both keep the momentum of bodies that nothing holds. Returns the change of the kinetic energy.
template <int Dim>
double Stepper<Dim>::shed_energy(double excess, Dynamics& dynamics) {
  if (!(excess > 0)) return 0;
  touch_.push_of_all(now_.v, push_);
  const ImpactDirection along(push_, dynamics, parts_.skeleton, inertia(), direction_);
  const double change = along.take(excess, now_.v);
  if (excess + change <= kShed * excess) return change;
  direction_ = now_.v;
  const PieceView clusters = touch_.clusters(pieces(), direction_);
  return change + add_kinetic_energy(-(excess + change), parts_.trial.state.x, inertia(), Dim,
                                     clusters, direction_, now_.v, -1.0);
}

/// Gives energy back that the implicit step took out of a bounce (step/impact.h). What friction
/// took is not among it, and no step ends with more energy than it began with. Contacts of pieces
/// that settle take no part, so that bodies come to rest.
template <int Dim>
double Stepper<Dim>::rebound(double missing, Dynamics& dynamics) {
  if (!(missing > 0)) return 0;
  double gravity = 0;
  for (int c = 0; c < Dim; ++c) gravity = std::hypot(gravity, parts_.spec.gravity[c]);
  const Motion& v0 = parts_.trial.state.v;
  if (!touch_.push_of_brisk(now_.h, parts_.spec.method.memory, gravity, pieces(),
                            parts_.flesh.system.mass, v0, push_))
    return 0;
  return ImpactDirection(push_, dynamics, parts_.skeleton, inertia(), direction_)
      .give(missing, v0, now_.v);
}

/// Puts energy back that the integrator lost, along the motion of the lively nodes and joints.
template <int Dim>
void Stepper<Dim>::conserve_energy(Dynamics& dynamics, Entry& e) {
  Trial& trial = parts_.trial;
  const bool only_takes = now_.swings || now_.sheds;
  const double excess = only_takes ? trial.ledger.excess(e) : 0.0;
  const bool evens_out = now_.swings && excess == 0 && !trial.ledger.bounced;
  double missing = only_takes ? -excess : trial.ledger.missing(e, parts_.spec.method.damping);
  // A swing that is not linear is off by a little, now up, now down: that is put right. What it
  // loses beyond that went to motion that is no mode, in full FE too.
  if (evens_out) {
    missing = std::min(trial.ledger.unexplained(e), trial.ledger.budget + e.work - e.total());
    if (std::abs(missing) < kNothing * (std::abs(e.potential) + e.kinetic)) missing = 0;
    if (missing > kWanders * trial.ledger.at_play.value(e.kinetic + e.elastic)) {
      e.settled += missing;
      missing = 0;
    }
  }
  if (only_takes && missing == 0) return;
  dynamics.lively_direction(now_, trial, direction_);
  parts_.skeleton.leave_flying(direction_.joints);
  parts_.nodes.leave_adrift(parts_.flesh.pieces, direction_.nodes);
  const double slowest = trial.ledger.counts_relief(e) ? -1.0 : kGently;
  const double added = add_kinetic_energy(missing, trial.state.x, inertia(), Dim, pieces(),
                                          direction_, now_.v, slowest);
  if (only_takes && !evens_out)
    e.kinetic += added;
  else
    trial.ledger.put_back(missing, added, e);
}

template void Stepper<2>::name_impact(Entry&) const;
template void Stepper<3>::name_impact(Entry&) const;
template double Stepper<2>::shed_energy(double, Dynamics&);
template double Stepper<3>::shed_energy(double, Dynamics&);
template double Stepper<2>::rebound(double, Dynamics&);
template double Stepper<3>::rebound(double, Dynamics&);
template void Stepper<2>::conserve_energy(Dynamics&, Entry&);
template void Stepper<3>::conserve_energy(Dynamics&, Entry&);

}  // namespace conjac
