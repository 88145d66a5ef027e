#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "child_process.h"
#include "commands.h"
#include "conjac/conjac.h"
#include "interrupt.h"
#include "method_options.h"
#include "progress.h"

namespace conjac::app {
namespace {

/// Which runs are ours: every `count`-th from the `index`-th on.
struct Part {
  int index = 1, count = 1;
};

struct SweepArguments {
  SweepOptions options;
  std::vector<std::string> axes, method, overrides;
  std::string part;
  double duration = 0;
  long long steps = 0;
  int jobs = 0;
  bool frames = false, quiet = false, table_only = false;
};

Part read_part(const std::string& text) {
  Part part;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%d/%d%c", &part.index, &part.count, &rest) != 2 ||
      part.count < 1 || part.index < 1 || part.index > part.count)
    throw Error(ErrorKind::usage, "--part " + text + ": write I/N with I from 1 to N");
  return part;
}

/// Under mpirun or srun each rank takes its part. The launcher says so in the environment; nothing
/// of MPI is needed for it.
std::optional<Part> part_of_rank() {
  constexpr std::pair<const char*, const char*> kLaunchers[] = {
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"SLURM_PROCID", "SLURM_NTASKS"}};
  for (const auto& [rank_name, size_name] : kLaunchers) {
    const char *rank = std::getenv(rank_name), *size = std::getenv(size_name);
    if (rank == nullptr || size == nullptr) continue;
    const Part part{std::atoi(rank) + 1, std::atoi(size)};
    if (part.count > 1 && part.index >= 1 && part.index <= part.count) return part;
  }
  return {};
}

std::string values_text(const SweepOptions& options, const SweepRun& run) {
  std::string text;
  for (std::size_t a = 0; a < options.axes.size(); ++a)
    text += fmt::format("{}{}={}", a > 0 ? ", " : "", options.axes[a].key, run.values[a]);
  return text;
}

/// Runs at the same time, each a process with one thread: they need not wait for each other, and one
/// that comes to a bad end takes no other with it.
class Runs {
 public:
  Runs(const SweepArguments& arguments, const std::vector<SweepRun>& all, Part part)
      : arguments_(arguments), all_(all), part_(part) {}

  /// The first exit code that is neither ok nor diverged.
  int take(int jobs) {
    const InterruptWatch watch;
    for (std::size_t i = part_.index - 1; i < all_.size(); i += part_.count) mine_.push_back(i);
    ProgressBar bar(!arguments_.quiet);
    for (const std::size_t i : mine_) {
      const SweepState state = sweep_state(all_[i]);
      if (state == SweepState::finished) {
        ++already_, ++done_;
        continue;
      }
      while (static_cast<int>(going_.size()) >= jobs) wait(bar);
      if (InterruptWatch::asked()) break;
      start(i, state);
      show(bar);
    }
    while (!going_.empty()) wait(bar);
    bar.clear();
    interrupted_ = InterruptWatch::asked();
    return worst_;
  }
  int mine() const { return static_cast<int>(mine_.size()); }
  int already() const { return already_; }
  bool interrupted() const { return interrupted_; }

 private:
  void start(std::size_t i, SweepState state) {
    const SweepRun& run = all_[i];
    begin_sweep_run(run);
    std::vector<std::string> words;
    if (state == SweepState::stopped) {
      words = {"resume", run.folder, "--threads", "1"};
    } else {
      words = {"run", arguments_.options.scene, "-o", run.folder, "--threads", "1"};
      for (const std::string& one : run.overrides) words.insert(words.end(), {"--set", one});
    }
    if (arguments_.options.steps)
      words.insert(words.end(), {"--steps", std::to_string(*arguments_.options.steps)});
    going_[start_self(words, run.folder + ".log")] = i;
  }

  void wait(ProgressBar& bar) {
    const Ended ended = wait_for_child();
    const auto found = going_.find(ended.process);
    if (found == going_.end()) return;
    const SweepRun& run = all_[found->second];
    going_.erase(found);
    ++done_;
    const bool fine =
        ended.exit_code == 0 || ended.exit_code == static_cast<int>(ErrorKind::diverged);
    if (!fine && worst_ == 0) worst_ = ended.exit_code;
    bar.clear();
    if (!arguments_.quiet || !fine)
      fmt::print(
          fine ? stdout : stderr, "{} {}: {}\n", run.name, values_text(arguments_.options, run),
          ended.exit_code == 0 ? "done"
          : fine
              ? "diverged"
              : fmt::format("failed with exit code {}, see {}.log", ended.exit_code, run.folder));
    std::fflush(stdout);
    show(bar);
  }

  void show(ProgressBar& bar) {
    bar.update(done_, static_cast<double>(mine_.size()), fmt::format("{} going", going_.size()));
  }

