#include "step/stabilise.h"

#include <cmath>

#include "core/tuned.h"
#include "step/line_search.h"

namespace conjac {
namespace {

// A correction cut to less than a 256th of itself is none.
CONJAC_TUNED(int, kMostHalvings, 8);
// After the first, a correction that gains less than this part of the energy at play waits for the
// next step.
CONJAC_TUNED(double, kTrifle, 1e-5);

}  // namespace

bool Stabiliser::descend(ForceModel& model, const VectorXd& dx, double fictitious, Result& result,
                         VectorXd& x, VectorXd& force) {
  const double sum = std::abs(result.energy) + std::abs(fictitious);
  double tried = 0;
  // The slope is not below 0: A_qq is positive definite.
  const LineSearch line{
      .slope = residual_.dot(dx), .slack = kRoundOff * sum, .most_halvings = kMostHalvings};
  const double scale = line.search([&](double s) -> LineSearch::Point {
    trial_ = x + s * dx;
    tried = model.energy_and_force(trial_, trial_force_);
    return {tried - result.energy + s * fictitious, trial_force_.dot(dx) - fictitious};
  });
  if (scale == 0) {
    // The model knows the parts of the energy at its last evaluation: that shall be x.
    model.energy_and_force(x, force);
    return false;
  }
  x.swap(trial_);
  force.swap(trial_force_);
  result.energy = tried;
  return true;
}

Stabiliser::Result Stabiliser::correct(ForceModel& model, Condensation& condensation,
                                       const VectorXd& inertia, int newton_steps, double energy,
                                       VectorXd& x, VectorXd& force) {
  Result result;
  result.energy = energy;
  for (int k = 0; k < newton_steps; ++k) {
    residual_ = force - inertia;
    const bool relieved = k == 0 && !inertia.isZero(0);
    const VectorXd* loads[] = {&residual_, &inertia};
    condensation.solve({loads, relieved ? 2u : 1u}, 1);
    if (relieved) result.relief = 0.5 * condensation.compliance(1);
    const VectorXd& dx = condensation.response(0);
    if (!descend(model, dx, inertia.dot(dx), result, x, force)) break;
  }
  return result;
}

Stabiliser::Result Stabiliser::correct(ForceModel& model, Condensation& condensation, Modes& modes,
                                       const VectorXd& mass, ModalTouch& touch, int newton_steps,
                                       double at_play, double energy, VectorXd& x,
                                       VectorXd& force) {
  Result result;
  result.energy = energy;
  for (int k = 0; k < newton_steps; ++k) {
    residual_ = force;
    modes.leave_modes(mass, residual_);
    const VectorXd& dx = touch.relax(modes, condensation, mass, residual_);
    if (k > 0 && residual_.dot(dx) < kTrifle * at_play) break;
    if (!descend(model, dx, 0, result, x, force)) break;
  }
  return result;
}

}  // namespace conjac
