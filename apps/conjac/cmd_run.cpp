#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "method_options.h"
#include "progress.h"

namespace conjac::app {
namespace {

struct RunArguments {
  std::string scene, folder;
  std::vector<std::string> method, overrides;
  double time_step = 0, duration = 0;
  long long steps = 0;
  int threads = 0;
  bool check_rest = false, quiet = false, no_frames = false;

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

int execute(const RunArguments& arguments) {
  const SceneSpec scene = load_scene(arguments.scene, arguments.all_overrides(), scene_folders());
  const ThreadCount threads(arguments.threads);
  Simulation simulation(scene);

  RunOptions options;
  options.folder = arguments.folder.empty() ? (std::filesystem::path("out") / scene.name).string()
                                            : arguments.folder;
  if (arguments.steps > 0) options.steps = arguments.steps;
  options.check_rest = arguments.check_rest;
  options.threads = threads.count();
  const InterruptWatch watch;
  options.interrupted = [] { return InterruptWatch::asked(); };
  if (!arguments.quiet) {
    print_body(simulation);
    options.notice = [](const std::string& text) { fmt::print(stderr, "notice: {}\n", text); };
  }
  ProgressBar bar(!arguments.quiet);
  options.progress = [&](long long step, long long steps, const StepReport& report) {
    bar.update(static_cast<double>(step), static_cast<double>(steps),
               fmt::format("t = {:.3f} s", report.time));
  };
  const RunResult result = run(simulation, options);
  bar.clear();

  if (!arguments.quiet) {
    fmt::print("{}: {} steps, {:.3f} s simulated in {:.2f} s ({:.1f} steps/s)\n", result.status,
               result.steps, simulation.time(), result.wall_time,
               static_cast<double>(result.steps) / std::max(result.wall_time, 1e-9));
    print_stages(result);
    fmt::print("  {} factorizations", result.factorizations);
    if (result.undone > 0)
      fmt::print(", {} tries undone, {} sub-steps", result.undone, result.substeps);
    fmt::print("\n");
    if (result.rest) print_rest(*result.rest);
    fmt::print("results in {0}: look at {0}/preview.png and {0}/energy.png;\n", options.folder);
    fmt::print("  frames: paraview {0}/frames.pvd; numbers: {0}/summary.json, {0}/history.csv\n",
               options.folder);
  }
  if (result.status == "diverged") throw Error(ErrorKind::diverged, result.message);
  return 0;
}

}  // namespace

void add_run(Context& context) {
  CLI::App* command = context.program.add_subcommand("run", "Run a scene and record it");
  auto arguments = std::make_shared<RunArguments>();
  command->add_option("scene", arguments->scene, "Name of a scene (conjac scenes) or a file")
      ->required();
  command->add_option("-o,--output", arguments->folder, "Results folder [out/NAME]");
  command->add_option("--time-step", arguments->time_step, "Step size, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--duration", arguments->duration, "Simulated time, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--steps", arguments->steps, "Number of steps, instead of the duration")
      ->check(CLI::PositiveNumber);
  command->add_option("--set", arguments->overrides,
                      "Any key of the scene: --set materials[0].laws[0].young=2e4");
  command->add_option("--threads", arguments->threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--check-rest", arguments->check_rest,
                    "Say how far the final state is from the static solution");
  command->add_flag("--no-frames", arguments->no_frames, "Write no .vtu frames");
  command->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  add_method_options(*command, arguments->method);
  command->footer(
      "Examples:\n"
      "  conjac run twist\n"
      "  conjac run twist --method vanilla --beta 0.7 -o out/vanilla\n"
      "  conjac run hetero --steps 20 --no-frames\n"
      "  conjac run release --reuse-tolerance 0 --set time.duration=2\n\n"
      "Ctrl-C finishes the current step, writes what there is, says so and exits with 0.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
