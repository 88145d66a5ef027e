#include "conjac/view.h"

#include <pybind11/functional.h>

#include <exception>
#include <functional>
#include <string>

#include "calls.h"

namespace conjac::python {
namespace {

/// Serves a page that runs a copy, without the lock of the interpreter, until it was closed.
py::bytes view(SharedSimulation& shared, const std::function<void(const std::string&)>& ready,
               int port, double leave_after) {
  std::string state;
  {
    const Turn turn(shared);
    const py::gil_scoped_release release;
    state = shared.simulation.state();
  }
  std::exception_ptr raised;
  const auto in_python = [&](const auto& call) {
    const py::gil_scoped_acquire acquire;
    try {
      call();
    } catch (...) {
      raised = std::current_exception();
    }
  };
  ViewOptions options;
  options.port = port;
  options.leave_after = leave_after;
  options.ready = [&](const std::string& address) { in_python([&] { ready(address); }); };
  options.interrupted = [&] {
    in_python([&] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    });
    return raised != nullptr;
  };
  {
    const py::gil_scoped_release release;
    state = view_state(state, options);
  }
  if (raised) std::rethrow_exception(raised);
  return state;
}

}  // namespace

void bind_view(py::class_<SharedSimulation>& simulation) {
  simulation.def("_view", &view, py::arg("ready"), py::arg("port"), py::arg("leave_after"),
                 "What view() is made of: returns the state that the page left.");
}

}  // namespace conjac::python
