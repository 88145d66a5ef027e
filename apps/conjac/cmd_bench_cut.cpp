#include <spdlog/fmt/fmt.h>

#include "bench_arguments.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {

int bench_cut_command(const BenchArguments& arguments) {
  const SceneSpec scene = load_scene(arguments.scene.empty() ? "barcut" : arguments.scene,
                                     arguments.overrides, scene_folders());
  const ThreadCount threads(arguments.threads);
  CutBenchOptions options;
  options.steps = arguments.steps;
  if (arguments.rounds > 0) options.rounds = arguments.rounds;
  options.threads = threads.count();
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  const CutTable table =
      bench_cut(scene, options, [&](double done, double total, const std::string& what) {
        bar.show(done / total, what);
        return !InterruptWatch::asked();
      });
  bar.clear();
  if (!arguments.json_file.empty()) save_text(arguments.json_file, cut_as_json(table));
  if (table.rounds == 0) {
    fmt::print("interrupted before the first cut was measured\n");
    return 0;
  }
  fmt::print("{}: {} vertices, {} elements; every step refactors\n", table.scene, table.vertices,
             table.elements);
  fmt::print("{}, {} thread(s), {}; medians of {} cuts, ms\n\n", table.machine.cpu, options.threads,
             table.machine.factorization, table.rounds);
  const auto line = [](const char* name, double seconds, double ratio) {
    fmt::print("{:<28}{:>9.1f}{:>9}\n", name, 1e3 * seconds,
               ratio > 0 ? fmt::format("{:.2f}x", ratio) : "");
  };
  line("a step before the cut", table.step, 1);
  line("the cut", table.cut, table.cut_ratio);
  line("the step that follows", table.first_step, 0);
  line("a later step", table.step_after, table.after_ratio);
  fmt::print(
      "\nThe cut and what the step after it takes longer than one before it: {:.2f} steps.\n"
      "ratio: to a step before the cut in the same round, median over the rounds\n",
      table.pause_ratio);
  if (!table.complete) fmt::print("interrupted; this is what was measured until then\n");
  return 0;
}

}  // namespace conjac::app
