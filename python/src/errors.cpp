#include "bindings.h"
#include "conjac/error.h"

namespace conjac::python {
namespace {

const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::bad_input:
      return "bad_input";
    case ErrorKind::diverged:
      return "diverged";
    case ErrorKind::io:
      return "io";
  }
  return "unknown";
}

void raise(const Error& error) {
  const py::object type = py::module_::import("conjac._conjac").attr("Error");
  const py::object exception = type(error.what());
  exception.attr("kind") = kind_name(error.kind());
  exception.attr("exit_code") = static_cast<int>(error.kind());
  PyErr_SetObject(type.ptr(), exception.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  py::dict attributes;
  attributes["kind"] = py::none();
  attributes["exit_code"] = py::none();
  PyObject* type = PyErr_NewExceptionWithDoc(
      "conjac.Error",
      "What went wrong, with file, place, cause and remedy.\n\n"
      "kind: 'usage', 'bad_input', 'diverged' or 'io'; exit_code: what the command line would "
      "return.",
      PyExc_RuntimeError, attributes.ptr());
  if (!type) throw py::error_already_set();
  module.add_object("Error", py::reinterpret_steal<py::object>(type));
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace conjac::python
