#include <spdlog/fmt/fmt.h>

#include "bench_arguments.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "method_options.h"
#include "progress.h"

namespace conjac::app {
namespace {

struct ModesArguments {
  std::string scene, json_file;
  std::vector<std::string> method, overrides;
  ModesOptions options;
  int threads = 0;
  bool quiet = false;
};

void print_modes(const ModesTable& table) {
  fmt::print("{}: {} vertices, {} elements, at {:.3f} s\n", table.scene, table.vertices,
             table.elements, table.time);
  if (table.unknowns > 0)
    fmt::print("J: {} unknowns of the dynamic nodes, static condensation\n", table.unknowns);
  if (!table.modal.empty()) fmt::print("modal: the means found from them\n");
  fmt::print("\n{:>5}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "mode", "full, Hz", "J, Hz", "error, %",
             "modal, Hz", "error, %");
  for (std::size_t k = 0; k < table.full.size(); ++k) {
    std::string line = fmt::format("{:>5}{:>12.4g}", k + 1, table.full[k]);
    for (const auto* list : {&table.reduced, &table.modal}) {
      const bool both = k < list->size();
      line += fmt::format("{:>12}{:>12}", both ? fmt::format("{:.4g}", (*list)[k]) : "-",
                          both && table.full[k] > 0
                              ? fmt::format("{:+.2f}", 100 * ((*list)[k] / table.full[k] - 1))
                              : "-");
    }
    fmt::print("{}\n", line);
  }
  if (!table.full.empty() && table.full.front() < 0)
    fmt::print("\nA frequency below 0: the body is not stable as it is and gives way there.\n");
}

int execute_modes(const ModesArguments& arguments) {
  std::vector<std::string> overrides = arguments.method;
  overrides.insert(overrides.end(), arguments.overrides.begin(), arguments.overrides.end());
  const SceneSpec scene = load_scene(arguments.scene, overrides, scene_folders());
  const ThreadCount threads(arguments.threads);
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  const ModesTable table = body_modes(scene, arguments.options, [&](double share) {
    bar.show(share, fmt::format("running until {:g} s", arguments.options.at));
    return !InterruptWatch::asked();
  });
  bar.clear();
  if (!table.complete) {
    fmt::print("interrupted at {:.3f} s\n", table.time);
    return 0;
  }
  print_modes(table);
  if (!arguments.json_file.empty()) save_text(arguments.json_file, modes_as_json(table));
  if (!arguments.options.folder.empty())
    fmt::print("shapes in {}/frames.pvd, the time of a frame is the number of its mode\n",
               arguments.options.folder);
  return 0;
}

}  // namespace

void add_modes(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "modes", "Frequencies of a body, full beside reduced, and the shapes of its modes");
  auto arguments = std::make_shared<ModesArguments>();
  command->add_option("scene", arguments->scene, "Name of a scene or a file")->required();
  command->add_option("--count", arguments->options.count, "How many, from the lowest on [10]")
      ->check(CLI::Range(1, 500));
  command->add_option("--at", arguments->options.at, "When, s; the scene is run until then [0]")
      ->check(CLI::NonNegativeNumber);
  command->add_option("-o,--out,--output", arguments->options.folder,
                      "Write the shapes into this folder, as frames of a run");
  command->add_option("--json", arguments->json_file, "Write the numbers to this file too");
  command->add_option("--set", arguments->overrides, "Any key of the scene, as for run");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "No progress bar");
  add_method_options(*command, arguments->method);
  command->footer(
      "Examples:\n"
      "  conjac modes release\n"
      "  conjac modes release --count 5 --set placement.dynamic=8 -o out/modes\n"
      "  conjac modes twist --at 0.5 --json modes.json\n\n"
      "full: all free nodes, by block inverse iteration. J: J'A J against J'M J over the dynamic\n"
      "nodes. modal: what the integrator `modal` moves by. A body that nothing holds begins with "
      "its rigid motions, at 0 Hz.");
  command->callback([&context, arguments] { context.exit_code = execute_modes(*arguments); });
}

}  // namespace conjac::app
