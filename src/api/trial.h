#pragma once

#include <functional>
#include <string>

#include "conjac/scene_spec.h"

namespace conjac {

/// A run that is measured and not recorded.
struct TrialOptions {
  bool bound_energy = false;  // end it when the energy leaves the bound of conjac/tune.h
  double release_time = -1;   // s; energies are compared with the one at this time. -1: none
  std::function<bool(double share)> progress;  // false ends the run
};

struct TrialResult {
  std::string status = "ok";  // ok, diverged, unbounded, interrupted
  std::string message;
  long long steps = 0, factorizations = 0, undone = 0;
  double time = 0;           // simulated, s
  double wall = 0;           // of the steps, s
  double largest_gain = 0;   // largest (kinetic + elastic) / energy the body ever had a right to
  double energy_left = 0;    // kinetic + elastic at the end over that at the release
  double largest_ratio = 0;  // the largest such ratio after the release
};

TrialResult trial(const SceneSpec& scene, const TrialOptions& options);

}  // namespace conjac
