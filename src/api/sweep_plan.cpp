#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "api/content_hash.h"
#include "conjac/error.h"
#include "conjac/recording.h"
#include "conjac/sweep.h"
#include "record/files.h"
#include "record/number_text.h"

namespace conjac {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kMostRuns = 100000;

/// Whose a folder is. Beside it: a run begins in a folder that is empty.
fs::path note_of(const SweepRun& run) {
  return run.folder + ".json";
}

[[noreturn]] void bad_axis(const std::string& text, const std::string& why) {
  throw Error(ErrorKind::usage, "--vary " + text + ": " + why +
                                    "; write KEY=A,B,C or KEY=FROM:TO:COUNT (evenly) or "
                                    "KEY=FROM:TO:COUNT:log (by equal factors)");
}

/// Cut at a separator that stands outside of brackets, braces and quotes.
std::vector<std::string> split_outside(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (c == separator && depth == 0 && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::optional<double> number_in(const std::string& text) {
  const Json value = Json::parse(text, nullptr, false);
  if (!value.is_number()) return {};
  return value.get<double>();
}

/// FROM:TO:COUNT and FROM:TO:COUNT:log; nothing where the text is neither.
std::optional<std::vector<std::string>> range_in(const std::string& axis, const std::string& text) {
  const std::vector<std::string> parts = split_outside(text, ':');
  if (parts.size() != 3 && !(parts.size() == 4 && parts[3] == "log")) return {};
  const auto from = number_in(parts[0]), to = number_in(parts[1]), count = number_in(parts[2]);
  if (!from || !to || !count) return {};
  const bool by_factors = parts.size() == 4;
  if (*count < 2 || *count > static_cast<double>(kMostRuns) || *count != std::floor(*count))
    bad_axis(axis, "COUNT is a whole number from 2 on");
  if (by_factors && (*from <= 0 || *to <= 0)) bad_axis(axis, "equal factors need numbers above 0");
  std::vector<std::string> values;
  const int last = static_cast<int>(*count) - 1;
  for (int i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i) / last;
    const double value = i == 0       ? *from
                         : i == last  ? *to
                         : by_factors ? *from * std::pow(*to / *from, share)
                                      : *from + share * (*to - *from);
    values.push_back(record::shortest(value));
  }
  return values;
}

std::string in_words(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
  std::string words;
  for (std::size_t i = 0; i < axes.size(); ++i)
    words += (i > 0 ? ", " : "") + axes[i].key + "=" + values[i];
  return words;
}

/// Everything a run's results depend on.
std::string content_of(const SweepOptions& options, const SweepRun& run) {
  Json scene =
      Json::parse(scene_as_json(load_scene(options.scene, run.overrides, options.folders)));
  replace_files_by_content(scene);
  if (options.steps) scene["steps of the run"] = *options.steps;
  return content_hash(scene.dump());
}

Json read_note(const SweepRun& run) {
  if (!fs::is_regular_file(note_of(run))) return {};
  return Json::parse(record::read_whole(note_of(run)), nullptr, false);
}

}  // namespace

SweepAxis read_sweep_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) bad_axis(text, "there is no KEY=");
  SweepAxis axis{text.substr(0, equals), {}};
  const std::string values = text.substr(equals + 1);
  if (const auto range = range_in(text, values)) {
    axis.values = *range;
    return axis;
  }
  axis.values = split_outside(values, ',');
  for (const std::string& value : axis.values)
    if (value.empty()) bad_axis(text, "a value is empty");
  return axis;
}

std::vector<SweepRun> plan_sweep(const SweepOptions& options) {
  std::size_t count = 1;
  for (const SweepAxis& axis : options.axes) {
    count *= axis.values.size();
    if (count > kMostRuns)
      throw Error(ErrorKind::usage, "these are more than " + record::grouped(kMostRuns) +
                                        " runs; vary fewer keys or values");
  }
  std::vector<SweepRun> runs(count);
  for (std::size_t i = 0; i < count; ++i) {
    SweepRun& run = runs[i];
    std::string digits = std::to_string(i + 1);
    run.name = std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
    run.folder = (fs::path(options.folder) / run.name).string();
    run.values.resize(options.axes.size());
    std::size_t rest = i;
    for (std::size_t a = options.axes.size(); a-- > 0;) {
      const auto& values = options.axes[a].values;
      run.values[a] = values[rest % values.size()];
      rest /= values.size();
    }
    run.overrides = options.overrides;
    for (std::size_t a = 0; a < options.axes.size(); ++a)
      run.overrides.push_back(options.axes[a].key + "=" + run.values[a]);
    try {
      run.content = content_of(options, run);
    } catch (const Error& error) {
      throw Error(error.kind(), "with " + in_words(options.axes, run.values) + ": " + error.what());
    }
  }
  return runs;
}

SweepState sweep_state(const SweepRun& run) {
  const fs::path folder = run.folder;
  std::error_code none;
  if (!fs::exists(folder, none) || fs::is_empty(folder, none)) return SweepState::fresh;
  const Json note = read_note(run);
  const bool ours = note.is_object() && note.value("content", "") == run.content;
  if (!ours)
    throw Error(ErrorKind::bad_input,
                run.folder +
                    ": there is another run in this folder (the scene, a file of it or the "
                    "values have changed); choose another folder with -o, or remove it");
  if (fs::is_regular_file(folder / "summary.json", none)) {
    const Json summary = Json::parse(record::read_whole(folder / "summary.json"), nullptr, false);
    const std::string status = summary.is_object() ? summary.value("status", "") : "";
    if (status == "ok" || status == "strained" || status == "diverged") return SweepState::finished;
  }
  try {
    read_checkpoint(run.folder);
    return SweepState::stopped;
  } catch (const Error&) {
    return SweepState::fresh;  // it was stopped before its first checkpoint
  }
}

void begin_sweep_run(const SweepRun& run) {
  record::create_folder(fs::path(run.folder).parent_path());
  const Json note{{"content", run.content}, {"set", run.overrides}};
  record::write_atomically(note_of(run), note.dump(2) + "\n");
}

}  // namespace conjac
