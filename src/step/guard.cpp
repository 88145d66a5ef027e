#include "step/guard.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// Corrections after the move where one was not enough, at the smallest size of a step.
CONJAC_TUNED(int, kManyCorrections, 6);
// Tries of one step; one that goes well takes one. A step in 16 equal parts takes 31.
CONJAC_TUNED(int, kMostTries, 20);

/// The unknown that a try moved farthest; one that is not finite any more comes first.
int moved_farthest(const VectorXd& from, const VectorXd& to) {
  int worst = -1;
  double farthest = 0;
  for (int i = 0; i < static_cast<int>(from.size()); ++i) {
    const double way = std::abs(to[i] - from[i]);
    if (!std::isfinite(way)) return i;
    if (way > farthest) worst = i, farthest = way;
  }
  return worst;
}

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
  const int tries = result_.parts + result_.undone;
  if (!result_.ok && !result_.interrupted && tries + options.guard_levels >= kMostTries)
    result_.message += (result_.message.empty() ? "the energy ran away" : "") +
                       std::string(", and the step was given up after ") + std::to_string(tries) +
                       " tries (see whether the material is very soft or heavy for its size)";
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
  result_.worst_dof = moved_farthest(kept_[level].state.x, trial_->state.x);
  undo(level);
  return false;
}

/// A step that goes well takes one try. Whatever the scene, one that does not takes kMostTries at most,
/// so that a run that cannot be helped ends soon instead of crawling. One for this part and for each
/// that waits, one of every level above, is kept back: with it the part is taken as it is, damped and
/// without halving.
bool Guard::take(double h, int level) {
  kept_[level] = *trial_;
  const auto may_try = [&] { return result_.parts + result_.undone + level + 1 < kMostTries; };
  const auto take_as_it_is = [&] {
    return attempt(h, level,
                   {.fresh_factor = true,
                    .newton_steps = kManyCorrections,
                    .damped = true,
                    .crumbs_rigid = hooks_->light_crumbs(),
                    .last_resort = true});
  };
  if (!may_try()) return take_as_it_is();
  if (attempt(h, level, {})) return true;
  if (!options_->retakes()) return false;
  if (may_try() && hooks_->factor_was_stale() && attempt(h, level, {.fresh_factor = true}))
    return true;
  const bool crumbs = hooks_->light_crumbs();
  if (may_try() && crumbs && attempt(h, level, {.crumbs_rigid = true})) return true;
  if (may_try() && level < options_->guard_levels) {
    if (take(h / 2, level + 1) && take(h / 2, level + 1)) return true;
    undo(level);
    return false;
  }
  Tactic tactic{.fresh_factor = true, .newton_steps = kManyCorrections};
  if (may_try() && attempt(h, level, tactic)) return true;
  if (!may_try()) return take_as_it_is();
  tactic.damped = tactic.last_resort = true;
  if (attempt(h, level, tactic)) return true;
  tactic.crumbs_rigid = true;
  return crumbs && attempt(h, level, tactic);
}

}  // namespace conjac
