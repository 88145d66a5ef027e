#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "commands.h"
#include "conjac/conjac.h"

namespace conjac::app {
namespace {

void print_comparison(const Comparison& c) {
  const int width = static_cast<int>(std::max({c.a.name.size(), c.b.name.size(), 14UL})) + 2;
  const auto row = [&](const char* what, const std::string& a, const std::string& b) {
    fmt::print("{:<22}{:>{}}{:>{}}\n", what, a, width, b, width);
  };
  const auto numbers = [&](const char* what, const char* format, double a, double b) {
    row(what, fmt::format(fmt::runtime(format), a), fmt::format(fmt::runtime(format), b));
  };
  row("", c.a.name, c.b.name);
  row("scene", c.a.scene, c.b.scene);
  row("method", c.a.method, c.b.method);
  row("status", c.a.status, c.b.status);
  row("vertices", fmt::format("{}", c.a.vertices), fmt::format("{}", c.b.vertices));
  const auto dynamic = [](const ComparedRun& run) {
    return run.method == "vanilla" ? std::string("all") : fmt::format("{}", run.dynamic_nodes);
  };
  row("dynamic at the start", dynamic(c.a), dynamic(c.b));
  numbers("time step, ms", "{:g}", 1e3 * c.a.time_step, 1e3 * c.b.time_step);
  row("steps", fmt::format("{}", c.a.steps), fmt::format("{}", c.b.steps));
  row("factorizations", fmt::format("{}", c.a.factorizations),
      fmt::format("{}", c.b.factorizations));
  numbers("wall clock, s", "{:.2f}", c.a.wall_time, c.b.wall_time);
  const StageTimes &s = c.a.mean_stages, &t = c.b.mean_stages;
  numbers("ms per step: Fill", "{:.2f}", 1e3 * s.fill, 1e3 * t.fill);
  numbers("  Factor", "{:.2f}", 1e3 * s.factor, 1e3 * t.factor);
  numbers("  Solve", "{:.2f}", 1e3 * s.solve, 1e3 * t.solve);
  numbers("  Other", "{:.2f}", 1e3 * s.other, 1e3 * t.other);
  numbers("at the end, J: kinetic", "{:.4g}", c.a.energy.kinetic, c.b.energy.kinetic);
  numbers("  elastic", "{:.4g}", c.a.energy.elastic, c.b.energy.elastic);
  numbers("  total", "{:.4g}", c.a.energy.total(), c.b.energy.total());
  fmt::print("\ncompared {}, at {} moments from {:g} to {:g} s\n", c.nodes, c.distance.size(),
             c.begin, c.end);
  const double percent = c.size > 0 ? 100 / c.size : 0;
  fmt::print("largest distance  {:.4g} m ({:.3g} % of the body's size) at {:g} s\n", c.largest,
             percent * c.largest, c.largest_time);
  fmt::print("mean distance     {:.4g} m ({:.3g} %)\n", c.mean, percent * c.mean);
  fmt::print("at {:g} s          {:.4g} m largest, {:.4g} m mean\n", c.last.time, c.last.largest,
             c.last.mean);
}

}  // namespace

void add_compare(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "compare", "Compare two recorded runs: distance, energy, time, both motions side by side");
  struct Arguments : CompareOptions {
    bool quiet = false;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->folder = "out/compare";
  command->add_option("a", arguments->a, "Results folder of a run")->required();
  command->add_option("b", arguments->b, "Results folder of another run of the same body")
      ->required();
  command->add_option("-o,--output", arguments->folder, "Where to write [out/compare]");
  command->add_option("--name-a", arguments->name_a, "Name of the first [its folder's]");
  command->add_option("--name-b", arguments->name_b, "Name of the second [its folder's]");
  command->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  command->footer(
      "Example:\n"
      "  conjac compare out/ours out/full --name-b \"full FE\"\n"
      "after two runs of a scene were recorded there, e.g. with either method.\n\n"
      "Meshes may differ, and step sizes, and durations: then material points are compared, in\n"
      "the time both cover, and what was interpolated is said.");
  command->callback([arguments] {
    const Comparison comparison = compare_runs(*arguments);
    for (const std::string& notice : comparison.notices) fmt::print(stderr, "notice: {}\n", notice);
    if (arguments->quiet) return;
    print_comparison(comparison);
    fmt::print(
        "results in {0}: look at {0}/side_by_side.png, {0}/distance.png, {0}/energies.png;\n"
        "  numbers: {0}/comparison.json, {0}/distance.csv, {0}/energies.csv\n",
        arguments->folder);
  });
}

}  // namespace conjac::app
