#include "api/truth_reference.h"

#include <algorithm>
#include <cmath>

#include "api/body_matrices.h"
#include "conjac/error.h"
#include "linalg/eigenpairs.h"

namespace conjac {
namespace {

constexpr double kEnough = 2e-3;       // distance between two references that settles it
constexpr int kMostHalvings = 3;       // until then
constexpr double kOfStable = 0.7;      // first step of Verlet over the stable one at the start
constexpr double kMidpointParts = 16;  // first step of midpoint: the scene's over this
constexpr int kVerletTrial = 30, kMidpointTrial = 4;  // steps that a cost is guessed from

void refuse(bool holds, const SceneSpec& scene, const std::string& what) {
  if (holds)
    throw Error(ErrorKind::bad_input, "bench --truth: the scene \"" + scene.name + "\" has " +
                                          what + ", of which there is no reference");
}

}  // namespace

double stable_step(Simulation& simulation) {
  const BodyMatrices body(simulation);
  return 2 / std::sqrt(largest_eigenvalue(body.stiffness(), body.mass()));
}

TruthMaker::TruthMaker(const SceneSpec& scene, std::vector<double> times,
                       const TruthOptions& options, Progress progress)
    : scene_(scene), times_(std::move(times)), options_(options), progress_(std::move(progress)) {
  refuse(!scene.bones.empty(), scene, "bones");
  refuse(std::any_of(scene.timeline.begin(), scene.timeline.end(),
                     [](const Event& event) { return std::holds_alternative<CutEvent>(event); }),
         scene, "cuts");
  std::erase_if(scene_.roles, [](const RoleSpec& role) { return role.role != NodeRole::fixed; });
  scene_.placement = {};
  scene_.method = {};
  scene_.method.method = Method::vanilla;
  scene_.method.damping = scene.method.damping;
}

SceneSpec TruthMaker::with(Integrator integrator, double step) const {
  SceneSpec scene = scene_;
  scene.method.integrator = integrator;
  if (integrator == Integrator::verlet) scene.method.guard = false;
  scene.time.step = step;
  return scene;
}

double TruthMaker::coarser(double step) const {
  return scene_.time.step / std::max(1.0, std::ceil(scene_.time.step / step - 1e-9));
}

double TruthMaker::seconds_per_step(Integrator integrator, double step, int steps) const {
  const RunLog log =
      run_watched(with(integrator, step), steps * step, [](Simulation&) { return true; });
  return log.wall / static_cast<double>(std::max(1LL, log.steps));
}

/// Which integrator, and the step of the first run.
void TruthMaker::choose() {
  Simulation simulation(with(Integrator::linear_implicit, scene_.time.step));
  dimension_ = simulation.dimension();
  TruthReference& facts = truth_->facts;
  facts.stable_step = stable_step(simulation);
  const double verlet = coarser(kOfStable * facts.stable_step);
  const double midpoint = scene_.time.step / kMidpointParts;
  const std::string& asked = options_.reference;
  if (asked == "auto" && !simulation.can_touch())
    integrator_ =
        seconds_per_step(Integrator::verlet, verlet, kVerletTrial) / verlet <=
                seconds_per_step(Integrator::midpoint, midpoint, kMidpointTrial) / midpoint
            ? Integrator::verlet
            : Integrator::midpoint;
  else
    integrator_ = asked == "midpoint" ? Integrator::midpoint : Integrator::verlet;
  step_ = integrator_ == Integrator::verlet ? verlet : midpoint;
  if (options_.reference_step > 0) step_ = 2 * coarser(options_.reference_step);
  facts.integrator = integrator_ == Integrator::verlet ? "verlet" : "midpoint";
}

/// False: interrupted, or (with problem_ set) diverged.
bool TruthMaker::run(double step, double begin, double end, Trajectory& way) {
  way = {};
  problem_.clear();
  Sampler sampler(times_, way);
  char what[80];
  std::snprintf(what, sizeof what, "reference, %s, h = %.3g ms", truth_->facts.integrator.c_str(),
                1e3 * step);
  const double until = times_.back();
  long long count = 0;
  const RunLog log = run_watched(with(integrator_, step), until, [&](Simulation& simulation) {
    sampler.take(simulation);
    return count++ % 32 != 0 || !progress_ ||
           progress_(begin + (end - begin) * simulation.time() / until, what);
  });
  wall_ += log.wall;
  if (log.status == "diverged") problem_ = log.message;
  return log.status == "ok";
}

std::vector<double> TruthMaker::difference(const Trajectory& a, const Trajectory& b) const {
  DistanceMeter meter(b, times_.front(), options_.windows, dimension_);
  for (std::size_t k = 0; k < a.times.size(); ++k) {
    const auto column = a.x.col(static_cast<Eigen::Index>(k));
    meter.add(a.times[k], {column.data(), static_cast<std::size_t>(column.size())});
  }
  return meter.over(b.largest_displacement(dimension_));
}

bool TruthMaker::make(Truth& truth) {
  truth_ = &truth;
  choose();
  Trajectory coarse;
  bool ran = run(step_, 0, 0.3, coarse);
  for (int k = 0; k < kMostHalvings && !problem_.empty(); ++k)
    ran = run(step_ /= 2, 0, 0.3, coarse);
  for (int k = 0; ran; ++k) {
    ran = run(step_ / 2, 0.3, 1, truth.way);
    if (!ran) break;
    truth.facts.difference = difference(coarse, truth.way);
    const bool settled = !(truth.facts.difference.back() > kEnough);
    if (settled || options_.reference_step > 0 || k == kMostHalvings) break;
    std::swap(coarse, truth.way);
    step_ /= 2;
  }
  truth.facts.time_step = step_ / 2;
  truth.facts.wall = wall_;
  if (!problem_.empty())
    throw Error(ErrorKind::diverged,
                "bench --truth: the reference diverged " + problem_ +
                    "; choose a shorter --reference-step, or --reference midpoint");
  return ran;
}

}  // namespace conjac
