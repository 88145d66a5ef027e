#include "api/trajectory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>

#include "api/moments.h"

namespace conjac {
namespace {

double at_play(Simulation& simulation) {
  const Energies energy = simulation.energy();
  return energy.kinetic + energy.elastic;
}

Eigen::Map<const VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

int Trajectory::column(double time) const {
  const auto found = std::lower_bound(times.begin(), times.end(), time - kSameTime);
  if (found == times.end() || *found > time + kSameTime) return -1;
  return static_cast<int>(found - times.begin());
}

double Trajectory::largest_displacement(int dimension) const {
  const auto at = [&](Eigen::Index k) {
    double largest = 0;
    for (Eigen::Index i = 0; i < x.rows(); i += dimension)
      largest =
          std::max(largest, (x.col(k).segment(i, dimension) - start.segment(i, dimension)).norm());
    return largest;
  };
  double largest = x.cols() > 0 ? at(0) : 0.0;
  for (Eigen::Index k = 1; k < x.cols() && times.front() <= 0; ++k)
    largest = std::max(largest, at(k));
  return largest;
}

RunLog run_watched(const SceneSpec& scene, double end,
                   const std::function<bool(Simulation&)>& watch) {
  using Clock = std::chrono::steady_clock;
  RunLog log;
  Simulation simulation(scene);
  bool go_on = watch(simulation);
  while (go_on && simulation.time() < end - 1e-6 * scene.time.step) {
    const auto begin = Clock::now();
    const std::clock_t used = std::clock();
    const StepReport report = simulation.step();
    log.wall += std::chrono::duration<double>(Clock::now() - begin).count();
    log.processor += static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
    log.undone += report.undone;
    log.factorizations += report.factorizations;
    if (report.status != StepStatus::ok) {
      log.status = "diverged";
      log.message = "at t = " + std::to_string(report.time) + " s: " + report.message;
      return log;
    }
    ++log.steps;
    log.parts += report.substeps;
    go_on = watch(simulation);
  }
  if (!go_on) log.status = "interrupted";
  return log;
}

Sampler::Sampler(std::span<const double> times, Trajectory& into) : into_(into) {
  into_.times.assign(times.begin(), times.end());
  into_.energy.assign(times.size(), 0.0);
}

void Sampler::take(Simulation& simulation) {
  const double now = simulation.time();
  if (into_.start.size() == 0) {
    into_.start = as_vector(simulation.positions());
    into_.x.setZero(into_.start.size(), static_cast<Eigen::Index>(into_.times.size()));
  }
  while (next_ < into_.times.size() && into_.times[next_] <= now + kSameTime)
    fill(into_.times[next_], simulation);
  // What follows is needed only where a moment lies within the next step.
  if (next_ == into_.times.size()) return;
  x0_ = as_vector(simulation.positions());
  v0_ = as_vector(simulation.velocities());
  time0_ = now;
  energy0_ = at_play(simulation);
}

void Sampler::fill(double time, Simulation& simulation) {
  const auto k = static_cast<Eigen::Index>(next_++);
  const auto x1 = as_vector(simulation.positions());
  const double h = simulation.time() - time0_;
  const double s = h > 0 ? (time - time0_) / h : 1.0;
  into_.energy[static_cast<std::size_t>(k)] = (1 - s) * energy0_ + s * at_play(simulation);
  if (x0_.size() == 0 || s > 1 - kSameTime) {
    into_.x.col(k) = x1;
    return;
  }
  const double a = s * s * (3 - 2 * s);
  into_.x.col(k) = (1 - a) * x0_ + a * x1 + h * s * (1 - s) * (1 - s) * v0_ -
                   h * s * s * (1 - s) * as_vector(simulation.velocities());
}

DistanceMeter::DistanceMeter(const Trajectory& truth, double from, std::vector<double> windows,
                             int dimension)
    : truth_(truth),
      from_(from),
      windows_(std::move(windows)),
      sums_(windows_.size(), 0.0),
      counts_(windows_.size(), 0),
      dimension_(dimension) {}

void DistanceMeter::add(double time, std::span<const double> x) {
  last_ = time;
  if (time <= from_ + kSameTime || time > from_ + windows_.back() + kSameTime) return;
  const int column = truth_.column(time);
  if (column < 0) return;
  const double square = (as_vector(x) - truth_.x.col(column)).squaredNorm();
  const auto nodes = static_cast<long long>(x.size()) / dimension_;
  for (std::size_t k = 0; k < windows_.size(); ++k)
    if (time <= from_ + windows_[k] + kSameTime) {
      sums_[k] += square;
      counts_[k] += nodes;
    }
}

std::vector<double> DistanceMeter::over(double scale) const {
  std::vector<double> distances(windows_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < windows_.size(); ++k) {
    // A window may end between two steps; a run that diverged in it has not reached its end.
    const double step = truth_.times.size() > 1 ? truth_.times.back() - truth_.times.front() : 0;
    const bool reached = last_ > from_ + windows_[k] - 0.05 * std::min(windows_[k], step);
    if (counts_[k] > 0 && reached && scale > 0)
      distances[k] = std::sqrt(sums_[k] / static_cast<double>(counts_[k])) / scale;
  }
  return distances;
}

}  // namespace conjac
