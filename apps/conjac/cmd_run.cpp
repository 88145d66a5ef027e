#include <spdlog/fmt/fmt.h>

#include <filesystem>

#include "commands.h"
#include "conjac/conjac.h"
#include "method_options.h"
#include "rank_setup.h"
#include "run_output.h"

namespace conjac::app {
namespace {

struct RunArguments {
  std::string scene;
  std::vector<std::string> method, overrides;
  double time_step = 0, duration = 0;
  long long steps = 0;
  bool no_frames = false;
  RunSetup setup;

  std::vector<std::string> all_overrides() const {
    std::vector<std::string> all = method;
    const auto add = [&](const char* path, const std::string& value) {
      all.push_back(std::string(path) + "=" + value);
    };
    if (time_step > 0) add("time.step", fmt::format("{}", time_step));
    if (duration > 0) add("time.duration", fmt::format("{}", duration));
    if (no_frames) add("output.frames", "false");
    all.insert(all.end(), overrides.begin(), overrides.end());
    return all;
  }
};

int execute(const RunArguments& arguments) {
  join_ranks();
  const SceneSpec scene = scene_for_all(arguments.scene, arguments.all_overrides());
  const ThreadCount threads(arguments.setup.threads);
  Simulation simulation(scene);
  RunSetup setup = arguments.setup;
  if (setup.folder.empty()) setup.folder = (std::filesystem::path("out") / scene.name).string();
  RunOptions options;
  if (arguments.steps > 0) options.steps = arguments.steps;
  options.threads = threads.count();
  run_and_report(simulation, setup, options,
                 [&](const RunOptions& all) { return run(simulation, all); });
  return 0;
}

}  // namespace

void add_run(Context& context) {
  CLI::App* command = context.program.add_subcommand("run", "Run a scene and record it");
  auto arguments = std::make_shared<RunArguments>();
  command->add_option("scene", arguments->scene, "Name of a scene (conjac scenes) or a file")
      ->required();
  command->add_option("-o,--output", arguments->setup.folder, "Results folder [out/NAME]");
  command->add_option("--time-step", arguments->time_step, "Step size, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--duration", arguments->duration, "Simulated time, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--steps", arguments->steps, "Number of steps, instead of the duration")
      ->check(CLI::PositiveNumber);
  command->add_option("--set", arguments->overrides,
                      "Any key of the scene: --set materials[0].laws[0].young=2e4");
  command->add_option("--threads", arguments->setup.threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--check-rest", arguments->setup.check_rest,
                    "Say how far the final state is from the static solution");
  command->add_option("--checkpoint", arguments->setup.checkpoint, kCheckpointHelp)
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--no-frames", arguments->no_frames, "Write no .vtu frames");
  command->add_flag("-q,--quiet", arguments->setup.quiet, "Print errors only");
  add_method_options(*command, arguments->method);
  command->footer(
      "Examples:\n"
      "  conjac run twist\n"
      "  conjac run twist --method vanilla --beta 0.7 -o out/vanilla\n"
      "  conjac run hetero --steps 20 --no-frames\n"
      "  conjac run release --reuse-tolerance 0 --set time.duration=2\n\n"
      "On many ranks, in builds with PETSc: mpirun -n 4 conjac run big.json --solver multigrid\n\n"
      "Ctrl-C finishes the current step, writes what there is, says so and exits with 0;\n"
      "conjac resume FOLDER goes on, after that or after a crash.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
