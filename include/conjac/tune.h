#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

/// A run of a scene watched for stability.
///
/// Stable means: the run ends with status ok, and the energy at play never exceeds a clear bound,
///
///     kinetic + elastic <= 2 B,   B = largest value so far of E0 + W + G0 - G,
///
/// with E0 the kinetic and elastic energy at the start, W the work of held nodes, loads and
/// activation so far, and G0 - G the gravitational energy given up so far. No honest trajectory
/// reaches it: numerical integration errs by some tens of percent, instability by powers of ten.
struct BetaTrial {
  double beta = 0;
  bool stable = false;
  std::string outcome;      // "stable", "diverged: ...", "energy above its bound at t = ... s"
  double time = 0;          // simulated until it ended, s
  double largest_gain = 0;  // largest (kinetic + elastic) / B
  double wall = 0;          // s
};

struct TuneOptions {
  double first = 0.1, increment = 0.1, max_beta = 10;
  bool every = false;  // try every beta from the first on instead of bisecting
  /// Before each trial: its beta and how many were tried; during it: the share done. False stops.
  std::function<bool(double beta, int tried, double share)> progress;
};

struct TuneResult {
  bool found = false, interrupted = false;
  double beta = 0;
  std::vector<BetaTrial> trials;  // in the order they were run
};

/// The smallest stable beta on the grid, as the paper's authors searched it by hand:
/// linear-implicit steps with the guard off. Doubles beta until a run is stable, bisects, then
/// confirms: the next larger beta must be stable too (else the search goes on above it), the next
/// smaller one is not.
TuneResult smallest_stable_beta(const SceneSpec& scene, const TuneOptions& options);

}  // namespace conjac
