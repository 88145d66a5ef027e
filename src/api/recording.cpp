#include "conjac/recording.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "api/further_columns.h"
#include "api/moments.h"
#include "api/patient_watch.h"
#include "api/run_frames.h"
#include "api/run_health.h"
#include "api/stream_source.h"
#include "core/check.h"
#include "core/ranks.h"
#include "draw/run_pictures.h"
#include "record/checkpoint.h"
#include "record/describe.h"
#include "record/reader.h"
#include "record/recorder.h"
#include "scene/cut_text.h"
#include "scenefile/option_table.h"

#ifndef CONJAC_VERSION
#define CONJAC_VERSION "unknown"
#endif

namespace conjac {

/// What a checkpoint keeps of a run's numbers; the others are found at the end.
static void describe(Archive& archive, RunResult& result) {
  archive(result.steps, result.mean_stages, result.factorizations, result.undone, result.substeps,
          result.cuts);
  archive.leave(result.status, result.message, result.wall_time, result.energy, result.rest);
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kCheckpointName = "CJ check";
// A checkpoint takes no more than this part of the time: where it takes long they are fewer.
constexpr double kCheckpointShare = 0.02;

/// What a checkpoint says of a run beside its simulation.
struct Progress {
  long long steps = 0;  // wanted
  bool check_rest = false;
  double started = 0;                     // s, simulated
  double last_frame = 0, next_frame = 0;  // s, simulated
  double last_begin = 0;                  // of the last step, s
  double wall_time = 0;                   // s
  RunResult result;                       // mean_stages: the sum, as yet
  // Counted when the run began: a cut makes others of them.
  int vertices = 0, elements = 0, representatives = 0, dynamic_nodes = 0, fixed_nodes = 0;
  RunHealth health;
};

void describe(Archive& archive, Progress& progress) {
  archive.section("Progress");
  archive(progress.steps, progress.check_rest, progress.started, progress.last_frame,
          progress.next_frame, progress.last_begin, progress.wall_time, progress.result);
  archive(progress.vertices, progress.elements, progress.representatives, progress.dynamic_nodes,
          progress.fixed_nodes, progress.health);
}

record::RunSummary summary_of(const Simulation& simulation, const RunOptions& options,
                              const Progress& progress) {
  const SceneSpec& scene = simulation.scene();
  record::RunSummary summary;
  summary.version = CONJAC_VERSION;
  summary.scene = scene.name;
  summary.scene_file = scene.file;
  summary.options = option_texts(scene);
  for (const auto& [name, text] : summary.options) {
    if (name == "name") summary.method = text;
    if (name == "integrator") summary.integrator = text;
  }
  summary.dimension = simulation.dimension();
  summary.vertices = progress.vertices;
  summary.elements = progress.elements;
  summary.representatives = progress.representatives;
  summary.dynamic_nodes = progress.dynamic_nodes;
  summary.fixed_nodes = progress.fixed_nodes;
  summary.threads = options.threads;
  summary.notices = simulation.notices();
  summary.extra.emplace_back("time_step", scene.time.step);
  return summary;
}

/// A run and its files.
class Run {
 public:
  Run(Simulation& simulation, const RunOptions& options);
  Run(Simulation& simulation, const Checkpoint& checkpoint, const RunOptions& options);
  RunResult to_the_end();

 private:
  const SceneSpec& scene() const { return simulation_.scene(); }
  record::RecorderOptions recording() const { return further_.recording(scene()); }
  bool records() const { return !options_.folder.empty(); }  // this rank, or the first one
  void record_frame();
  void record_message(std::string_view message) {
    if (recorder_) recorder_->message(message);
  }
  void begin_pictures();
  void write_start();
  void take_steps();
  void stopped_after(long long step);
  bool take_step(long long step);  // false: it diverged, or somebody would not wait for it
  void note(const StepReport& report);
  void write_frame();
  void checkpoint(bool at_once);
  void finish();
  record::RunSummary summary();
  double wall_time() const {
    return progress_.wall_time + std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  Simulation& simulation_;
  const RunOptions& options_;
  std::shared_ptr<PatientWatch> watch_ = std::make_shared<PatientWatch>(options_.interrupted);
  Progress progress_;
  FurtherColumns further_;
  Drawn drawn_;
  StreamSource stream_;
  std::optional<record::Recorder> recorder_;
  std::optional<draw::RunPictures> pictures_;
  Clock::time_point begin_ = Clock::now(), last_checkpoint_ = begin_;
  double checkpoint_cost_ = 0;  // s, of the last one
  bool checkpoint_failed_ = false, resumed_ = false;
  int frames_ = 0;  // written in pieces
  std::vector<std::string> further_notices_;
};

Run::Run(Simulation& simulation, const RunOptions& options)
    : simulation_(simulation), options_(options), further_(simulation), drawn_(simulation) {
  progress_.steps = options.steps.value_or(steps_of(scene()));
  progress_.check_rest = options.check_rest;
  progress_.started = progress_.last_begin = progress_.last_frame = simulation.time();
  progress_.next_frame = progress_.last_frame + scene().output.frame_interval;
  progress_.health.begin(simulation.energy());
  progress_.vertices = simulation.nodes();
  progress_.elements = simulation.elements();
  progress_.representatives = simulation.representatives();
  for (int role : simulation.roles()) {
    progress_.dynamic_nodes += role == 1 && scene().method.method == Method::conjac;
    progress_.fixed_nodes += role == 3 || role == 4;
  }
  if (options.notice)
    for (const std::string& notice : simulation.notices()) options.notice(notice);
  if (!records()) return;
  if (ranks().first()) {
    recorder_.emplace(options.folder, recording());
    begin_pictures();
  }
  ranks().wait_for_all();  // the folder is there
}

void Run::record_frame() {
  const record::FrameView frame = frame_of(simulation_, drawn_);
  if (!ranks().alone() && scene().output.frames)
    write_piece_of_rank(options_.folder, frames_++, frame);
  if (!recorder_) return;
  recorder_->frame(frame);
  pictures_->frame(frame);
}

void Run::write_start() {
  if (!records()) return;
  record_frame();
  stream_.begin(simulation_);
  record_message(stream_.scene_text(simulation_, {.label = method_label(scene().method)}));
  record_message(stream_.shape(simulation_));
  record_message(stream_.frame(simulation_, record::kAllFields, {}));
}

Run::Run(Simulation& simulation, const Checkpoint& checkpoint, const RunOptions& options)
    : simulation_(simulation), options_(options), further_(simulation), drawn_(simulation) {
  resumed_ = true;
  Archive archive(checkpoint.run);
  record::Recorder::Mark mark;
  archive(progress_, mark, further_);
  stream_.begin(simulation);
  archive(stream_);
  archive.end();
  if (options.steps) progress_.steps = *options.steps;
  progress_.check_rest |= options.check_rest;
  record::go_on_from(options.folder, checkpoint.file);
  recorder_.emplace(options.folder, recording(), mark);
  begin_pictures();
  // Fibres and bones are drawn and not written: earlier panels show the body alone.
  for (int i = 0; i < recorder_->frames(); ++i)
    pictures_->frame(
        record::read_frame(record::Path(options.folder) / record::frame_name(i)).view());
}

void Run::begin_pictures() {
  draw::RunPicturesOptions drawing;
  drawing.preview = scene().output.preview;
  if (scene().method.adaptive) drawing.threshold = scene().method.threshold;
  pictures_.emplace(drawing);
}

void Run::write_frame() {
  if (records() && simulation_.time() > progress_.last_frame) {
    record_frame();
    if (stream_.outdated(simulation_)) {
      stream_.begin(simulation_);
      record_message(stream_.shape(simulation_));
    }
    const double wall = wall_time();
    record_message(stream_.frame(simulation_, record::kAllFields,
                                 {static_cast<double>(progress_.result.steps) / wall,
                                  (simulation_.time() - progress_.started) / wall}));
  }
  progress_.last_frame = simulation_.time();
}

/// Where the run stands and its simulation. A disk without room, or that loses what it counts on,
/// does not end the run; that is said once.
void Run::checkpoint(bool at_once) {
  if (!recorder_ || options_.checkpoint <= 0) return;
  const auto now = Clock::now();
  const double since = std::chrono::duration<double>(now - last_checkpoint_).count();
  if (!at_once && since < std::max(options_.checkpoint, checkpoint_cost_ / kCheckpointShare))
    return;
  Progress progress = progress_;
  progress.wall_time = wall_time();
  try {
    record::Recorder::Mark mark = recorder_->mark();
    Archive archive;
    archive(progress, mark, further_, stream_);
    std::string run = archive.take(), state = simulation_.state();
    double time = simulation_.time();
    Archive both;
    both(progress.result.steps, progress.steps, time, run, state);
    state = {};  // it may be large
    record::write_checkpoint(options_.folder, sealed(kCheckpointName, both.take()));
    checkpoint_failed_ = false;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::io) throw;
    if (!checkpoint_failed_ && options_.notice)
      options_.notice(std::string("no checkpoint: ") + error.what() + " The run goes on.");
    checkpoint_failed_ = true;
  }
  last_checkpoint_ = Clock::now();
  checkpoint_cost_ = std::chrono::duration<double>(last_checkpoint_ - now).count();
}

void Run::note(const StepReport& report) {
  RunResult& result = progress_.result;
  ++result.steps;
  stream_.step(report);
  result.mean_stages.fill += report.stages.fill;
  result.mean_stages.factor += report.stages.factor;
  result.mean_stages.solve += report.stages.solve;
  result.mean_stages.other += report.stages.other;
  result.factorizations += report.factorizations;
  result.undone += report.undone;
  result.substeps += report.substeps;
  progress_.health.note(report);
  if (recorder_) recorder_->step(report, further_.values(simulation_, report.contact));
}

bool Run::take_step(long long step) {
  RunResult& result = progress_.result;
  if (options_.before_step) {
    options_.before_step(step);
    if (options_.interrupted) simulation_.watch_by(watch_);  // it may be another one now
  }
  progress_.last_begin = simulation_.time();
  watch_->begin = Clock::now();
  const StepReport report = simulation_.step();
  check_ranks_agree(simulation_);
  for (const CutReport& cut : report.cuts) {
    result.cuts.push_back(cut);
    if (options_.notice) options_.notice(dated_text(cut));
  }
  if (report.status == StepStatus::interrupted) {
    // No checkpoint: a try that was broken off has left its factor, and a run that goes on from here
    // would not be the one that was never stopped.
    stopped_after(step - 1);
    write_frame();
    return false;
  }
  if (report.status != StepStatus::ok) {
    result.status = "diverged";
    result.message = "step " + std::to_string(step) + " at t = " + std::to_string(report.time) +
                     " s: " + report.message;
    write_frame();  // the last good state
    return false;
  }
  note(report);
  if (records() && report.time >= progress_.next_frame - 1e-9) {
    write_frame();
    progress_.next_frame += std::max(scene().output.frame_interval, scene().time.step);
  }
  if (options_.progress) options_.progress(step, progress_.steps, report);
  return true;
}

/// A run that has begun has a summary, whatever becomes of it; but for a disk that takes none.
RunResult Run::to_the_end() {
  RunResult& result = progress_.result;
  result.status = "ok";
  try {
    if (!resumed_) {
      write_start();
      checkpoint(true);  // so that whatever has begun can go on
    }
    // Ranks end a step together: nobody's clock decides.
    if (options_.interrupted && ranks().alone()) simulation_.watch_by(watch_);
    take_steps();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::diverged) throw;
    result.status = "diverged";
    result.message = error.what();
  }
  simulation_.watch_by(nullptr);
  finish();
  return result;
}

void Run::stopped_after(long long step) {
  progress_.result.status = "interrupted";
  progress_.result.message =
      "stopped after step " + std::to_string(step) + " of " + std::to_string(progress_.steps);
}

void Run::take_steps() {
  for (long long step = progress_.result.steps + 1; step <= progress_.steps; ++step) {
    if (!take_step(step)) return;
    const bool last = step == progress_.steps;
    const bool stop = !last && options_.interrupted && options_.interrupted();
    // Before the frame of the end: where a run goes on it is no frame.
    checkpoint(last || stop);
    if (!stop) continue;
    stopped_after(step);
    break;
  }
  write_frame();
}

void Run::finish() {
  RunResult& result = progress_.result;
  result.wall_time = wall_time();
  if (result.steps > 0)
    for (double* stage : {&result.mean_stages.fill, &result.mean_stages.factor,
                          &result.mean_stages.solve, &result.mean_stages.other})
      *stage /= static_cast<double>(result.steps);
  result.energy = simulation_.energy();
  const std::string left = result.status == "ok" ? cuts_left(scene(), progress_.last_begin) : "";
  const std::string unbalanced = recorder_ ? record::left_unbalanced(recorder_->books()) : "";
  for (const std::string& words : {left, unbalanced})
    if (!words.empty()) further_notices_.push_back(words);
  if (progress_.check_rest && result.status == "ok") result.rest = simulation_.distance_to_rest();
  for (const std::string& sentence : progress_.health.judge(result))
    further_notices_.push_back(sentence);
  if (options_.notice)
    for (const std::string& notice : further_notices_) options_.notice(notice);
  if (!recorder_) return;
  const record::RunSummary summary = this->summary();
  pictures_->write(options_.folder, recorder_->completed(summary));
  recorder_->finish(summary);
}

record::RunSummary Run::summary() {
  const RunResult& result = progress_.result;
  record::RunSummary summary = summary_of(simulation_, options_, progress_);
  if (result.rest) {
    summary.extra.emplace_back("rest_distance", result.rest->distance);
    summary.extra.emplace_back("rest_distance_relative", result.rest->relative);
    summary.extra.emplace_back("rest_converged", static_cast<long long>(result.rest->converged));
  }
  summary.extra.emplace_back("steps_in_parts", progress_.health.steps_in_parts());
  summary.extra.emplace_back("energy_excess", progress_.health.energy_excess());
  summary.status = result.status;
  summary.message = result.message;
  summary.analyses = simulation_.analyses();
  for (const std::string& notice : further_notices_) summary.notices.push_back(notice);
  if (!result.cuts.empty()) {
    summary.extra.emplace_back("cuts", static_cast<long long>(result.cuts.size()));
    double seconds = 0;
    for (const CutReport& cut : result.cuts) seconds += cut.seconds;
    summary.extra.emplace_back("cut_time", seconds);
    summary.extra.emplace_back("vertices_at_end", static_cast<long long>(simulation_.nodes()));
    summary.extra.emplace_back("elements_at_end", static_cast<long long>(simulation_.elements()));
  }
  summary.wall_time = result.wall_time;
  return summary;
}

/// A checkpoint whose bytes are whole and whose files are there.
Checkpoint opened(const record::Path& folder, const record::Path& file) {
  const std::string bytes = record::read_whole(file);
  Archive archive(unsealed(kCheckpointName, bytes, file.string()));
  Checkpoint result;
  result.file = file.string();
  archive(result.step, result.steps, result.time, result.run, result.state);
  archive.end();
  Archive run(result.run);
  Progress progress;
  record::Recorder::Mark mark;
  run(progress, mark);
  record::Recorder::check(folder, mark);
  const std::string elsewhere = saved_elsewhere(result.state);
  if (!elsewhere.empty()) result.notices.push_back(elsewhere);
  return result;
}

}  // namespace

