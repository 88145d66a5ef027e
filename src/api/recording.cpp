#include "conjac/recording.h"

#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "api/stream_source.h"
#include "draw/run_pictures.h"
#include "record/recorder.h"
#include "scene/cut_text.h"
#include "scenefile/option_table.h"

#ifndef CONJAC_VERSION
#define CONJAC_VERSION "unknown"
#endif

namespace conjac {
namespace {

using Clock = std::chrono::steady_clock;

/// Who wants to stop waits for a short step, and not for a long one.
struct PatientWatch : StepWatch {
  static constexpr std::chrono::milliseconds kPatience{300};
  Clock::time_point begin{};
  explicit PatientWatch(std::function<bool()> interrupted) {
    stop = [this, asked = std::move(interrupted)] {
      return Clock::now() - begin > kPatience && asked();
    };
  }
};

/// What pictures show beside the body.
struct Drawn {
  std::vector<FiberView> fibers;  // at rest
  int topology = 0;               // they are those of
  std::vector<record::FiberLine> lines;
  std::vector<SolidView> solids;

  explicit Drawn(const Simulation& simulation)
      : fibers(simulation.fibers()), topology(simulation.topology()) {}
  void update(const Simulation& simulation);
};

/// Fibres turn and stretch with their elements: F a.
void Drawn::update(const Simulation& simulation) {
  if (topology != simulation.topology()) {  // a cut may have removed elements
    fibers = simulation.fibers();
    topology = simulation.topology();
  }
  solids = simulation.bones();
  lines.clear();
  const int d = simulation.dimension(), corners = d + 1;
  const auto nodes = simulation.element_nodes();
  const auto x = simulation.positions(), rest = simulation.rest_positions();
  const auto activation = simulation.activations();
  Eigen::MatrixXd before(d, d), now(d, d);
  for (const FiberView& fiber : fibers) {
    const int* element = &nodes[static_cast<std::size_t>(fiber.element * corners)];
    record::FiberLine line;
    for (int c = 0; c < d; ++c)
      for (int a = 0; a < corners; ++a)
        line.middle[c] += x[static_cast<std::size_t>(element[a] * d + c)] / corners;
    for (int a = 0; a < d; ++a)
      for (int c = 0; c < d; ++c) {
        const auto at = [&](int node) { return static_cast<std::size_t>(node * d + c); };
        before(c, a) = rest[at(element[a + 1])] - rest[at(element[0])];
        now(c, a) = x[at(element[a + 1])] - x[at(element[0])];
      }
    const Eigen::Map<const Eigen::Vector3d> direction(fiber.direction.data());
    const Eigen::VectorXd along = now * before.partialPivLu().solve(direction.head(d));
    const double length = 0.3 * before.colwise().norm().mean();
    for (int c = 0; c < d; ++c) line.half[c] = length * along[c];
    line.activation = activation[static_cast<std::size_t>(fiber.element)];
    lines.push_back(line);
  }
}

record::FrameView frame_of(Simulation& simulation, Drawn& drawn) {
  record::FrameView frame;
  drawn.update(simulation);
  frame.fibers = drawn.lines;
  frame.solids = drawn.solids;
  if (!drawn.fibers.empty()) frame.activation = simulation.activations();
  frame.dimension = simulation.dimension();
  frame.time = simulation.time();
  frame.positions = simulation.positions();
  frame.velocities = simulation.velocities();
  frame.elements = simulation.element_nodes();
  frame.region = simulation.element_regions();
  frame.roles = simulation.roles();
  frame.von_mises = simulation.von_mises();
  frame.contact_force = simulation.contact_forces();
  if (simulation.scene().method.adaptive) frame.owner = simulation.representative_regions();
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

/// The columns of history.csv that depend on the scene: what touches, where anything can (pieces of
/// a cut can); metric_k and active_k of the representative nodes there are when the run begins (a
/// cut may add others, or take some away); joint_<bone> of every joint coordinate.
class FurtherColumns {
 public:
  explicit FurtherColumns(const Simulation& simulation) {
    touch_ = simulation.can_touch();
    for (const Event& event : simulation.scene().timeline)
      touch_ |= std::holds_alternative<CutEvent>(event);
    if (touch_) names_ = {"contacts", "penetration", "normal_force", "friction_force"};
    first_ = names_.size();
    for (int k = 0; k < simulation.representatives(); ++k) {
      names_.push_back("metric_" + std::to_string(k));
      names_.push_back("active_" + std::to_string(k));
    }
    joints_ = names_.size();
    for (const std::string& name : simulation.joint_names()) names_.push_back(name);
    values_.resize(names_.size());
  }
  const std::vector<std::string>& names() const { return names_; }

  const std::vector<double>& values(const Simulation& simulation, const ContactTotals& contact) {
    std::fill(values_.begin(), values_.end(), 0.0);
    if (touch_) {
      values_[0] = contact.count;
      values_[1] = contact.penetration;
      values_[2] = contact.normal_force;
      values_[3] = contact.friction_force;
    }
    for (int k = 0; k < simulation.representatives(); ++k) {
      const std::size_t column =
          first_ + 2 * static_cast<std::size_t>(simulation.representative_id(k));
      if (column + 2 > joints_) continue;
      values_[column] = simulation.liveliness(k);
      values_[column + 1] = simulation.awake(k);
    }
    const auto joints = simulation.joint_positions();
    std::copy(joints.begin(), joints.end(), values_.begin() + static_cast<std::ptrdiff_t>(joints_));
    return values_;
  }

