#pragma once

#include "conjac/step_options.h"

namespace conjac {

class Archive;

/// The energy at play, what gains are measured against: the largest kinetic plus elastic energy of
/// late. It fades, so that a body that has come to rest is guarded against small gains again; it
/// does not fade within a swing, at whose turning point both may vanish.
class EnergyAtPlay {
 public:
  void update(double now, double h, double memory);
  double value(double now) const { return now > recent_ ? now : recent_; }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  double recent_ = 0;
};

/// What one try did with energy, J.
struct Entry {
  double h = 0;                          // s
  double memory = StepOptions{}.memory;  // s, of the energy at play
  bool scripted = false;                 // the timeline moved something: `work` is an estimate
  bool swings = false;                   // the integrator keeps energy where the body is linear
  bool touching = false;                 // something touched at its beginning or its end
  double potential0 = 0;                 // where it began
  double relief0 = 0;                    // part of it: the bend that the followers' inertia held
  double kinetic = 0, potential = 0;     // where it ended
  double elastic = 0, gravity = 0, contact = 0, springs = 0;  // parts of `potential`
  double relief = 0;                                          // as relief0
  double work = 0;            // came in: done by held nodes and joints
  double friction_work = 0;   // came in: done by friction of moving obstacles
  double held_work = 0;       // came in: done by friction while followers found their balance
  double appeared = 0;        // came in: of contacts that were deep at once, by no motion
  double rubbed_off = 0;      // went: taken by friction
  double joint_damping = 0;   // went: taken by the joints
  double damped = 0;          // went: taken by the damping of all motion
  double contact_damped = 0;  // went: taken by the damping of contacts
  double viscous = 0;         // went: taken by the viscosity of the material
  double impact = 0;          // went: lost by steps in touch, and not given back by a rule
  double settled = 0;         // went: given off by followers, which cannot swing, for their balance
  double added = 0;           // put into the motion by the rules of energy
  double misfit = 0;          // the integrator was off by this in touch, put right already
  double repaid = 0;          // put back in this try of what was owed
  double owed = 0;            // could not be put back yet

  double total() const { return kinetic + potential; }
};

/// The energy books of a run. One rule: a try ends with no more than it began with and what came in
/// while it ran, less what went; a fraction of the energy at play is let pass, since the
/// integrators do not conserve exactly. All of it is a value: a try that is undone leaves no trace.
///
/// Three quantities need a word. The *budget* is the energy at the start and all work done since:
/// more there cannot be. *Relief* is the energy of the bend that the inertia of followers holds; it
/// comes and goes with the acceleration and is not counted, but for a body that has bounced, whose
/// energy must not rise any more. *Owed* is energy that an integrator lost and that the motion of
/// the moment could not take back.
struct Ledger {
  double kinetic = 0, potential = 0;             // now
  double elastic = 0, gravity = 0, contact = 0;  // parts of `potential`, without loads
  double relief = 0, budget = 0, owed = 0;
  double work = 0;        // came in since the step began: done by all that the tries have met
  double dissipated = 0;  // went since then
  double viscous = 0, impact = 0;  // parts of it
  bool received = false;           // energy came in at once before this try: loads have changed
  bool begun = false;              // false: the state was set from outside, the budget begins anew
  bool bounced = false;            // touched something: the energy has only fallen since
  EnergyAtPlay at_play;
  double largest = 0;  // ever seen at play, for telling a runaway

  /// The state was set from outside: what was lost, owed or at play before says nothing about it.
  void forget();
  /// Energy came in between tries: from a load, an activation, a hand.
  void receive(double energy) { budget += energy, received = received || energy != 0; }

  /// Does the bend that inertia holds count in this try?
  bool counts_relief(const Entry& e) const { return bounced && !e.scripted; }
  /// What a try in touch may end with.
  double allowed(const Entry& e) const;
  /// What the integrator lost (below zero: gained) beyond work and damping and owes to the motion,
  /// never more than the budget has. `damping` is the mass-proportional one, 1/s.
  double missing(const Entry& e, double damping) const;
  /// What there is beyond all that was ever put in; of a body that has bounced, beyond what it had.
  double excess(const Entry& e) const;
  /// What of a try the books cannot explain: above 0 lost, below 0 made.
  double unexplained(const Entry& e) const;
  /// `added` of that was put into the motion: the entry follows.
  void put_back(double missing, double added, Entry& e) const;

  /// How strict to be with a try.
  struct Strictness {
    bool guarded = true;       // else only a runaway is refused
    bool last_resort = false;  // else no gain in touch, and none to speak of elsewhere
    bool refines = false;      // a try that is off, either way, is taken again in halves
    bool exact = false;        // once anything has touched no gain is let pass but round-off
  };
  struct Verdict {
    bool ok = true;
    double gained = 0;  // out of nothing: what the refusal is about
  };
  Verdict judge(const Entry& e, const Strictness& strictness) const;
  void book(const Entry& e);

 private:
  double at_play_now(const Entry& e) const;
  /// What followers gave off and the rules of energy have not put back.
  double settled_for_good(const Entry& e) const;
};

}  // namespace conjac
