#include "bindings.h"
#include "conjac/ranks.h"

PYBIND11_MODULE(_conjac, module) {
  using namespace conjac::python;
  if (const conjac::RankPlace launched = conjac::launched_place(); !launched.alone())
    throw pybind11::import_error(
        "conjac in Python works in one process, and the launcher (mpirun, srun) has started " +
        std::to_string(launched.size) +
        "; use the program (mpirun conjac run), or set CONJAC_ALONE=1 where every process is to "
        "run "
        "simulations of its own");
  module.doc() = "The C++ half of the package conjac; use the package.";
  module.attr("__version__") = CONJAC_VERSION;
  bind_errors(module);
  bind_reports(module);
  bind_scenes(module);
  bind_simulation(module);
  bind_machine(module);
}
