#include "core/stage_timer.h"
#include "step/condensed_dynamics.h"

// Condensed dynamics whose factor is renewed in the background.

namespace conjac {
namespace {

// A step waits for the factor to come once the body has moved so many times as far, since the
// matrix of that one, as asks for a new one: so an old factor is never more than that too old.
CONJAC_TUNED(double, kFarBehind, 4);

}  // namespace

/// May the steps go on with the factor there is? A contact that came or went is no small change.
bool CondensedDynamics::renews_behind(double moved, bool fresh) const {
  return bodies_.options->background_factor.value_or(false) && condensation_.renews_behind() &&
         !fresh && moved > 0 && moved < HUGE_VAL;
}

void CondensedDynamics::begin_behind(Trial& trial) {
  factor_was_stale_ = true;
  if (condensation_.behind()) return;
  bodies_.forces->linearise_where_moved(trial.state.x, slack_of_matrix(), trial.force,
                                        renewal_.stiffness);
  condensation_.begin_behind(renewal_.stiffness);
}

void CondensedDynamics::begin_step(const Trial& trial) {
  ++renewal_.steps;
  if (!condensation_.behind()) return;
  bool take = renewal_.takes_now(condensation_.behind_done());
  if (!take && !renewal_.follows && factor_valid_) {
    StageTimer timer(bodies_.stages->fill);
    take = bodies_.forces->moved_since_linearised(trial.state.x) >
           kFarBehind * bodies_.options->reuse_tolerance;
  }
  if (take) take_behind();
}

void CondensedDynamics::take_behind() {
  StageTimer timer(bodies_.stages->factor);
  if (!factor_valid_) return condensation_.drop_behind();
  renewal_.taken.push_back(renewal_.steps);
  factor_valid_ = condensation_.take_behind() == FactorStatus::ok;
  if (factor_valid_) bodies_.system->stiffness.swap(renewal_.stiffness);
  drivers_valid_ = false;
}

}  // namespace conjac
