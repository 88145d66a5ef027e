#pragma once

#include <functional>

#include "conjac/step_options.h"

namespace conjac {

/// How one try of a (sub)step is taken.
struct Tactic {
  bool fresh_factor = false;  // factor even if the old factor would do
  int newton_steps = 0;       // 0: as the options say
  bool damped = false;        // linear-implicit with beta = 1 instead of the chosen integrator
  bool crumbs_rigid = false;  // light pieces that a cut has left keep their shape
  double tolerated = 0.1;     // gain accepted, as a fraction of the energy at play: the integrators
                              // do not conserve exactly, more is the beginning of a blow-up
};

/// What the guard needs to know and do; the world gives it.
struct GuardHooks {
  std::function<bool(double h, const Tactic&)> attempt;  // one try; false: unacceptable
  std::function<bool()> factor_was_stale;                // did the last try reuse an old factor?
  std::function<bool()> crumbs;                          // are there any that could be rigid?
  std::function<void(int slot)> save, restore;           // the state, one slot per level
};

struct GuardResult {
  bool ok = true;
  int undone = 0;    // tries thrown away
  int substeps = 0;  // accepted parts
};

/// Takes a step of length h (design: step guard): a try that is not acceptable (non-finite, clearly
/// more energy than it began with plus the work done on it, a node flung deep into something it was
/// not seen coming to; scene/world_accept.cpp) is undone and taken again with a fresh factor, then
/// with the crumbs of a cut as rigid bodies (one of a hundred is always crushed or spins too fast,
/// and shorter steps for all would be a high price), then as two half steps, recursively; at the
/// smallest size with more corrections, then damped. Only when all of that fails does it give up,
/// with the state as before.
GuardResult guarded_step(double h, const StepOptions& options, const GuardHooks& hooks);

/// The energy at play, what gains are measured against: the largest kinetic plus elastic energy of
/// late. It fades, so that a body that has come to rest is guarded against small gains again; it
/// does not fade within a swing, at whose turning point both may vanish.
class EnergyAtPlay {
 public:
  void update(double now, double h);
  double value(double now) const { return now > recent_ ? now : recent_; }

 private:
  double recent_ = 0;
};

}  // namespace conjac
