#include "record/recorder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "core/check.h"
#include "record/checkpoint.h"
#include "record/describe.h"
#include "record/reader.h"

namespace conjac::record {

namespace {

namespace fs = std::filesystem;

/// Written when a run ends.
constexpr std::array<const char*, 4> kEndFiles = {"summary.json", "preview.png", "energy.png",
                                                  "liveliness.png"};
constexpr std::array<const char*, 5> kOwnFiles = {"history.csv", "frames.pvd", "recording.cjvr",
                                                  kCheckpoint, kCheckpointBefore};

/// frame_<digits>.vtu, as FrameSeries names them, or .pvtu and its pieces frame_<digits>_<digits>.vtu.
bool is_own_frame(const std::string& name) {
  const std::string begin = "frame_", end = name.ends_with(".pvtu") ? ".pvtu" : ".vtu";
  if (name.size() <= begin.size() + end.size()) return false;
  if (!name.starts_with(begin) || !name.ends_with(end)) return false;
  const auto digits = name.substr(begin.size(), name.size() - begin.size() - end.size());
  return std::all_of(digits.begin(), digits.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0 || c == '_'; });
}

template <class Names>
void remove_files(const Path& folder, const Names& names) {
  for (const char* name : names) {
    remove_file(folder / name);
    remove_file(folder / ("." + std::string(name) + ".tmp"));  // of a run killed while writing
  }
}

void remove_own_files(const Path& folder) {
  remove_files(folder, kEndFiles);
  remove_files(folder, kOwnFiles);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "frames", error)) {
    std::string name = entry.path().filename().string();
    if (name.starts_with(".") && name.ends_with(".tmp")) name = name.substr(1, name.size() - 5);
    if (is_own_frame(name)) remove_file(entry.path());
  }
  fs::remove(folder / "frames", error);  // stays when something foreign is in it
}

const Path& prepared(const Path& folder) {
  create_folder(folder);
  std::error_code error;
  const bool empty = fs::is_empty(folder, error);
  require(!error, "cannot read the folder '" + folder.string() + "': " + error.message() + ".",
          ErrorKind::io);
  if (empty) return folder;
  require(is_results_folder(folder),
          "the results folder '" + folder.string() +
              "' is not empty and holds no results of an earlier run (no summary.json or "
              "history.csv), so nothing in it was touched; choose another folder.",
          ErrorKind::io);
  remove_own_files(folder);
  return folder;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

template <class Part>
double median_of(const std::vector<StageTimes>& stages, Part part) {
  std::vector<double> values;
  for (const StageTimes& s : stages) values.push_back(part(s));
  return median(std::move(values));
}

}  // namespace

bool is_results_folder(const Path& folder) {
  return fs::exists(folder / "summary.json") || fs::exists(folder / "history.csv");
}

Recorder::Recorder(const Path& folder, RecorderOptions options)
    : folder_(prepared(folder)),
      history_(folder_ / "history.csv", std::move(options.extra_columns)) {
  if (options.frames) frames_.emplace(folder_, options.pieces);
}

Recorder::Recorder(const Path& folder, const RecorderOptions& options, const Mark& mark)
    : folder_(folder),
      history_(folder / "history.csv", options.extra_columns.size(), mark.rows, mark.history_bytes),
      last_(mark.last),
      scripted_work_(mark.scripted_work),
      books_(mark.books),
      factorizations_(mark.factorizations),
      undone_(mark.undone),
      substeps_(mark.substeps) {
  remove_files(folder, kEndFiles);
  if (options.frames) frames_.emplace(folder_, mark.frame_times);
  if (mark.stream_bytes >= 0) stream_.emplace(folder_ / "recording.cjvr", mark.stream_bytes);
  const HistoryTable before = read_history(folder_ / "history.csv");
  constexpr double kMs = 1e-3;
  for (std::size_t i = 0; i < before.rows(); ++i)
    stages_.push_back({kMs * before.column("fill_ms")[i], kMs * before.column("factor_ms")[i],
                       kMs * before.column("solve_ms")[i], kMs * before.column("other_ms")[i]});
}

