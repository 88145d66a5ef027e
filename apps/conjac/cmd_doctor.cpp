#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"
#include "conjac/parallel_solvers.h"

namespace conjac::app {

void add_doctor(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "doctor", "Print which BLAS, how many threads and which SIMD level are really in use");
  command->footer("Example:\n  conjac doctor");
  command->callback([] {
    const RankPlace launched = launched_place();
    const ParallelSolvers p = parallel_solvers();  // starts MPI: on all ranks, or it waits for them
    if (!launched.first()) return;
    const Machine m = this_machine();
    const auto row = [](const char* name, const std::string& value) {
      if (!value.empty()) fmt::print("{:<20}{}\n", name, value);
    };
    row("conjac", CONJAC_VERSION);
    row("processor", m.cpu);
    row("cores", std::to_string(m.cores));
    row("SIMD", m.simd_compiled + " compiled, " + m.simd_available + " available");
    row("factorization", m.factorization);
    row("BLAS", m.blas);
    row("", "");
    row("BLAS build", m.blas_config);
    row("BLAS threads", std::to_string(m.blas_threads));
    row("OpenMP threads", std::to_string(m.openmp_threads) + " (of four asked for)");
    row("our threads", std::to_string(m.tbb_threads) + " (oneTBB " + m.tbb + ")");
    if (!launched.alone())
      row("launched", std::to_string(launched.size) + " ranks (docs/scale-ranks.md)");
    row("CHOLMOD", m.cholmod);
    row("METIS", m.metis);
    row("Eigen", m.eigen);
    row("PETSc", p.petsc.empty() ? "none in this build (docs/scale.md)"
                                 : p.petsc + " with " + p.packages +
                                       (p.missing.empty() ? "" : ", without " + p.missing));
    if (!p.petsc.empty()) row("MPI", p.mpi + ", " + std::to_string(p.ranks) + " ranks");
    row("compiler", m.compiler);
    if (m.simd_compiled != m.simd_available)
      fmt::print(
          "advice: this build does not use all of this processor; configure with "
          "-DCONJAC_NATIVE=ON\n");
    if (m.blas_threads != 1 || m.openmp_threads != 1)
      fmt::print(
          "warning: library threads are not under control; results may differ in their last "
          "bits\n");
  });
}

}  // namespace conjac::app