RunResult run(Simulation& simulation, const RunOptions& options) {
  return Run(simulation, options).to_the_end();
}

RunResult resume(Simulation& simulation, const Checkpoint& checkpoint, const RunOptions& options) {
  return Run(simulation, checkpoint, options).to_the_end();
}

Checkpoint read_checkpoint(const std::string& folder) {
  const std::vector<record::Path> files = record::checkpoints(folder);
  std::vector<std::string> problems;
  for (const record::Path& file : files) {
    try {
      Checkpoint found = opened(folder, file);
      for (const std::string& problem : problems)
        found.notices.push_back(problem + "; the checkpoint before it is used, of step " +
                                std::to_string(found.step));
      if (problems.empty() && file.filename() != record::kCheckpoint)
        found.notices.push_back(
            "the last checkpoint is not there; the one before it is used, of step " +
            std::to_string(found.step));
      return found;
    } catch (const Error& error) {
      problems.emplace_back(error.what());
    }
  }
  std::string text = folder + ": there is no checkpoint to go on from";
  for (const std::string& problem : problems) text += "\n  " + problem;
  if (files.empty())
    text +=
        "; give the results folder of a run (conjac run SCENE -o FOLDER) that had one. Such a run "
        "is begun anew.";
  throw Error(ErrorKind::bad_input, text);
}

}  // namespace conjac
