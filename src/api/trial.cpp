#include "api/trial.h"

#include <chrono>
#include <cmath>

#include "api/moments.h"
#include "conjac/simulation.h"

namespace conjac {
namespace {

constexpr double kAllowedGain = 2;  // documented in conjac/tune.h

double at_play(const Energies& energy) {
  return energy.kinetic + energy.elastic;
}

/// B of conjac/tune.h: the largest energy the body ever had a right to.
class Budget {
 public:
  explicit Budget(const Energies& start)
      : start_(at_play(start)), gravity_(start.gravity), largest_(start_) {}
  /// (kinetic + elastic) / B after a step.
  double gain(const StepReport& report) {
    work_ += report.scripted_work;
    largest_ = std::max(largest_, start_ + work_ + gravity_ - report.energy.gravity);
    const double now = at_play(report.energy);
    return now > 0 ? now / largest_ : 0;
  }

 private:
  double start_, gravity_, largest_, work_ = 0;
};

}  // namespace

TrialResult trial(const SceneSpec& scene, const TrialOptions& options) {
  using Clock = std::chrono::steady_clock;
  Simulation simulation(scene);
  TrialResult result;
  Budget budget(simulation.energy());
  double released = 0, last = 0;
  const auto steps = std::max(
      1LL, static_cast<long long>(std::ceil(scene.time.duration / scene.time.step - 1e-6)));
  for (long long step = 1; step <= steps; ++step) {
    const auto begin = Clock::now();
    const StepReport report = simulation.step();
    result.wall += std::chrono::duration<double>(Clock::now() - begin).count();
    if (report.status != StepStatus::ok) {
      result.status = "diverged";
      result.message = report.message;
      break;
    }
    result.steps = step;
    result.factorizations += report.factorizations;
    result.undone += report.undone;
    result.time = report.time;
    result.largest_gain = std::max(result.largest_gain, budget.gain(report));
    last = at_play(report.energy);
    if (options.release_time >= 0 && report.time >= options.release_time - kSameTime) {
      if (released == 0) released = last;
      if (released > 0) result.largest_ratio = std::max(result.largest_ratio, last / released);
    }
    if (options.bound_energy && !(result.largest_gain <= kAllowedGain)) {
      result.status = "unbounded";
      break;
    }
    if (options.progress &&
        !options.progress(static_cast<double>(step) / static_cast<double>(steps))) {
      result.status = "interrupted";
      break;
    }
  }
  if (released > 0) result.energy_left = last / released;
  return result;
}

}  // namespace conjac
