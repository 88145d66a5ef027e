#pragma once

#include <functional>
#include <string>

#include "conjac/recording.h"

namespace conjac::app {

/// Files, threads and interrupts of a run at the command line.
struct RunSetup {
  std::string folder;
  int threads = 0;         // 0: all cores
  double checkpoint = 60;  // s between two; 0: none
  bool check_rest = false, quiet = false;
};
inline constexpr const char* kCheckpointHelp =
    "Seconds between two checkpoints, from which conjac resume goes on; 0: none [60]";

/// Runs with a progress bar, says what came of it, and throws when it diverged. `take` is given the
/// options of the run.
using TakeRun = std::function<RunResult(const RunOptions&)>;
void run_and_report(Simulation& simulation, const RunSetup& setup, RunOptions options,
                    const TakeRun& take);

}  // namespace conjac::app
