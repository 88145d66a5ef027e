#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/dim.h"
#include "record/recorder.h"
#include "support/moving_bar.h"

namespace conjac::testing {

/// A motion as a function of the rest position and time, with its velocity.
struct Made {
  std::function<Vec<3>(const Vec<3>&, double)> position, velocity;
};

/// Records the bar moved in this way at these times.
inline void record_run(const record::Path& folder, int dimension, std::array<int, 3> cells,
                       const std::vector<double>& times, const Made& made) {
  record::Recorder recorder(folder);
  const record::Frame rest = moving_bar(dimension, 0, cells);
  const auto d = static_cast<std::size_t>(dimension);
  for (const double time : times) {
    record::Frame frame = rest;
    frame.time = time;
    for (std::size_t i = 0; i < rest.roles.size(); ++i) {
      Vec<3> x = Vec<3>::Zero();
      for (std::size_t k = 0; k < d; ++k) x[static_cast<int>(k)] = rest.positions[i * d + k];
      const Vec<3> p = made.position(x, time), v = made.velocity(x, time);
      for (std::size_t k = 0; k < d; ++k) {
        frame.positions[i * d + k] = p[static_cast<int>(k)];
        frame.velocities[i * d + k] = v[static_cast<int>(k)];
      }
    }
    recorder.frame(frame.view());
    if (time == times.front()) continue;
    StepReport report;
    report.time = time;
    report.energy.kinetic = time;
    recorder.step(report);
  }
  record::RunSummary summary;
  summary.scene = "made up";
  recorder.finish(summary);
}

/// Every direction grows along a cubic of time, affine in space.
inline Made affine(double amount) {
  const auto at = [amount](const Vec<3>& x, double s) -> Vec<3> {
    return x + amount * s * Vec<3>(x[1], 0.5 * x[0] - x[1], 0);
  };
  return {[at](const Vec<3>& x, double t) { return at(x, t * t * t - t); },
          [at](const Vec<3>& x, double t) -> Vec<3> { return at(x, 3 * t * t - 1) - x; }};
}

inline Made shifted(const Made& made, const Vec<3>& rate) {
  return {[=](const Vec<3>& x, double t) -> Vec<3> { return made.position(x, t) + t * rate; },
          [=](const Vec<3>& x, double t) -> Vec<3> { return made.velocity(x, t) + rate; }};
}

}  // namespace conjac::testing
