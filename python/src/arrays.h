#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <vector>

namespace conjac::python {

namespace py = pybind11;

/// A copy of a view, as an array of this shape that cannot be written to: assigning to an entry of
/// `simulation.positions` then fails aloud instead of changing nothing.
template <class T>
py::array_t<T> frozen_copy(std::span<const T> data, std::vector<py::ssize_t> shape) {
  py::array_t<T> result(std::move(shape), data.data());
  result.attr("flags").attr("writeable") = false;
  return result;
}

/// The same, the caller's to change: for what is made anew at every call.
template <class T>
py::array_t<T> free_copy(std::span<const T> data, std::vector<py::ssize_t> shape) {
  return py::array_t<T>(std::move(shape), data.data());
}

}  // namespace conjac::python
