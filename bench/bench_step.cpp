#include <benchmark/benchmark.h>

#include "hetero.h"

// Whole steps of HETERO through the public door. `conjac bench` measures the same with the variants
// taking turns, which is fairer for ratios; this is for watching one of them over time.

namespace {

using namespace conjac;

void steps(benchmark::State& state, const SceneSpec& scene) {
  Simulation simulation(scene);
  simulation.step();
  long long factorizations = 0;
  for (auto _ : state) {
    const StepReport report = simulation.step();
    if (report.status != StepStatus::ok) {
      state.SkipWithError("diverged");
      break;
    }
    factorizations += report.factorizations;
  }
  state.counters["factors/step"] =
      static_cast<double>(factorizations) / static_cast<double>(state.iterations());
}

void vanilla(benchmark::State& state) {
  SceneSpec scene = bench::hetero_scene(0);
  scene.method.method = Method::vanilla;
  steps(state, scene);
}
void conjac_refactoring(benchmark::State& state) {
  SceneSpec scene = bench::hetero_scene(static_cast<int>(state.range(0)));
  scene.method.reuse_tolerance = 0;
  scene.method.guard = false;
  steps(state, scene);
}
void conjac_default(benchmark::State& state) {
  steps(state, bench::hetero_scene(static_cast<int>(state.range(0))));
}

BENCHMARK(vanilla)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(20);
BENCHMARK(conjac_refactoring)
    ->ArgName("dynamic")
    ->Arg(0)
    ->Arg(4)
    ->Arg(10)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(20);
BENCHMARK(conjac_default)
    ->ArgName("dynamic")
    ->Arg(4)
    ->Arg(10)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(40);

}  // namespace

BENCHMARK_MAIN();
