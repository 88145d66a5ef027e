#pragma once

#include <optional>
#include <string>

#include "conjac/recording.h"
#include "turn.h"

namespace conjac::python {

/// Runs to the end and records, as the command line does. `progress(step, steps, report)` may be
/// None. What a callback raises, and Ctrl-C, end the run in order (all files written) and are then
/// raised; a divergence is raised after what was good is on disk.
RunResult recorded_run(SharedSimulation& shared, const std::string& folder,
                       std::optional<long long> steps, bool check_rest, double checkpoint,
                       const py::object& progress);

}  // namespace conjac::python
