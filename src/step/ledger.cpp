#include "step/ledger.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// Gain accepted, as a fraction of the energy at play: more is the beginning of a blow-up.
CONJAC_TUNED(double, kGain, 0.1);
// An exact swing that is off by this part of the energy at play is too coarse.
CONJAC_TUNED(double, kCoarse, 0.01);
// The same of the last try before the step fails: better a step that gains than none.
CONJAC_TUNED(double, kLastResortGain, 1.0);
// A step in touch may gain this fraction of the energy at play.
CONJAC_TUNED(double, kTouchGain, 1e-4);
// The same where nothing is let pass: rounding.
constexpr double kNoGain = 1e-13;
// Energy beyond the budget may be this many times what one step may gain: the bend that inertia
// holds counts here.
CONJAC_TUNED(double, kExcess, 2.5);
// Without the guard a run is stopped when a step multiplies the energy by this.
CONJAC_TUNED(double, kRunaway, 100);
// Energy that may be owed, as a fraction of the energy at play.
CONJAC_TUNED(double, kMostOwed, 0.5);
// Energies are sums over the body: a difference below this fraction of them says nothing.
CONJAC_TUNED(double, kNoise, 1e-14);

}  // namespace

void EnergyAtPlay::update(double now, double h, double memory) {
  recent_ = std::max(now, recent_ * std::exp(-h / memory));
}

void Ledger::forget() {
  begun = bounced = false;
  relief = owed = largest = 0;
  at_play = {};
}

double Ledger::allowed(const Entry& e) const {
  return std::min(budget, kinetic + e.potential0) + e.work + e.friction_work + e.appeared;
}

double Ledger::missing(const Entry& e, double damping) const {
  const bool counted = counts_relief(e);
  const double before = kinetic + e.potential0 - (counted ? 0.0 : e.relief0);
  const double after = e.total() - (counted ? 0.0 : e.relief);
  const double damped = damping * e.h * (kinetic + e.kinetic) + e.joint_damping + e.viscous;
  const double lost = owed + before + e.work - damped - after;
  // Whatever the bend of the followers holds, no more than was ever put in.
  const double missing = std::min(lost, budget + e.work - e.total());
  // Round-off is no energy: put back, it would keep a body trembling that has come to rest.
  return std::abs(missing) < kNoise * (std::abs(e.potential) + e.kinetic) ? 0.0 : missing;
}

double Ledger::excess(const Entry& e) const {
  // After a bounce not even what was lost may come back: a rise is a rise.
  const double most = counts_relief(e) ? std::min(budget, kinetic + e.potential0) : budget;
  const double excess = e.total() - most - e.work;
  return excess > kNoise * (std::abs(e.potential) + e.kinetic) ? excess : 0.0;
}

double Ledger::unexplained(const Entry& e) const {
  const double before = kinetic + e.potential0 - e.relief0 + owed;
  const double came = e.work + e.friction_work + e.appeared;
  const double went = e.damped + e.contact_damped + e.viscous + e.joint_damping + e.rubbed_off +
                      e.impact + settled_for_good(e);
  return before + came - went - (e.total() - e.relief + e.owed);
}

void Ledger::put_back(double missing, double added, Entry& e) const {
  e.kinetic += added;
  e.added += added;
  e.repaid = std::max(0.0, owed);
  // What the motion of the moment cannot take is kept for the next steps.
  e.owed = std::clamp(missing - added, -kMostOwed * e.kinetic,
                      counts_relief(e) ? 0.0 : kMostOwed * (e.kinetic + e.elastic));
}

double Ledger::at_play_now(const Entry& e) const {
  return std::max(e.kinetic, kinetic) + std::max(elastic, e.elastic) + e.springs + std::abs(e.work);
}

Ledger::Verdict Ledger::judge(const Entry& e, const Strictness& strictness) const {
  const bool counted = counts_relief(e);
  const double before = kinetic + e.potential0 - (counted ? 0.0 : e.relief0);
  const double after = e.total() - (counted ? 0.0 : e.relief);
  // Two measures: what this try gained, and what there is beyond all that was ever put in. The work
  // of scripted nodes is an estimate, so while they move the second waits.
  const bool in_touch = e.touching && !e.scripted;
  const double gain = in_touch ? e.total() - allowed(e) - e.held_work
                               : after - before - e.work - e.repaid - e.appeared;
  const double excess = e.scripted ? 0.0 : e.total() - budget;
  const bool strict = (e.touching || bounced) && !e.scripted && !strictness.last_resort;
  const double in_touch_gain = strictness.exact ? kNoGain : kTouchGain;
  const double tolerated = strict                   ? in_touch_gain
                           : strictness.last_resort ? kLastResortGain
                                                    : kGain;
  const double room = tolerated * at_play.value(at_play_now(e));
  const bool too_much =
      strictness.guarded && !(gain <= room && (e.touching || excess <= kExcess * room));
  const bool coarse = strictness.refines && e.swings && !e.scripted &&
                      std::abs(in_touch ? e.misfit : gain + e.viscous - e.added) >
                          kCoarse * at_play.value(at_play_now(e));
  const bool runaway = largest > 0 && gain > kRunaway * std::max(largest, std::abs(e.work));
  return {!too_much && !runaway && !coarse, coarse ? HUGE_VAL : std::max(gain, excess)};
}

double Ledger::settled_for_good(const Entry& e) const {
  const double given_back = std::max(0.0, e.added + e.owed - owed);
  return e.settled > 0 ? std::max(0.0, e.settled - given_back) : e.settled;
}

void Ledger::book(const Entry& e) {
  const double now = at_play_now(e);
  at_play.update(now, e.h, e.memory);
  largest = std::max(largest, now);
  work += e.work + e.friction_work + e.appeared;
  dissipated += e.damped + e.contact_damped + e.viscous + e.joint_damping + e.rubbed_off +
                e.impact + settled_for_good(e);
  viscous += e.viscous;
  impact += e.impact;
  received = false;
  budget += e.work;
  if (e.touching && !e.scripted)
    budget = std::min(budget + e.friction_work + e.held_work + e.appeared, e.total());
  bounced = (bounced || e.touching) && !e.scripted;
  if (e.scripted) budget = std::max(budget, e.total());
  kinetic = e.kinetic;
  potential = e.potential;
  elastic = e.elastic;
  gravity = e.gravity;
  contact = e.contact;
  relief = e.relief;
  owed = e.owed;
}

}  // namespace conjac
