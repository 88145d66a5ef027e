#include "step/equilibrate.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace conjac {

EquilibriumResult equilibrate(ForceModel& model, System& system, int stride,
                              std::span<const char> prescribed, double load_scale,
                              const EquilibriumOptions& options, VectorXd& x,
                              const std::function<void(int, double)>& progress) {
  std::vector<char> free(prescribed.size());
  std::transform(prescribed.begin(), prescribed.end(), free.begin(), [](char p) { return !p; });
  PrincipalSubmatrix sub;
  sub.analyze(system.stiffness, stride, free);
  auto factor = make_factor();
  factor->analyze(sub.matrix(), stride, {});

  VectorXd force(x.size()), residual, direction, step = VectorXd::Zero(x.size()), trial,
                                                 trial_force(x.size());
  const VectorXd& mass = system.mass;
  EquilibriumResult result;
  result.load_scale = load_scale;
  double shift = 0;  // multiple of the mass added to A when it is singular (a free body)
  for (result.iterations = 0; result.iterations <= options.most_iterations; ++result.iterations) {
    const double energy = model.linearise(x, force, system.stiffness);
    sub.restrict_to(force, residual);
    result.residual = residual.size() ? residual.cwiseAbs().maxCoeff() : 0.0;
    if (progress) progress(result.iterations, result.residual / load_scale);
    if (!std::isfinite(result.residual)) return result;
    if (result.residual <= options.tolerance * load_scale) {
      result.converged = true;
      return result;
    }
    sub.assign(system.stiffness, -1.0, mass, shift, {});
    while (factor->factorize(sub.matrix()) != FactorStatus::ok) {
      const double largest = system.stiffness.diagonal().cwiseAbs().maxCoeff();
      shift = shift == 0 ? 1e-8 * largest / mass.maxCoeff() : 10 * shift;
      if (!(shift < 1e8 * largest / mass.maxCoeff())) return result;
      sub.assign(system.stiffness, -1.0, mass, shift, {});
    }
    factor->solve(residual, direction);
    sub.extend(direction, step);
    const double slope = residual.dot(direction);
    // Where the energy no longer resolves the decrease the residual takes over as the measure.
    const double slack = 1e-13 * std::abs(energy);
    double scale = 1;
    bool accepted = false;
    for (int halvings = 0; halvings < 40 && !accepted; ++halvings, scale *= 0.5) {
      trial = x + scale * step;
      const double at_trial = model.energy_and_force(trial, trial_force);
      if (!std::isfinite(at_trial)) continue;
      if (at_trial <= energy - 1e-4 * scale * slope) accepted = true;
      if (!accepted && slope < 1e3 * slack) {
        sub.restrict_to(trial_force, direction);
        accepted = direction.cwiseAbs().maxCoeff() < result.residual;
      }
      if (accepted) x = trial;
    }
    if (!accepted) return result;
  }
  return result;
}

}  // namespace conjac
