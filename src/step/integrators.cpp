#include "step/integrators.h"

namespace conjac {
namespace {

/// The paper's (Eq. 11): the force at the end of the step, beta of it.
StepWeights linear_implicit(double h, double beta, double a) {
  StepWeights w;
  w.stiff = w.drift = beta * h * h;
  w.after = 1 + a * h;
  return w;
}

/// Ours: the force of the middle, velocities the mean of both ends.
StepWeights trapezoidal(double h, double /*beta*/, double a) {
  StepWeights w;
  w.stiff = h * h / 4;
  w.drift = h * h / 2;
  w.after = 1 + a * h / 2;
  w.before = 1 - a * h / 2;
  w.middle = true;
  return w;
}

/// The force at the start alone.
StepWeights symplectic(double h, double /*beta*/, double a) {
  return linear_implicit(h, 0.0, a);
}

struct Row {
  Integrator integrator;
  StepWeights (*weights)(double h, double beta, double damping);
};
constexpr Row kIntegrators[] = {
    {Integrator::linear_implicit, linear_implicit},
    {Integrator::trapezoidal, trapezoidal},
    {Integrator::symplectic, symplectic},
    {Integrator::modal, linear_implicit},  // where modes do not swing: in touch, the last resort
};

}  // namespace

StepWeights step_weights(Integrator integrator, double h, double beta, double damping) {
  for (const Row& row : kIntegrators) {
    if (row.integrator != integrator) continue;
    StepWeights weights = row.weights(h, beta, damping);
    weights.h = h;
    weights.damping = damping;
    return weights;
  }
  return {};
}

}  // namespace conjac
