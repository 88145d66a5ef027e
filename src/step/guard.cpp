#include "step/guard.h"

#include <algorithm>
#include <cmath>

namespace conjac {
namespace {

constexpr int kManyCorrections = 6;
constexpr double kFading = 0.3;  // s, time constant of the energy at play

bool take(double h, int level, const StepOptions& options, const GuardHooks& hooks,
          GuardResult& result) {
  hooks.save(level);
  const auto attempt = [&](const Tactic& tactic) {
    if (hooks.attempt(h, tactic)) {
      ++result.substeps;
      return true;
    }
    ++result.undone;
    hooks.restore(level);
    return false;
  };
  if (attempt({})) return true;
  if (!options.guard) return false;
  if (hooks.factor_was_stale() && attempt({.fresh_factor = true})) return true;
  const bool crumbs = hooks.crumbs && hooks.crumbs();
  if (crumbs && attempt({.crumbs_rigid = true})) return true;
  if (level < options.guard_levels) {
    if (take(h / 2, level + 1, options, hooks, result) &&
        take(h / 2, level + 1, options, hooks, result))
      return true;
    hooks.restore(level);
    return false;
  }
  Tactic tactic{.fresh_factor = true, .newton_steps = kManyCorrections};
  if (attempt(tactic)) return true;
  tactic.damped = true;
  tactic.tolerated = 1.0;
  if (attempt(tactic)) return true;
  tactic.crumbs_rigid = true;
  return crumbs && attempt(tactic);
}

}  // namespace

GuardResult guarded_step(double h, const StepOptions& options, const GuardHooks& hooks) {
  GuardResult result;
  result.ok = take(h, 0, options, hooks, result);
  return result;
}

void EnergyAtPlay::update(double now, double h) {
  recent_ = std::max(now, recent_ * std::exp(-h / kFading));
}

}  // namespace conjac