  const SweepArguments& arguments_;
  const std::vector<SweepRun>& all_;
  Part part_;
  std::vector<std::size_t> mine_;
  std::map<int, std::size_t> going_;  // by process
  int already_ = 0, done_ = 0, worst_ = 0;
  bool interrupted_ = false;
};

int execute(SweepArguments& arguments) {
  SweepOptions& options = arguments.options;
  options.folders = scene_folders();
  for (const std::string& text : arguments.axes) options.axes.push_back(read_sweep_axis(text));
  options.overrides = arguments.method;
  if (arguments.duration > 0)
    options.overrides.push_back(fmt::format("time.duration={}", arguments.duration));
  if (!arguments.frames) options.overrides.push_back("output.frames=false");
  options.overrides.insert(options.overrides.end(), arguments.overrides.begin(),
                           arguments.overrides.end());
  if (arguments.steps > 0) options.steps = arguments.steps;
  const auto rank = part_of_rank();
  const Part part = arguments.part.empty() ? rank.value_or(Part{}) : read_part(arguments.part);
  const std::string name = load_scene(options.scene, options.overrides, options.folders).name;
  if (options.folder.empty())
    options.folder = (std::filesystem::path("out") / (name + "-sweep")).string();
  const std::vector<SweepRun> all = plan_sweep(options);

  int code = 0;
  Runs runs(arguments, all, part);
  if (!arguments.table_only) {
    // Ranks share a machine: one run each, where nothing else is asked for.
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    code = runs.take(arguments.jobs > 0 ? arguments.jobs : rank ? 1 : cores);
  }
  std::filesystem::create_directories(options.folder);
  const FileLock lock((std::filesystem::path(options.folder) / ".sweep.lock").string());
  const SweepTable table = write_sweep_table(options, all);
  if (!arguments.quiet) {
    if (runs.already() > 0)
      fmt::print("{} of {} runs were there already\n", runs.already(), runs.mine());
    for (const std::string& notice : table.notices) fmt::print(stderr, "notice: {}\n", notice);
    fmt::print("{}: {} of {} runs finished; table in {}/sweep.csv\n", options.folder,
               table.finished, all.size(), options.folder);
    if (runs.interrupted()) fmt::print("interrupted: the same command goes on\n");
  }
  return code;
}

}  // namespace

void add_sweep(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "sweep", "Run a scene with every combination of some values, on all cores");
  auto arguments = std::make_shared<SweepArguments>();
  SweepOptions& options = arguments->options;
  command->add_option("scene", options.scene, "Name of a scene (conjac scenes) or a file")
      ->required();
  command
      ->add_option("--vary", arguments->axes,
                   "KEY=A,B,C | KEY=FROM:TO:COUNT | KEY=FROM:TO:COUNT:log; once per key")
      ->required()
      ->expected(1)
      ->take_all();
  command->add_option("-o,--output", options.folder, "Folder of the runs [out/NAME-sweep]");
  command->add_option("--set", arguments->overrides, "Any key of the scene, for all runs")
      ->expected(1)
      ->take_all();
  command->add_option("--duration", arguments->duration, "Simulated time, s")
      ->check(CLI::PositiveNumber);
  command->add_option("--steps", arguments->steps, "Number of steps, instead of the duration")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--result", options.results,
                   "Column of the table: a number of summary.json (energy.elastic), or last(X), "
                   "max(X), min(X), mean(X) of a column of history.csv [a choice, all probes]")
      ->expected(1)
      ->take_all();
  command->add_option("--plot", options.plot,
                      "Result to draw over the first key [first that varies]");
  command->add_option("--jobs", arguments->jobs, "Runs at the same time [all cores]")
      ->check(CLI::Range(1, 4096));
  command->add_option("--part", arguments->part,
                      "I/N: only every N-th run from the I-th on; a rank of mpirun takes its part");
  command->add_flag("--frames", arguments->frames, "Write the frames of every run");
  command->add_flag("--table", arguments->table_only, "Run nothing, write the table anew");
  command->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  add_method_options(*command, arguments->method);
  command->footer(
      "Examples:\n"
      "  conjac sweep release --vary materials[0].laws[0].young=1e4,3e4,1e5\n"
      "  conjac sweep hang --vary materials[0].density=500:2000:4 --vary method.damping=0,2\n"
      "  conjac sweep hang --vary materials[0].laws[0].young=1e4:1e6:9:log --result "
      "'min(kinetic)'\n"
      "  conjac sweep hang --vary time.step=0.002,0.005 --part 1/4     one job of four\n\n"
      "What is finished is not run again, what was stopped goes on: give the same command again.\n"
      "A run that diverges is a result; its row says so.");
  command->callback([&context, arguments] { context.exit_code = execute(*arguments); });
}

}  // namespace conjac::app
