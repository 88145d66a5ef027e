#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conjac/simulation.h"

namespace conjac {

struct RunOptions {
  std::string folder;                 // results; empty writes nothing
  std::optional<long long> steps;     // instead of time.duration
  bool check_rest = false;            // report the distance to the static state at the end
  int threads = 1;                    // written into the summary
  std::function<bool()> interrupted;  // asked after every step: stop now?
  std::function<void(long long step, long long steps, const StepReport&)> progress;
  std::function<void(const std::string&)> notice;
};

struct RunResult {
  std::string status;  // ok, interrupted, diverged
  std::string message;
  long long steps = 0;
  double wall_time = 0;    // s
  StageTimes mean_stages;  // s per step
  long long factorizations = 0, undone = 0, substeps = 0;
  Energies energy;
  std::vector<CutReport> cuts;  // of the timeline
  std::optional<RestReport> rest;
};

/// Runs a simulation to its end and records it (docs/format.md). A divergence is a result, not an
/// exception: what was good is on disk.
RunResult run(Simulation& simulation, const RunOptions& options);

}  // namespace conjac
