#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conjac/simulation.h"

namespace conjac {

struct RunOptions {
  std::string folder;              // results; empty writes nothing
  std::optional<long long> steps;  // instead of time.duration
  bool check_rest = false;         // report the distance to the static state at the end
  int threads = 1;                 // written into the summary
  double checkpoint = 0;           // s of wall clock between two checkpoints in the folder; 0: none
  std::function<void(long long step)> before_step;  // somebody does something to the simulation
  std::function<bool()> interrupted;                // asked after every step: stop now?
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

/// Where a run that was stopped can go on.
struct Checkpoint {
  std::string file;
  long long step = 0, steps = 0;  // taken, and wanted
  double time = 0;                // s
  std::string run;                // of its files
  std::string state;              // of its simulation (Simulation::from_state)
  std::vector<std::string> notices;
};
/// The last checkpoint of a results folder that is whole; notices say when it is the one before
/// the last. Throws Error(bad_input) where there is none.
Checkpoint read_checkpoint(const std::string& folder);

/// Goes on with a run from its checkpoint; `simulation` has the checkpoint's state. Steps are counted
/// from the beginning of the run; where `steps` is not set they are those it was to have. What the
/// files in the folder have beyond the checkpoint is removed, so that in the end they are those of a
/// run that never stopped.
RunResult resume(Simulation& simulation, const Checkpoint& checkpoint, const RunOptions& options);

}  // namespace conjac
