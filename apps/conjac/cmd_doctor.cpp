#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {

void add_doctor(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "doctor", "Print which BLAS, how many threads and which SIMD level are really in use");
  command->footer("Example:\n  conjac doctor");
  command->callback([] {
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
    row("CHOLMOD", m.cholmod);
    row("METIS", m.metis);
    row("Eigen", m.eigen);
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
