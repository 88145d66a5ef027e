#pragma once

#include "conjac/step_options.h"

namespace conjac {

/// A time integrator of the reduced equations, as the weights of one linear step. With u0, u the
/// reduced velocities before and after it,
///
///     J'(after M + stiff A) J u = J'(before M v0 - after M c + h f + drift K c) [- stiff J'A J u0],
///     x += h (J u + c)                                                    [u: mean of u0 and u]
///
/// with A = -K; what stands in brackets where `middle` says that the step is about its middle. Such
/// a step loses no energy in the linear limit, so what is lost otherwise may be put back; and its
/// velocities are corrected once more with the force at its end (ReducedStep::correct).
struct StepWeights {
  double h = 0, damping = 0;  // s, 1/s
  double stiff = 0, drift = 0, after = 1, before = 1;
  bool middle = false;
};

/// The weights of a step of length h; beta is the weight of the implicit stiffness, damping in 1/s.
StepWeights step_weights(Integrator integrator, double h, double beta, double damping);

}  // namespace conjac
