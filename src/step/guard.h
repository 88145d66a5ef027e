#pragma once

#include <functional>

#include "conjac/step_options.h"

namespace conjac {

/// How one try of a (sub)step is taken.
struct Tactic {
  bool fresh_factor = false;  // factor even if the old factor would do
  int newton_steps = 0;       // 0: as the options say
  bool damped = false;        // linear-implicit with beta = 1 instead of the chosen integrator
};

/// What the guard needs to know and do; the world gives it.
struct GuardHooks {
  std::function<bool(double h, const Tactic&)> attempt;  // one try; false: unacceptable
  std::function<bool()> factor_was_stale;                // did the last try reuse an old factor?
  std::function<void(int slot)> save, restore;           // the state, one slot per level
};

struct GuardResult {
  bool ok = true;
  int undone = 0;    // tries thrown away
  int substeps = 0;  // accepted parts
};

/// Takes a step of length h (design: step guard): a try that ends non-finite, or with clearly more
/// energy than it began with plus the work done on it, is undone and taken again with a fresh
/// factor, then as two half steps, recursively; at the smallest size with more corrections, then
/// damped. Only when all of that fails does it give up, with the state as before.
GuardResult guarded_step(double h, const StepOptions& options, const GuardHooks& hooks);

/// Whether a try gained more energy than it should. `scale` is the energy that was at play.
bool gained_too_much(double before, double after, double work, double scale);

}  // namespace conjac