 private:
  bool touch_ = false;
  std::size_t first_ = 0, joints_ = 0;  // where representatives and joints begin
  std::vector<std::string> names_;
  std::vector<double> values_;
};

/// Cuts of the timeline that no step was late enough for, in a sentence; empty where there are
/// none.
std::string cuts_left(const SceneSpec& scene, double last_begin) {
  int count = 0;
  double first = 0;
  for (const Event& event : scene.timeline)
    if (const auto* cut = std::get_if<CutEvent>(&event); cut && cut->time > last_begin + 1e-9) {
      first = count++ ? std::min(first, cut->time) : cut->time;
    }
  if (count == 0) return "";
  char times[96];
  std::snprintf(times, sizeof times, "at t = %.6g s, and the last step began at t = %.6g s", first,
                last_begin);
  return count == 1 ? "a cut of the timeline was not made: it is due " + std::string(times)
                    : std::to_string(count) +
                          " cuts of the timeline were not made: the first is due " + times;
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
  std::optional<draw::RunPictures> pictures;
  Drawn drawn(simulation);
  FurtherColumns further(simulation);
  StreamSource stream;
  record::RunSummary summary = summary_of(simulation, options);
  if (!options.folder.empty()) {
    record::RecorderOptions recording;
    recording.frames = scene.output.frames;
    recording.extra_columns = further.names();
    recorder.emplace(options.folder, recording);
    draw::RunPicturesOptions drawing;
    drawing.preview = scene.output.preview;
    if (scene.method.adaptive) drawing.threshold = scene.method.threshold;
    pictures.emplace(drawing);
    const record::FrameView first = frame_of(simulation, drawn);
    recorder->frame(first);
    pictures->frame(first);
    stream.begin(simulation);
    recorder->message(stream.scene_text(simulation, {.label = method_label(scene.method)}));
    recorder->message(stream.shape(simulation));
    recorder->message(stream.frame(simulation, record::kAllFields, {}));
  }

  RunResult result;
  result.status = "ok";
  double last_frame = simulation.time();
  double next_frame = last_frame + scene.output.frame_interval;
  const double started = simulation.time();
  double last_begin = started;  // of the last step
  const auto begin = Clock::now();
  const auto write_frame = [&] {
    if (recorder && simulation.time() > last_frame) {
      const record::FrameView frame = frame_of(simulation, drawn);
      recorder->frame(frame);
      pictures->frame(frame);
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
  const auto watch = std::make_shared<PatientWatch>(options.interrupted);
  if (options.interrupted) simulation.watch_by(watch);
  const auto stopped_after = [&](long long step) {
    result.status = "interrupted";
    result.message = "stopped after step " + std::to_string(step) + " of " + std::to_string(steps);
    write_frame();
  };
  for (long long step = 1; step <= steps; ++step) {
    last_begin = simulation.time();
    watch->begin = Clock::now();
    const StepReport report = simulation.step();
    for (const CutReport& cut : report.cuts) {
      result.cuts.push_back(cut);
      if (options.notice) options.notice(dated_text(cut));
    }
    if (report.status == StepStatus::interrupted) {
      stopped_after(step - 1);
      break;
    }
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
      recorder->step(report, further.values(simulation, report.contact));
      if (report.time >= next_frame - 1e-9 || step == steps) {
        write_frame();
        next_frame += std::max(scene.output.frame_interval, h);
      }
    }
    if (options.progress) options.progress(step, steps, report);
    if (options.interrupted && step < steps && options.interrupted()) {
      stopped_after(step);
      break;
    }
  }
  simulation.watch_by(nullptr);
  result.wall_time = std::chrono::duration<double>(Clock::now() - begin).count();
  if (result.steps > 0)
    for (double* stage : {&result.mean_stages.fill, &result.mean_stages.factor,
                          &result.mean_stages.solve, &result.mean_stages.other})
      *stage /= static_cast<double>(result.steps);
  result.energy = simulation.energy();
  const std::string left = result.status == "ok" ? cuts_left(scene, last_begin) : "";
  if (options.notice && !left.empty()) options.notice(left);
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
    summary.notices = simulation.notices();
    if (!left.empty()) summary.notices.push_back(left);
    if (!result.cuts.empty()) {
      summary.extra.emplace_back("cuts", static_cast<long long>(result.cuts.size()));
      double seconds = 0;
      for (const CutReport& cut : result.cuts) seconds += cut.seconds;
      summary.extra.emplace_back("cut_time", seconds);
      summary.extra.emplace_back("vertices_at_end", static_cast<long long>(simulation.nodes()));
      summary.extra.emplace_back("elements_at_end", static_cast<long long>(simulation.elements()));
    }
    summary.wall_time = result.wall_time;
    pictures->write(options.folder, recorder->completed(summary));
    recorder->finish(summary);
  }
  return result;
}

}  // namespace conjac
