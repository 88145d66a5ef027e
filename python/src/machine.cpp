#include "conjac/machine.h"

#include <optional>

#include "bindings.h"
#include "conjac/threads.h"

namespace conjac::python {
namespace {

/// A limit that Python can end before it forgets the object.
struct OpenThreads {
  explicit OpenThreads(int threads) : limit(std::in_place, threads) {}
  std::optional<ThreadCount> limit;
};

}  // namespace

void bind_machine(py::module_& module) {
  module.def(
      "machine",
      [] {
        Machine m;
        {
          const py::gil_scoped_release release;
          m = this_machine();
        }
        using namespace py::literals;
        return py::dict("cpu"_a = m.cpu, "cores"_a = m.cores, "simd_compiled"_a = m.simd_compiled,
                        "simd_available"_a = m.simd_available, "factorization"_a = m.factorization,
                        "blas"_a = m.blas, "blas_config"_a = m.blas_config,
                        "blas_threads"_a = m.blas_threads, "openmp_threads"_a = m.openmp_threads,
                        "tbb_threads"_a = m.tbb_threads, "compiler"_a = m.compiler,
                        "eigen"_a = m.eigen, "tbb"_a = m.tbb, "cholmod"_a = m.cholmod,
                        "metis"_a = m.metis);
      },
      "What a run really runs on, asked of the libraries themselves, as a dict.");
  py::class_<OpenThreads>(module, "ThreadCount")
      .def(py::init<int>(), py::arg("threads"))
      .def_property_readonly("count", [](const OpenThreads& open) { return open.limit->count(); })
      .def("close", [](OpenThreads& open) { open.limit.reset(); });
}

}  // namespace conjac::python
