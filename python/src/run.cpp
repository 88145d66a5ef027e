#include "run.h"

#include <exception>

#include "conjac/error.h"
#include "conjac/threads.h"

namespace conjac::python {

RunResult recorded_run(SharedSimulation& shared, const std::string& folder,
                       std::optional<long long> steps, bool check_rest, double checkpoint,
                       const py::object& progress) {
  if (steps && *steps < 1)
    throw Error(ErrorKind::usage,
                "run: steps is " + std::to_string(*steps) + ", but must be at least 1");
  const Turn turn(shared);
  std::exception_ptr raised;
  RunOptions options;
  options.folder = folder;
  options.steps = steps;
  options.check_rest = check_rest;
  options.checkpoint = checkpoint;
  options.progress = [&](long long step, long long all, const StepReport& report) {
    const py::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) progress(step, all, report);
    } catch (...) {
      raised = std::current_exception();
    }
  };
  options.interrupted = [&] { return raised != nullptr; };
  RunResult result;
  {
    const py::gil_scoped_release release;
    options.threads = ThreadCount(0).count();
    result = run(shared.simulation, options);
  }
  if (raised) std::rethrow_exception(raised);
  if (result.status == "diverged") throw Error(ErrorKind::diverged, result.message);
  return result;
}

}  // namespace conjac::python
