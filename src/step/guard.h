#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conjac/step_options.h"
#include "conjac/step_watch.h"
#include "step/trial.h"

namespace conjac {

/// Accepts a try, or undoes it and says how to take it again. A try that the ledger refuses is
/// undone and taken again
///
///     with a fresh factor, if an old one was used;
///     with the crumbs of a cut as rigid bodies: one of a hundred is always crushed or spins too
///       fast, and shorter steps for all would be a high price;
///     as two half steps, each by these rules; at the smallest size instead
///     with more corrections, then damped, then damped with rigid crumbs.
///
/// Only when all of that fails does the step fail, with the trial as before.
class Guard {
 public:
  /// What the world does for it.
  struct Hooks {
    std::function<bool(double h, const Tactic&)> attempt;  // one try; false: unacceptable
    std::function<bool()> factor_was_stale;                // did the last try use an old factor?
    std::function<bool()> light_crumbs;                    // are there any that could be rigid?
    std::function<void()> undone;                          // the trial is what it was before
    StepWatch* watch = nullptr;                            // somebody who looks and may end it
  };
  struct Result {
    bool ok = true;
    int undone = 0;  // tries thrown away
    int parts = 0;   // accepted ones
    bool interrupted = false;
    std::string message;  // of the last try thrown away
    int worst_dof = -1;   // that it moved farthest, or to no number at all; -1: it moved none
  };
  Result step(double h, const StepOptions& options, const Hooks& hooks, Trial& trial);

 private:
  bool take(double h, int level);
  bool attempt(double h, int level, Tactic tactic);
  void undo(int level);
  bool interrupted();

  const StepOptions* options_ = nullptr;
  const Hooks* hooks_ = nullptr;
  Trial* trial_ = nullptr;
  Result result_;
  std::vector<Trial> kept_;  // one per level
};

}  // namespace conjac
