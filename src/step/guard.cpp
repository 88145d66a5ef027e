#include "step/guard.h"

#include <algorithm>

#include "core/tuned.h"

namespace conjac {
namespace {

// Corrections after the move where one was not enough, at the smallest size of a step.
CONJAC_TUNED(int, kManyCorrections, 6);

}  // namespace

Guard::Result Guard::step(double h, const StepOptions& options, const Hooks& hooks, Trial& trial) {
  options_ = &options;
  hooks_ = &hooks;
  trial_ = &trial;
  result_ = {};
  if (hooks.watch != nullptr) hooks.watch->tries = hooks.watch->parts = 0;
  kept_.resize(std::max<std::size_t>(kept_.size(), options.guard_levels + 1));
  // Sized now, so that the first step that is halved allocates nothing.
  if (kept_.back().state.x.size() != trial.state.x.size())
    for (Trial& one : kept_) one = trial;
  for (Trial& one : kept_) one.activity.reserve(trial.activity.size());
  result_.ok = take(h, 0);
  return result_;
}

void Guard::undo(int level) {
  *trial_ = kept_[level];
  hooks_->undone();
}

/// Once somebody has asked for it, every further try fails at once, and all of them are undone.
bool Guard::interrupted() {
  if (hooks_->watch == nullptr) return false;
  result_.interrupted = result_.interrupted || hooks_->watch->asked();
  return result_.interrupted;
}

bool Guard::attempt(double h, int level, Tactic tactic) {
  if (interrupted()) return false;
  tactic.level = level;
  if (hooks_->watch != nullptr) {
    ++hooks_->watch->tries;
    hooks_->watch->level = level;
  }
  if (hooks_->attempt(h, tactic)) {
    ++result_.parts;
    if (hooks_->watch != nullptr) ++hooks_->watch->parts;
    return true;
  }
  interrupted();  // perhaps that is why
  ++result_.undone;
  result_.message = trial_->message;
  undo(level);
  return false;
}

bool Guard::take(double h, int level) {
  kept_[level] = *trial_;
  if (attempt(h, level, {})) return true;
  if (!options_->retakes()) return false;
  if (hooks_->factor_was_stale() && attempt(h, level, {.fresh_factor = true})) return true;
  const bool crumbs = hooks_->light_crumbs();
  if (crumbs && attempt(h, level, {.crumbs_rigid = true})) return true;
  if (level < options_->guard_levels) {
    if (take(h / 2, level + 1) && take(h / 2, level + 1)) return true;
    undo(level);
    return false;
  }
  Tactic tactic{.fresh_factor = true, .newton_steps = kManyCorrections};
  if (attempt(h, level, tactic)) return true;
  tactic.damped = tactic.last_resort = true;
  if (attempt(h, level, tactic)) return true;
  tactic.crumbs_rigid = true;
  return crumbs && attempt(h, level, tactic);
}

}  // namespace conjac
