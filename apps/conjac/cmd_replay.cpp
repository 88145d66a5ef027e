#include <spdlog/fmt/fmt.h>

#include "commands.h"
#include "conjac/conjac.h"
#include "run_output.h"

namespace conjac::app {
namespace {

struct ReplayArguments {
  std::string recorded;
  RunSetup setup;
};

int take_again(const ReplayArguments& arguments) {
  const LiveRecording recording = read_live_recording(arguments.recorded);
  RunSetup setup = arguments.setup;
  if (setup.folder.empty()) setup.folder = arguments.recorded + "-replay";
  setup.checkpoint = 0;  // what people did is not in it
  const ThreadCount threads(setup.threads);
  Simulation simulation = Simulation::from_state(recording.start);
  const std::string elsewhere = saved_elsewhere(recording.start);
  if (!elsewhere.empty()) fmt::print(stderr, "notice: {}\n", elsewhere);
  RunOptions options;
  options.threads = threads.count();
  bool whole = false;
  run_and_report(simulation, setup, options, [&](const RunOptions& all) {
    RunResult result = replay(simulation, recording, all);
    whole = result.status == "ok";
    return result;
  });
  if (!whole) return 0;
  if (recording.end.empty()) {
    fmt::print("there is no end to compare with: the recording was broken off\n");
  } else if (simulation.state() == recording.end) {
    fmt::print("the same as recorded, to the bit\n");
  } else if (elsewhere.empty()) {
    throw Error(ErrorKind::bad_input,
                arguments.recorded +
                    ": the replay ends in another state than the recording; a mesh "
                    "or the files of the recording have changed since");
  } else {
    fmt::print("not the same as recorded in its last digits: it was recorded elsewhere\n");
  }
  return 0;
}

}  // namespace

void add_replay(Context& context) {
  CLI::App* command = context.program.add_subcommand(
      "replay", "Take a run again that was recorded in the page, with all that was done to it");
  auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("recorded", arguments->recorded, "Folder that the page has recorded to")
      ->required();
  command->add_option("-o,--output", arguments->setup.folder, "Results folder [RECORDED-replay]");
  command->add_option("--threads", arguments->setup.threads, "Threads [all cores]")
      ->check(CLI::Range(0, 1024));
  command->add_flag("-q,--quiet", arguments->setup.quiet, "Print errors and the verdict only");
  command->footer(
      "Example:\n"
      "  conjac replay out/armadillo-1        frames, history and pictures of a run you pulled "
      "at\n\n"
      "It says whether its end is that of the recording, to the bit.");
  command->callback([&context, arguments] { context.exit_code = take_again(*arguments); });
}

}  // namespace conjac::app
