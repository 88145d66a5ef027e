#pragma once

#include <pybind11/pybind11.h>

namespace conjac::python {

namespace py = pybind11;

// One per file, called by module.cpp in this order.
void bind_errors(py::module_& module);
void bind_reports(py::module_& module);
void bind_scenes(py::module_& module);
void bind_simulation(py::module_& module);
void bind_machine(py::module_& module);

}  // namespace conjac::python
