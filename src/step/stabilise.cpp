#include "step/stabilise.h"

#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// A correction cut to less than a 256th of itself is none.
CONJAC_TUNED(int, kMostHalvings, 8);
// Armijo: fraction of the predicted decrease to insist on, the usual one (Nocedal and Wright).
CONJAC_TUNED(double, kSufficient, 1e-4);
// Energies are sums over the body; below this fraction of them a difference is round-off. Without
// the allowance the search would refuse the last corrections and stop at 1e-8 from rest.
CONJAC_TUNED(double, kRoundOff, 1e-13);
// Where the decrease itself is not much more than that the pull along the correction is the
// measure: it must become smaller. Else a correction that goes too far (an old factor, fibres that
// have stiffened since) would pass for round-off, and a body would tremble where it should rest.
CONJAC_TUNED(double, kUnresolved, 1e3);

}  // namespace

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
    const double slope = residual_.dot(dx);  // >= 0: A_qq is positive definite
    const double fictitious = inertia.dot(dx);
    const double slack = kRoundOff * (std::abs(result.energy) + std::abs(fictitious));
    double scale = 1;
    bool accepted = false;
    for (int halvings = 0; halvings <= kMostHalvings; ++halvings, scale *= 0.5) {
      trial_ = x + scale * dx;
      const double tried = model.energy_and_force(trial_, trial_force_);
      const double change = tried - result.energy + scale * fictitious;
      bool better = std::isfinite(tried) && change <= -kSufficient * scale * slope + slack;
      if (better && slope < kUnresolved * slack)
        better = std::abs(trial_force_.dot(dx) - fictitious) < slope;
      if (better) {
        x.swap(trial_);
        force.swap(trial_force_);
        result.energy = tried;
        accepted = true;
        break;
      }
      ++result.backtracks;
    }
    if (!accepted) {
      // The model knows the parts of the energy at its last evaluation: that shall be x.
      model.energy_and_force(x, force);
      break;
    }
    ++result.corrections;
  }
  return result;
}

}  // namespace conjac