void describe(Archive& archive, Recorder::Mark& mark) {
  archive.section("Mark");
  archive(mark.rows, mark.history_bytes, mark.frame_times, mark.stream_bytes, mark.last,
          mark.scripted_work, mark.books, mark.factorizations, mark.undone, mark.substeps);
}

Recorder::Mark Recorder::mark() {
  history_.file().sync();
  if (stream_) stream_->sync();
  if (synced_frames_ < frames()) sync_to_disk(folder_ / "frames");
  for (; synced_frames_ < frames(); ++synced_frames_)
    sync_to_disk(folder_ / frame_name(synced_frames_));
  return {steps(),
          history_.file().bytes(),
          frames_ ? frames_->times() : std::vector<double>(),
          stream_ ? stream_->bytes() : -1,
          last_,
          scripted_work_,
          books_,
          factorizations_,
          undone_,
          substeps_};
}

void Recorder::check(const Path& folder, const Mark& mark) {
  const auto has = [&](const std::string& name, std::int64_t bytes) {
    std::error_code error;
    const auto size = fs::file_size(folder / name, error);
    require(!error && static_cast<std::int64_t>(size) >= bytes,
            (folder / name).string() + ": not there, or shorter than when the checkpoint was made");
  };
  has("history.csv", mark.history_bytes);
  if (mark.stream_bytes >= 0) has("recording.cjvr", mark.stream_bytes);
  for (std::size_t i = 0; i < mark.frame_times.size(); ++i) has(frame_name(static_cast<int>(i)), 1);
}

void Recorder::frame(const FrameView& frame) {
  check_frame(frame, (folder_ / frame_name(frames())).string());
  if (frames_) frames_->append(frame);
}

void Recorder::message(std::string_view message) {
  if (!frames_) return;
  if (!stream_) {
    stream_.emplace(folder_ / "recording.cjvr");
    stream_->append(recording_head());
  }
  stream_->append(packed(message));
}

void Recorder::step(const StepReport& report, std::span<const double> extra) {
  history_.append(report, extra);
  scripted_work_ += report.scripted_work;
  books_.add(report);
  stages_.push_back(report.stages);
  factorizations_ += report.factorizations;
  undone_ += report.undone;
  substeps_ += report.substeps;
  last_ = report;
}

RunSummary Recorder::completed(RunSummary summary) const {
  summary.steps = steps();
  summary.simulated_time = last_.time;
  summary.factorizations = factorizations_;
  summary.undone_steps = undone_;
  summary.substeps = substeps_;
  summary.energy = last_.energy;
  summary.residual = last_.residual;
  summary.scripted_work = scripted_work_;
  summary.dissipated = books_.dissipated;
  summary.imbalance = books_.largest_share();
  summary.unbalanced = books_.mean_unbalanced();
  StageTimes& mean = summary.mean_stages = {};
  for (const StageTimes& s : stages_) {
    mean.fill += s.fill, mean.factor += s.factor;
    mean.solve += s.solve, mean.other += s.other;
  }
  for (double* stage : {&mean.fill, &mean.factor, &mean.solve, &mean.other})
    *stage /= std::max<double>(1, static_cast<double>(stages_.size()));
  summary.median_stages = {median_of(stages_, [](const StageTimes& s) { return s.fill; }),
                           median_of(stages_, [](const StageTimes& s) { return s.factor; }),
                           median_of(stages_, [](const StageTimes& s) { return s.solve; }),
                           median_of(stages_, [](const StageTimes& s) { return s.other; })};
  summary.median_total = median_of(stages_, [](const StageTimes& s) { return s.total(); });
  return summary;
}

RunSummary Recorder::finish(RunSummary given) {
  RunSummary summary = completed(std::move(given));
  write_summary(folder_ / "summary.json", summary);
  return summary;
}

}  // namespace conjac::record
