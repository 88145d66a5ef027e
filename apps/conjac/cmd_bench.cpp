#include <spdlog/fmt/fmt.h>

#include <filesystem>
#include <fstream>

#include "bench_arguments.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "progress.h"

namespace conjac::app {
namespace {

void print_cost(const CostTable& table) {
  const Machine& m = table.machine;
  fmt::print("{}: {} vertices, {} elements; every step refactors\n", table.scene, table.vertices,
             table.elements);
  fmt::print("{}, {} thread(s), {}, {}\n", m.cpu, table.options.threads, m.factorization,
             m.simd_compiled);
  fmt::print("medians of {} steps in {} rounds, ms\n\n", table.options.rounds * table.options.steps,
             table.options.rounds);
  fmt::print("{:<20}{:>9}{:>9}{:>9}{:>9}{:>9}{:>16}{:>9}{:>9}{:>9}\n", "", "Fill", "Factor",
             "Solve", "Other", "Total", "quartiles", "fastest", "ratio", "GFLOP/s");
  for (const CostRow& row : table.rows) {
    if (!row.ok) {
      fmt::print("{:<20}  {}\n", row.name, row.message);
      continue;
    }
    const std::string quartiles = fmt::format("{:.1f}..{:.1f}", 1e3 * row.low, 1e3 * row.high);
    fmt::print("{:<20}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>16}{:>9.2f}{:>9}{:>9.1f}{}\n",
               row.name, 1e3 * row.median.fill, 1e3 * row.median.factor, 1e3 * row.median.solve,
               1e3 * row.median.other, 1e3 * row.total, quartiles, 1e3 * row.fastest,
               row.ratio > 0 ? fmt::format("{:.3f}x", row.ratio) : "-", row.gflops,
               row.asked >= 0 && row.asked != row.dynamic_nodes
                   ? fmt::format("  ({} nodes in fact)", row.dynamic_nodes)
                   : "");
  }
  fmt::print("\nratio: to Vanilla in the same round, median over the rounds\n");
  if (table.rows.empty()) return;
  const double bytes = 8 * table.rows.front().entries;
  fmt::print(
      "GFLOP/s: of the factorization; this machine does {:.0f} in matrix products and {:.1f} GB/s "
      "in "
      "sums of arrays,\nso reading a factor of {:.0f} MB once, half a substitution, takes it "
      "{:.1f} "
      "ms at least\n",
      table.peaks.gflops, table.peaks.gbytes, 1e-6 * bytes, 1e-6 * bytes / table.peaks.gbytes);
}

void add_truth_options(CLI::App& command, BenchArguments& arguments) {
  const std::string group = "With --truth";
  TruthOptions& truth = arguments.truth;
  command
      .add_flag("--truth", arguments.against_truth,
                "Distance of methods to full FE in steps so fine that finer ones change nothing")
      ->excludes("--liveliness", "--cut");
  command
      .add_option("--methods", truth.methods,
                  "scene, conjac or full, with :INTEGRATOR and +option=value [scene, full, "
                  "full:trapezoidal, full:bdf2, full:midpoint]")
      ->delimiter(',')
      ->group(group);
  command.add_option("--time-steps", truth.time_steps, "Steps to take, s [the scene's, 1/60]")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->group(group);
  command.add_option("--windows", truth.windows, "How long to watch, s, ascending [0.1,0.3,0.8]")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->group(group);
  command.add_option("--from", truth.from, "When, s [the last release, or the start]")
      ->check(CLI::NonNegativeNumber)
      ->group(group);
  command.add_option("--reference", truth.reference, "How the truth is found [the cheaper one]")
      ->check(CLI::IsMember({"auto", "verlet", "midpoint"}))
      ->group(group);
  command.add_option("--reference-step", truth.reference_step, "Its step, s [chosen]")
      ->check(CLI::PositiveNumber)
      ->group(group);
  command
      .add_option("--cache", truth.cache,
                  "Folder in which references are kept [conjac/truth in the user's cache]")
      ->group(group);
  command
      .add_flag("--equal-distance", truth.equal_distance,
                "Halve the steps of the other methods until they are as near as the first")
      ->group(group);
  command.add_flag("--fresh", truth.fresh, "Find the truth anew even if it is kept there")
      ->group(group);
}

}  // namespace

void save_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(ErrorKind::io, path + ": cannot be written; choose another place");
}

