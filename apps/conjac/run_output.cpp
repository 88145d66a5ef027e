#include "run_output.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {
namespace {

void print_stages(const RunResult& result) {
  const StageTimes& t = result.mean_stages;
  const auto row = [&](const char* stage, double seconds) {
    const double share = t.total() > 0 ? 100 * seconds / t.total() : 0;
    fmt::print("  {:<8}{:>9.2f} ms {:>5.0f} %\n", stage, 1e3 * seconds, share);
  };
  fmt::print("time per step\n");
  row("Fill", t.fill);
  row("Factor", t.factor);
  row("Solve", t.solve);
  row("Other", t.other);
  row("Total", t.total());
}

void print_rest(const RestReport& rest) {
  if (!rest.converged) {
    fmt::print("rest: {}\n", rest.message);
    return;
  }
  fmt::print("rest: {:.3e} m from the static solution, {:.1e} of the body's size\n", rest.distance,
             rest.relative);
}

/// The body and who does what in it when the run begins.
void print_body(const Simulation& simulation) {
  const SceneSpec& scene = simulation.scene();
  const auto count = [&](auto&&... roles) {
    return std::ranges::count_if(simulation.roles(),
                                 [&](int role) { return ((role == roles) || ...); });
  };
  const auto held = count(3, 4);
  fmt::print("{}: {} vertices, {} elements; ", scene.name, simulation.nodes(),
             simulation.elements());
  if (scene.method.method == Method::vanilla)
    fmt::print("full finite elements, {} nodes free, {} held\n", simulation.nodes() - held, held);
  else
    fmt::print("{} dynamic, {} held{}\n", count(1), held,
               count(2) > 0 ? fmt::format(", {} asleep", count(2)) : "");
}

void print_result(const RunResult& result, const Simulation& simulation,
                  const std::string& folder) {
  fmt::print("{}: {} steps, {:.3f} s simulated in {:.2f} s ({:.1f} steps/s)\n", result.status,
             result.steps, simulation.time(), result.wall_time,
             static_cast<double>(result.steps) / std::max(result.wall_time, 1e-9));
  print_stages(result);
  fmt::print("  {} factorizations", result.factorizations);
  if (result.undone > 0)
    fmt::print(", {} tries undone, {} sub-steps", result.undone, result.substeps);
  fmt::print("\n");
  if (result.rest) print_rest(*result.rest);
  fmt::print("results in {0}: look at {0}/preview.png and {0}/energy.png;\n", folder);
  fmt::print("  frames: paraview {0}/frames.pvd; numbers: {0}/summary.json, {0}/history.csv\n",
             folder);
}

/// Where ranks share the run the first one speaks. What a checkpoint keeps is spread over them: there
/// are none.
RunSetup for_this_rank(RunSetup setup) {
  if (rank_place().alone()) return setup;
  if (setup.check_rest)
    throw Error(ErrorKind::bad_input,
                "--check-rest: several ranks do not know the static solution; leave it out, or run "
                "in one process");
  setup.checkpoint = 0;
  setup.quiet |= !rank_place().first();
  return setup;
}

}  // namespace

void run_and_report(Simulation& simulation, const RunSetup& given, RunOptions options,
                    const TakeRun& take) {
  const InterruptWatch watch;
  const RunSetup setup = for_this_rank(given);
  options.folder = setup.folder;
  options.checkpoint = setup.checkpoint;
  options.check_rest = setup.check_rest;
  options.interrupted = [] { return on_any_rank(InterruptWatch::asked()); };
  if (!setup.quiet) {
    print_body(simulation);
    options.notice = [](const std::string& text) { fmt::print(stderr, "notice: {}\n", text); };
  }
  ProgressBar bar(!setup.quiet);
  options.progress = [&](long long step, long long steps, const StepReport& report) {
    bar.update(static_cast<double>(step), static_cast<double>(steps),
               fmt::format("t = {:.3f} s", report.time));
  };
  const RunResult result = take(options);
  bar.clear();
  if (!setup.quiet) {
    print_result(result, simulation, setup.folder);
    if (result.status == "interrupted" && setup.checkpoint > 0)
      fmt::print("go on with: conjac resume {}\n", setup.folder);
  }
  if (result.status == "diverged") throw Error(ErrorKind::diverged, result.message);
}

}  // namespace conjac::app
