#pragma once

#include <pybind11/pybind11.h>

#include <mutex>

#include "conjac/simulation.h"

namespace conjac::python {

namespace py = pybind11;

/// A simulation and the lock that lets Python's threads use it in turn: steps run without the
/// interpreter's lock, so that lock alone would not keep readers away from a half-made step.
struct SharedSimulation {
  explicit SharedSimulation(const SceneSpec& scene) : simulation(scene), start(scene) {}
  explicit SharedSimulation(std::string_view state)
      : simulation(Simulation::from_state(state)), start(simulation.scene()) {}
  Simulation simulation;
  SceneSpec start;  // what reset() goes back to
  // Arrays that were given out and stay right as long as nodes and elements do.
  py::object arrays;   // a dict; made later, for the interpreter is free while this is made
  int arrays_of = -1;  // topology
  void forget_arrays() {
    arrays = py::dict();
    arrays_of = simulation.topology();
  }
  // Recursive: a callback of run() may look at the simulation it reports about.
  std::recursive_mutex lock;
};

/// Holds the lock of a simulation. Taken and left with the interpreter's lock held, but never
/// waited for with it: the two could otherwise wait for each other.
class Turn {
 public:
  explicit Turn(SharedSimulation& shared) : lock_(shared.lock, std::defer_lock) {
    if (lock_.try_lock()) return;
    const py::gil_scoped_release release;
    lock_.lock();
  }

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace conjac::python
