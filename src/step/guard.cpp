#include "step/guard.h"

#include <cmath>

namespace conjac {
namespace {

// The integrators do not conserve energy exactly; a swing of this fraction of the energy at play is
// theirs, more is the beginning of a blow-up.
constexpr double kTolerated = 0.1;
constexpr int kManyCorrections = 6;

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
  if (level < options.guard_levels) {
    if (take(h / 2, level + 1, options, hooks, result) &&
        take(h / 2, level + 1, options, hooks, result))
      return true;
    hooks.restore(level);
    return false;
  }
  return attempt({.fresh_factor = true, .newton_steps = kManyCorrections}) ||
         attempt({.fresh_factor = true, .newton_steps = kManyCorrections, .damped = true});
}

}  // namespace

GuardResult guarded_step(double h, const StepOptions& options, const GuardHooks& hooks) {
  GuardResult result;
  result.ok = take(h, 0, options, hooks, result);
  return result;
}

bool gained_too_much(double before, double after, double work, double scale) {
  return !(after - before - work <= kTolerated * scale);  // true for NaN as well
}

}  // namespace conjac
