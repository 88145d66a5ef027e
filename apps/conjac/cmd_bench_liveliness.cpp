#include <spdlog/fmt/fmt.h>

#include "bench_arguments.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {
namespace {

void print_head() {
  fmt::print("{:<38}{:>9}{:>6}  {:<9}{:>7}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "", "h, ms", "beta",
             "status", "steps", "wall, s", "ms/step", "factors", "left, %", "largest");
}

void print_row(const LivelinessRow& row) {
  fmt::print("{:<38}{:>9.4g}{:>6}  ", row.method, 1e3 * row.time_step,
             row.beta > 0 ? fmt::format("{:.1f}", row.beta) : "");
  if (row.status == "no stable beta") {
    fmt::print("{}\n", row.status);
    return;
  }
  fmt::print("{:<9}{:>7}{:>9.3f}{:>9.3f}{:>9}", row.status, row.steps, row.wall,
             1e3 * row.wall / std::max(1.0, static_cast<double>(row.steps)), row.factorizations);
  if (row.status == "ok")
    fmt::print("{:>9.2f}{:>8.2f}x\n", 100 * row.energy_left, row.largest_ratio);
  else
    fmt::print("{:>9}{:>9}\n", "-", "-");
}

void print_summary(const LivelinessTable& table) {
  const LivelinessRow& conjac = table.rows[table.reference];
  if (conjac.status != "ok") {
    fmt::print("\n{} did not finish, so there is nothing to compare with.\n", conjac.method);
    return;
  }
  fmt::print("\nVanilla at smaller steps, until it keeps as much as {} ({:.2f} %):\n",
             conjac.method, 100 * conjac.energy_left);
  for (const LivelinessRow& row : table.search) print_row(row);
  if (table.search.empty()) {
    fmt::print("  none tried: a run would take longer than {:.0f} s\n", table.options.patience);
    return;
  }
  if (table.equal < 0) {
    const LivelinessRow& last = table.search.back();
    fmt::print(
        "\nVanilla never keeps as much within this search. The last one tried, h = {:.4g} ms, "
        "keeps {:.2f} %\nand takes {:.3f} s against ConJac's {:.3f} s: {:.1f}x the wall-clock for "
        "less liveliness.\n",
        1e3 * last.time_step, 100 * last.energy_left, last.wall, conjac.wall, table.speed_up);
    return;
  }
  const LivelinessRow& equal = table.search[table.equal];
  fmt::print(
      "\nEqual liveliness: Vanilla needs h = {:.4g} ms and {:.3f} s, ConJac h = {:.4g} ms and "
      "{:.3f} s: ConJac\ntakes {:.1f}x less wall-clock.\n",
      1e3 * equal.time_step, equal.wall, 1e3 * conjac.time_step, conjac.wall, table.speed_up);
}

}  // namespace

int bench_liveliness_command(const BenchArguments& arguments) {
  const SceneSpec scene = load_scene(arguments.scene.empty() ? "release" : arguments.scene,
                                     arguments.overrides, scene_folders());
  const ThreadCount threads(arguments.threads);
  LivelinessOptions options;
  options.vanilla_beta = arguments.beta;
  if (arguments.rounds > 0) options.rounds = arguments.rounds;
  options.threads = threads.count();
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  const LivelinessTable table =
      bench_liveliness(scene, options, [&](double done, double total, const std::string& what) {
        bar.show(done / total, what);
        return !InterruptWatch::asked();
      });
  bar.clear();
  if (!arguments.json_file.empty()) save_text(arguments.json_file, liveliness_as_json(table));

  fmt::print("{}: {} vertices, {} elements; let go at {:.3f} s, watched until {:.3f} s\n",
             table.scene, table.vertices, table.elements, table.release_time, table.end_time);
  fmt::print("{}, {} thread(s), {}; wall-clock: medians of {} runs taken in turns\n\n",
             table.machine.cpu, options.threads, table.machine.factorization, options.rounds);
  if (table.rows.empty()) {
    fmt::print("interrupted before the first row was complete\n");
    return 0;
  }
  print_head();
  for (const LivelinessRow& row : table.rows) print_row(row);
  print_summary(table);
  if (!table.complete) fmt::print("interrupted: the search above is not finished\n");
  fmt::print(
      "left: kinetic + elastic energy at the end over that at the release; largest: the largest "
      "such ratio\n");
  return 0;
}

}  // namespace conjac::app
