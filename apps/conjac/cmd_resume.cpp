#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "commands.h"
#include "conjac/conjac.h"
#include "run_output.h"

namespace conjac::app {
namespace {

struct ResumeArguments {
  double duration = 0;
  long long steps = 0;
  RunSetup setup;
};

long long steps_in(double duration, double step) {
  return static_cast<long long>(std::ceil(duration / step - 1e-6));
}

int go_on(const ResumeArguments& arguments) {
  const RunSetup& setup = arguments.setup;
  const ThreadCount threads(setup.threads);
  const Checkpoint checkpoint = read_checkpoint(setup.folder);
  Simulation simulation = Simulation::from_state(checkpoint.state);
  RunOptions options;
  options.threads = threads.count();
  if (arguments.steps > 0) options.steps = arguments.steps;
  if (arguments.duration > 0)
    options.steps = steps_in(arguments.duration, simulation.scene().time.step);
  const long long steps = options.steps.value_or(checkpoint.steps);
  if (steps < checkpoint.step)
    throw Error(ErrorKind::usage,
                fmt::format("{} steps have been taken already; ask for more than that, in all",
                            checkpoint.step));
  for (const std::string& notice : checkpoint.notices) fmt::print(stderr, "notice: {}\n", notice);
  if (!setup.quiet)
    fmt::print("{}: goes on after step {} of {}, t = {:.6g} s\n", setup.folder, checkpoint.step,
               steps, checkpoint.time);
  run_and_report(simulation, setup, options,
                 [&](const RunOptions& all) { return resume(simulation, checkpoint, all); });
  return 0;
}

}  // namespace

void add_resume(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "resume", "Go on with a run that was stopped, from its last checkpoint");
  auto arguments = std::make_shared<ResumeArguments>();
  command->add_option("folder", arguments->setup.folder, "Results folder of the run")->required();
  CLI::Option* steps =
      command->add_option("--steps", arguments->steps, "Steps in all [those the run was to have]")
          ->check(CLI::PositiveNumber);
  command->add_option("--duration", arguments->duration, "Simulated time in all, s")
      ->check(CLI::PositiveNumber)
      ->excludes(steps);
  command->add_option("--threads", arguments->setup.threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_option("--checkpoint", arguments->setup.checkpoint, kCheckpointHelp)
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--check-rest", arguments->setup.check_rest,
                    "Say how far the final state is from the static solution");
  command->add_flag("-q,--quiet", arguments->setup.quiet, "Print errors only");
  command->footer(
      "Examples:\n"
      "  conjac resume out/twist                    after Ctrl-C, a crash or a power cut\n"
      "  conjac resume out/twist --duration 8       a run that has ended, for longer\n\n"
      "The results are those of a run that never stopped, to the bit.");
  command->callback([&context, arguments] { context.exit_code = go_on(*arguments); });
}

}  // namespace conjac::app
