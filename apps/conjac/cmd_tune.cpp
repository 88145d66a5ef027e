#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "method_options.h"
#include "progress.h"

namespace conjac::app {
namespace {

struct TuneArguments {
  std::string scene;
  std::vector<std::string> method, overrides;
  double time_step = 0, duration = 0, max_beta = 10;
  int threads = 0;
  bool every = false, quiet = false;
};

int execute(const TuneArguments& arguments) {
  std::vector<std::string> overrides = arguments.method;
  if (arguments.time_step > 0)
    overrides.push_back(fmt::format("time.step={}", arguments.time_step));
  if (arguments.duration > 0)
    overrides.push_back(fmt::format("time.duration={}", arguments.duration));
  overrides.insert(overrides.end(), arguments.overrides.begin(), arguments.overrides.end());
  const SceneSpec scene = load_scene(arguments.scene, overrides, scene_folders());
  const bool vanilla = scene.method.method == Method::vanilla;
  if (!vanilla && scene.method.integrator_or_default() != Integrator::linear_implicit)
    fmt::print(stderr,
               "notice: the scene's integrator has no beta; linear-implicit takes its place\n");

  const ThreadCount threads(arguments.threads);
  ProgressBar bar(!arguments.quiet);
  const InterruptWatch watch;
  TuneOptions options;
  options.max_beta = arguments.max_beta;
  options.every = arguments.every;
  options.progress = [&](double beta, int tried, double share) {
    bar.show(share, fmt::format("beta {:.1f}, {} tried", beta, tried));
    return !InterruptWatch::asked();
  };
  const TuneResult result = smallest_stable_beta(scene, options);
  bar.clear();

  fmt::print("{}: {} at h = {:g} ms, {:g} s simulated, guard off\n", scene.name,
             vanilla ? "Vanilla" : "ConJac, linear-implicit", 1e3 * scene.time.step,
             scene.time.duration);
  fmt::print("{:>6}{:>15}{:>9}  {}\n", "beta", "energy/bound", "wall, s", "outcome");
  for (const BetaTrial& trial : result.trials)
    fmt::print("{:>6.1f}{:>15.3g}{:>9.2f}  {}\n", trial.beta, trial.largest_gain / 2, trial.wall,
               trial.outcome);
  if (result.interrupted) {
    fmt::print("interrupted\n");
    return 0;
  }
  if (!result.found)
    throw Error(ErrorKind::diverged,
                fmt::format("no beta up to {:g} is stable; raise --max-beta or choose a smaller "
                            "--time-step",
                            arguments.max_beta));
  fmt::print("smallest stable beta: {:.1f}\n", result.beta);
  return 0;
}

}  // namespace

void add_tune(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "tune", "Find the smallest stable beta of a scene, in increments of 0.1");
  auto arguments = std::make_shared<TuneArguments>();
  command->add_option("scene", arguments->scene, "Name of a scene or a file")->required();
  command->add_option("--max-beta", arguments->max_beta, "Largest beta tried [10]")
      ->check(CLI::Range(0.1, 1e6));
  command->add_flag("--every", arguments->every,
                    "Try 0.1, 0.2, ... one after the other instead of bisecting");
  command->add_option("--time-step", arguments->time_step, "Step size, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--duration", arguments->duration, "Simulated time, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--set", arguments->overrides, "Any key of the scene, as for run");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("-q,--quiet", arguments->quiet, "No progress bar");
  // It searches for beta, with linear-implicit steps and the guard off.
  add_method_options(*command, arguments->method, {"beta", "integrator", "guard", "guard_levels"});
  command->footer(
      "Examples:\n"
      "  conjac tune release --method vanilla\n"
      "  conjac tune release --time-step 0.002 --method vanilla --every\n\n"
      "Stable: the run ends with status ok and its kinetic and elastic energy never exceeds twice\n"
      "the largest energy the body ever had a right to (start, work done on it, height given up).\n"
      "The next larger beta must be stable too. Exit code 4 when no beta is.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
