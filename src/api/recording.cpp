#include "conjac/recording.h"

#include <chrono>
#include <cmath>

#include "api/stream_source.h"
#include "record/recorder.h"
#include "scene/option_texts.h"

#ifndef CONJAC_VERSION
#define CONJAC_VERSION "unknown"
#endif

namespace conjac {
namespace {

using Clock = std::chrono::steady_clock;

record::FrameView frame_of(Simulation& simulation) {
  record::FrameView frame;
  frame.dimension = simulation.dimension();
  frame.time = simulation.time();
  frame.positions = simulation.positions();
  frame.velocities = simulation.velocities();
  frame.elements = simulation.element_nodes();
  frame.region = simulation.element_regions();
  frame.roles = simulation.roles();
  frame.von_mises = simulation.von_mises();
  return frame;
}

record::RunSummary summary_of(Simulation& simulation, const RunOptions& options) {
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
  summary.vertices = simulation.nodes();
  summary.elements = simulation.elements();
  summary.representatives = simulation.representatives();
  for (int role : simulation.roles()) {
    summary.dynamic_nodes += role == 1;
    summary.fixed_nodes += role == 3 || role == 4;
  }
  summary.threads = options.threads;
  summary.notices = simulation.notices();
  summary.extra.emplace_back("time_step", scene.time.step);
  return summary;
}

/// metric_k and active_k of every representative node.
std::vector<std::string> representative_columns(const Simulation& simulation) {
  std::vector<std::string> columns;
  for (int k = 0; k < simulation.representatives(); ++k) {
    columns.push_back("metric_" + std::to_string(k));
    columns.push_back("active_" + std::to_string(k));
  }
  return columns;
}

void representative_values(const Simulation& simulation, std::vector<double>& values) {
  values.clear();
  for (int k = 0; k < simulation.representatives(); ++k) {
    values.push_back(simulation.liveliness(k));
    values.push_back(simulation.awake(k));
  }
}

}  // namespace

RunResult run(Simulation& simulation, const RunOptions& options) {
  const SceneSpec& scene = simulation.scene();
  const double h = scene.time.step;
  const long long steps =
      options.steps
          ? *options.steps
          : std::max(1LL, static_cast<long long>(std::ceil(scene.time.duration / h - 1e-6)));
  if (options.notice)
    for (const std::string& notice : simulation.notices()) options.notice(notice);

  std::optional<record::Recorder> recorder;
  StreamSource stream;
  record::RunSummary summary = summary_of(simulation, options);
  if (!options.folder.empty()) {
    record::RecorderOptions recording;
    recording.frames = scene.output.frames;
    recording.preview = scene.output.preview;
    recording.extra_columns = representative_columns(simulation);
    if (scene.method.adaptive) recording.threshold = scene.method.threshold;
    recorder.emplace(options.folder, recording);
    recorder->frame(frame_of(simulation));
    stream.begin(simulation);
    recorder->message(stream.scene_text(simulation, {.label = method_label(scene.method)}));
    recorder->message(stream.shape(simulation));
    recorder->message(stream.frame(simulation, record::kAllFields, {}));
  }

  RunResult result;
  result.status = "ok";
  std::vector<double> values;
  double last_frame = simulation.time();
  double next_frame = last_frame + scene.output.frame_interval;
  const double started = simulation.time();
  const auto begin = Clock::now();
  const auto write_frame = [&] {
    if (recorder && simulation.time() > last_frame) {
      recorder->frame(frame_of(simulation));
      const double wall = std::chrono::duration<double>(Clock::now() - begin).count();
      if (stream.outdated(simulation)) {
        stream.begin(simulation);
        recorder->message(stream.shape(simulation));
      }
      recorder->message(stream.frame(
          simulation, record::kAllFields,
          {static_cast<double>(result.steps) / wall, (simulation.time() - started) / wall}));
    }
    last_frame = simulation.time();
  };
  for (long long step = 1; step <= steps; ++step) {
    const StepReport report = simulation.step();
    if (report.status != StepStatus::ok) {
      result.status = "diverged";
      result.message = "step " + std::to_string(step) + " at t = " + std::to_string(report.time) +
                       " s: " + report.message;
      write_frame();  // the last good state
      break;
    }
    result.steps = step;
    stream.step(report);
    result.mean_stages.fill += report.stages.fill;
    result.mean_stages.factor += report.stages.factor;
    result.mean_stages.solve += report.stages.solve;
    result.mean_stages.other += report.stages.other;
    result.factorizations += report.factorizations;
    result.undone += report.undone;
    result.substeps += report.substeps;
    if (recorder) {
      representative_values(simulation, values);
      recorder->step(report, values);
      if (report.time >= next_frame - 1e-9 || step == steps) {
        write_frame();
        next_frame += std::max(scene.output.frame_interval, h);
      }
    }
    if (options.progress) options.progress(step, steps, report);
    if (options.interrupted && step < steps && options.interrupted()) {
      result.status = "interrupted";
      result.message =
          "stopped after step " + std::to_string(step) + " of " + std::to_string(steps);
      write_frame();
      break;
    }
  }
  result.wall_time = std::chrono::duration<double>(Clock::now() - begin).count();
  if (result.steps > 0)
    for (double* stage : {&result.mean_stages.fill, &result.mean_stages.factor,
                          &result.mean_stages.solve, &result.mean_stages.other})
      *stage /= static_cast<double>(result.steps);
  result.energy = simulation.energy();
  if (options.check_rest && result.status == "ok") {
    result.rest = simulation.distance_to_rest();
    summary.extra.emplace_back("rest_distance", result.rest->distance);
    summary.extra.emplace_back("rest_distance_relative", result.rest->relative);
    summary.extra.emplace_back("rest_converged", static_cast<long long>(result.rest->converged));
  }
  if (recorder) {
    summary.status = result.status;
    summary.message = result.message;
    summary.analyses = simulation.analyses();
    summary.wall_time = result.wall_time;
    recorder->finish(summary);
  }
  return result;
}

}  // namespace conjac
