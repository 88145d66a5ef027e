#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <string>
#include <vector>

#include "conjac/error.h"
#include "turn.h"

namespace conjac::python {

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;

inline std::vector<py::ssize_t> node_shape(const Simulation& s) {
  return {s.nodes(), s.dimension()};
}

/// Any array-like of (nodes x dimension) numbers as one flat array.
inline std::span<const double> flat(const Simulation& s, const char* name, const Rows& given) {
  if (given.ndim() != 2 || given.shape(0) != s.nodes() || given.shape(1) != s.dimension())
    throw Error(ErrorKind::bad_input, std::string(name) + ": need an array of shape (" +
                                          std::to_string(s.nodes()) + ", " +
                                          std::to_string(s.dimension()) + "), not " +
                                          std::string(py::str(given.attr("shape"))));
  return {given.data(), static_cast<std::size_t>(given.size())};
}

/// Wraps a function of Simulation so that it waits for its turn.
template <class Function>
auto in_turn(Function function) {
  return [function](SharedSimulation& shared) {
    const Turn turn(shared);
    return function(shared.simulation);
  };
}

/// Numbers of any array-like.
inline std::span<const double> numbers(const Rows& given) {
  return {given.data(), static_cast<std::size_t>(given.size())};
}

/// The same for what stays as long as nodes and elements do: made once, given out as a view each
/// time, kept alive by whoever has one.
template <class Function>
auto shared_array(const char* name, Function function) {
  return [name, function](SharedSimulation& shared) -> py::object {
    const Turn turn(shared);
    if (shared.arrays_of != shared.simulation.topology()) shared.forget_arrays();
    if (!shared.arrays.contains(name)) shared.arrays[name] = function(shared.simulation);
    return shared.arrays[name].attr("view")();
  };
}

void bind_changes(py::class_<SharedSimulation>& simulation);
void bind_fields(py::class_<SharedSimulation>& simulation);
void bind_view(py::class_<SharedSimulation>& simulation);

}  // namespace conjac::python
