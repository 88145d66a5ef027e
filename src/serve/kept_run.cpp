#include "serve/kept_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "conjac/view.h"
#include "core/check.h"
#include "record/stream.h"
#include "serve/inputs.h"

namespace conjac::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStateEnding = ".state";
constexpr const char* kStart = "start.state";
constexpr const char* kEnd = "end.state";
constexpr const char* kInputs = "inputs.jsonl";
constexpr const char* kSummary = "live.json";
constexpr double kBetweenKept = 1.0 / 60;  // s, simulated
constexpr std::size_t kMostStates = 100;

bool plain(const std::string& name) {
  return !name.empty() && name.size() <= 80 && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
  });
}

fs::path made(const fs::path& folder) {
  record::create_folder(folder);
  return folder;
}

}  // namespace

fs::path new_place(const std::string& results, const std::string& name, const std::string& ending) {
  require(!results.empty(), "there is no results folder: start with --results FOLDER",
          ErrorKind::usage);
  require(plain(name), "a name of letters, digits, - and _ is needed", ErrorKind::usage);
  const fs::path place = fs::path(results) / (name + ending);
  std::error_code none;
  require(!fs::exists(fs::symlink_status(place, none)),
          place.string() + " is there already; choose another name", ErrorKind::usage);
  record::create_folder(results);
  return place;
}

std::vector<std::string> saved_states(const std::string& results) {
  std::vector<std::string> names;
  std::error_code none;
  if (results.empty()) return names;
  for (const auto& entry : fs::directory_iterator(results, none)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == kStateEnding && plain(stem) && !entry.is_symlink(none) &&
        entry.is_regular_file(none))
      names.push_back(stem);
  }
  std::ranges::sort(names);
  if (names.size() > kMostStates) names.resize(kMostStates);
  return names;
}

fs::path saved_state(const std::string& results, const std::string& name) {
  const std::vector<std::string> names = saved_states(results);
  require(std::ranges::count(names, name) == 1,
          name.substr(0, 80) + ": no state of that name was saved below " + results,
          ErrorKind::usage);
  return fs::path(results) / (name + kStateEnding);
}

KeptRun::KeptRun(const fs::path& folder, const std::string& name, Simulation& simulation,
                 const std::string& label)
    : folder_(made(folder)),
      name_(name),
      label_(label),
      inputs_(folder / kInputs),
      stream_(folder / "recording.cjvr") {
  record::write_atomically(folder / kStart, simulation.state());
  stream_.append(record::recording_head());
  show(simulation);
}

/// A scene, with what stands around, its shape and the moment.
void KeptRun::show(Simulation& simulation) {
  source_.begin(simulation);
  stream_.append(record::packed(source_.scene_text(simulation, {.label = label_})));
  stream_.append(record::packed(source_.shape(simulation)));
  frame(simulation);
}

void KeptRun::frame(Simulation& simulation) {
  if (source_.outdated(simulation)) {
    source_.begin(simulation);
    stream_.append(record::packed(source_.shape(simulation)));
  }
  stream_.append(record::packed(source_.frame(simulation, record::kAllFields, {})));
  next_frame_ = simulation.time() + kBetweenKept;
}

void KeptRun::input(const Command& command) {
  inputs_.append(input_line(steps_, command));
}

void KeptRun::begin_anew(Simulation& simulation, const Command& command) {
  input(command);
  show(simulation);
}

void KeptRun::step(Simulation& simulation, const StepReport& report) {
  ++steps_;
  source_.step(report);
  if (simulation.time() > next_frame_ - 1e-9 || source_.outdated(simulation)) frame(simulation);
}

void KeptRun::finish(Simulation& simulation, bool whole) {
  if (whole) record::write_atomically(folder_ / kEnd, simulation.state());
  const nlohmann::ordered_json summary{{"scene", simulation.scene().name},
                                       {"steps", steps_},
                                       {"time", simulation.time()},
                                       {"end", whole}};
  record::write_atomically(folder_ / kSummary, summary.dump(2) + "\n");
}

}  // namespace conjac::serve

namespace conjac {

LiveRecording read_live_recording(const std::string& folder) {
  const std::filesystem::path place(folder);
  std::error_code none;
  require(std::filesystem::is_regular_file(place / serve::kSummary, none),
          folder + ": holds no recording of a live run (" + serve::kSummary +
              "); make one with the record button of conjac view",
          ErrorKind::bad_input);
  LiveRecording result;
  result.folder = folder;
  const auto summary =
      nlohmann::ordered_json::parse(record::read_whole(place / serve::kSummary), nullptr, false);
  require(summary.is_object() && summary.contains("steps") && summary["steps"].is_number_integer(),
          (place / serve::kSummary).string() + ": damaged; record the run again");
  result.steps = summary["steps"].get<long long>();
  result.start = record::read_whole(place / serve::kStart);
  if (std::filesystem::is_regular_file(place / serve::kEnd, none))
    result.end = record::read_whole(place / serve::kEnd);
  return result;
}

RunResult replay(Simulation& simulation, const LiveRecording& recording, RunOptions options) {
  const std::filesystem::path file = std::filesystem::path(recording.folder) / serve::kInputs;
  const std::vector<serve::Input> inputs =
      serve::read_inputs(record::read_whole(file), file.string());
  std::size_t next = 0;
  const auto before = [&](long long taken) {
    for (; next < inputs.size() && inputs[next].step <= taken; ++next) {
      if (inputs[next].command.op == serve::Op::slip) simulation.step();  // fails, as it did then
      serve::apply_input(simulation, inputs[next].command);
    }
  };
  options.steps = recording.steps;
  options.before_step = [&](long long step) { before(step - 1); };
  RunResult result = run(simulation, options);
  if (result.status == "ok") before(recording.steps);
  return result;
}

}  // namespace conjac
