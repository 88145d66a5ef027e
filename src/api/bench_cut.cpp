#include <algorithm>
#include <cmath>

#include "api/medians.h"
#include "conjac/bench.h"
#include "conjac/error.h"
#include "conjac/simulation.h"

namespace conjac {
namespace {

SceneSpec plain_scene(SceneSpec scene) {
  std::erase_if(scene.timeline,
                [](const Event& event) { return std::holds_alternative<CutEvent>(event); });
  scene.method.reuse_tolerance = 0;
  scene.method.guard = false;
  return scene;
}

/// Across the longest side of the body as it is now, `place` of the way along it.
CutSpec across(const Simulation& simulation, double place) {
  const auto x = simulation.positions();
  const auto dim = static_cast<std::size_t>(simulation.dimension());
  Triple low{}, high{}, normal{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    low[i % dim] = i < dim ? x[i] : std::min(low[i % dim], x[i]);
    high[i % dim] = i < dim ? x[i] : std::max(high[i % dim], x[i]);
  }
  std::size_t longest = 0;
  for (std::size_t c = 1; c < dim; ++c)
    if (high[c] - low[c] > high[longest] - low[longest]) longest = c;
  normal[longest] = 1;
  CutSpec cut;
  Triple point = low;
  point[longest] += place * (high[longest] - low[longest]);
  cut.shape = CutPlane{point, normal, 0};
  return cut;
}

/// Seconds of a step.
double step(Simulation& simulation) {
  const StepReport report = simulation.step();
  if (report.status != StepStatus::ok)
    throw Error(ErrorKind::diverged, "bench: the scene diverged at t = " +
                                         std::to_string(report.time) + " s: " + report.message);
  if (report.factorizations != 1)
    throw Error(ErrorKind::usage,
                "bench: the body does not move, so its steps do not factor and say nothing; "
                "choose a scene where it does");
  return report.stages.total();
}

double median_step(Simulation& simulation, int steps) {
  std::vector<double> seconds;
  for (int k = 0; k < steps; ++k) seconds.push_back(step(simulation));
  return median(seconds);
}

}  // namespace

CutTable bench_cut(const SceneSpec& scene, const CutBenchOptions& options,
                   const BenchProgress& progress) {
  if (options.rounds < 1 || options.steps < 1)
    throw Error(ErrorKind::usage, "bench: rounds and steps must be at least 1");
  CutTable table;
  table.scene = scene.name;
  table.options = options;
  table.machine = this_machine();
  std::vector<double> before, cut, first, after, cut_ratio, pause_ratio, after_ratio;
  for (int round = 0; round < options.rounds; ++round) {
    table.complete = !progress || progress(round, options.rounds, "cut");
    if (!table.complete) break;
    Simulation simulation(plain_scene(scene));
    table.vertices = simulation.nodes();
    table.elements = simulation.elements();
    step(simulation);  // analysis, memory, caches
    before.push_back(median_step(simulation, options.steps));
    const double place = 0.3 + 0.4 * (round + 0.5) / options.rounds;
    const CutReport report = simulation.cut(across(simulation, place));
    if (!report.separated) throw Error(ErrorKind::usage, "bench: " + report.text);
    cut.push_back(report.seconds);
    first.push_back(step(simulation));
    after.push_back(median_step(simulation, options.steps));
    const double ordinary = before.back();
    cut_ratio.push_back(cut.back() / ordinary);
    pause_ratio.push_back((cut.back() + std::max(0.0, first.back() - ordinary)) / ordinary);
    after_ratio.push_back(after.back() / ordinary);
  }
  table.step = median(before);
  table.cut = median(cut);
  table.first_step = median(first);
  table.step_after = median(after);
  table.cut_ratio = median(cut_ratio);
  table.pause_ratio = median(pause_ratio);
  table.after_ratio = median(after_ratio);
  table.rounds = static_cast<int>(cut.size());
  return table;
}

}  // namespace conjac
