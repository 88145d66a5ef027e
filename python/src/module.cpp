#include "bindings.h"

PYBIND11_MODULE(_conjac, module) {
  using namespace conjac::python;
  module.doc() = "The C++ half of the package conjac; use the package.";
  module.attr("__version__") = CONJAC_VERSION;
  bind_errors(module);
  bind_reports(module);
  bind_scenes(module);
  bind_simulation(module);
  bind_machine(module);
}