std::filesystem::path bench_folder(const BenchArguments& arguments) {
  const std::filesystem::path folder(arguments.folder.empty() ? "out/bench" : arguments.folder);
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure)
    throw Error(ErrorKind::io, folder.string() + ": cannot be created (" + failure.message() +
                                   "); choose another place with -o");
  return folder;
}

int bench_cost_command(const BenchArguments& arguments) {
  const SceneSpec scene = load_scene(arguments.scene.empty() ? "hetero" : arguments.scene,
                                     arguments.overrides, scene_folders());
  const std::filesystem::path folder = bench_folder(arguments);
  const ThreadCount threads(arguments.threads);
  CostOptions options;
  options.dynamic = arguments.dynamic;
  options.steps = arguments.steps;
  if (arguments.rounds > 0) options.rounds = arguments.rounds;
  options.threads = threads.count();
  options.against_cholmod = !arguments.against.empty();
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  const CostTable table =
      bench_cost(scene, options, [&](double done, double total, const std::string& what) {
        bar.show(done / total, what);
        return !InterruptWatch::asked();
      });
  bar.clear();
  if (!arguments.json_file.empty()) save_text(arguments.json_file, cost_as_json(table));
  const std::string picture = (folder / "bench.png").string();
  draw_cost(table, picture);
  if (!table.complete) fmt::print("interrupted; what was measured until then:\n");
  print_cost(table);
  fmt::print("picture in {}\n", picture);
  return 0;
}

void add_bench(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "bench",
      "Measure what a step costs, how lively a body stays, how far it is from the truth, or a cut");
  auto arguments = std::make_shared<BenchArguments>();
  command->add_option(
      "scene,--scene", arguments->scene,
      "Name of a scene or a file [hetero; release with --liveliness and --truth; barcut with "
      "--cut]");
  command->add_flag("--liveliness", arguments->liveliness,
                    "Energy left after a release and wall-clock, Vanilla against ConJac");
  command->add_flag("--cut", arguments->cut, "How long a cut stops the simulation")
      ->excludes("--liveliness");
  add_truth_options(*command, *arguments);
  command
      ->add_option("--against", arguments->against,
                   "Steps with CHOLMOD's factorization in the same run, on one thread")
      ->check(CLI::IsMember({"cholmod"}))
      ->excludes("--liveliness", "--cut", "--truth");
  command->add_option("--dynamic", arguments->dynamic, "Numbers of dynamic nodes [0,2,4,6,8,10]")
      ->delimiter(',')
      ->check(CLI::Range(0, 1000));
  command->add_option("--steps", arguments->steps, "Steps of a variant in each round [3]")
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--rounds", arguments->rounds,
                   "Rounds in which variants take turns [7; 3 with --liveliness]")
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--beta", arguments->beta,
                   "With --liveliness: Vanilla's beta [the smallest stable one]")
      ->check(CLI::PositiveNumber);
  command->add_option("--json", arguments->json_file, "Write the numbers to this file too");
  command->add_option("-o,--output", arguments->folder, "Folder of bench.png [out/bench]");
  command->add_option("--set", arguments->overrides, "Any key of the scene, as for run");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "No progress bar");
  command->footer(
      "Examples:\n"
      "  conjac bench                                the paper's cost figure\n"
      "  conjac bench twist --dynamic 0,4,10 --json bench.json\n"
      "  conjac bench --set method.stabilisation=pre --set method.integrator=linear-implicit\n"
      "  conjac bench --liveliness release\n"
      "  conjac bench --cut barcut\n"
      "  conjac bench --truth release                distance to full FE in fine steps\n"
      "  conjac bench --truth hang --from 0.1 --methods scene,full:bdf2+guard=true\n\n"
      "Ctrl-C ends the measurement and shows what there is.");
  command->callback([&context, arguments] {
    context.exit_code = arguments->liveliness      ? bench_liveliness_command(*arguments)
                        : arguments->cut           ? bench_cut_command(*arguments)
                        : arguments->against_truth ? bench_truth_command(*arguments)
                                                   : bench_cost_command(*arguments);
  });
}

}  // namespace conjac::app
