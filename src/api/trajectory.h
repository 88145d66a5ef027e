#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conjac/scene_spec.h"
#include "conjac/simulation.h"
#include "core/dim.h"

namespace conjac {

/// Where all nodes are at some moments of a run.
struct Trajectory {
  std::vector<double> times;   // s, ascending
  MatrixXd x;                  // (dofs x times) m
  std::vector<double> energy;  // (times) kinetic + elastic, J
  VectorXd start;              // (dofs) positions when the run began

  /// The column of a moment, -1 where there is none.
  int column(double time) const;
  /// Largest distance of any node from where the run began, m: at the first moment (the pull, where
  /// that is a release) or, where that is the start, at any.
  double largest_displacement(int dimension) const;
};

/// How a run went that is watched and not recorded.
struct RunLog {
  std::string status = "ok";  // ok, diverged, interrupted
  std::string message;
  long long steps = 0, parts = 0, undone = 0, factorizations = 0;
  double wall = 0, processor = 0;  // of the steps, s
};

/// Runs a scene until `end`. `watch` is called at the start and after every step; false ends it.
RunLog run_watched(const SceneSpec& scene, double end,
                   const std::function<bool(Simulation&)>& watch);

/// Fills `trajectory` at its times from the states of a run, by cubics between two steps (whose
/// velocities are known) where a moment is not the end of one.
class Sampler {
 public:
  Sampler(std::span<const double> times, Trajectory& into);
  void take(Simulation& simulation);

 private:
  void fill(double time, Simulation& simulation);

  Trajectory& into_;
  std::size_t next_ = 0;
  VectorXd x0_, v0_;
  double time0_ = 0, energy0_ = 0;
};

/// Root mean square over nodes and moments between a run and a reference, in windows that begin
/// together.
class DistanceMeter {
 public:
  /// `windows` in s, ascending.
  DistanceMeter(const Trajectory& truth, double from, std::vector<double> windows, int dimension);
  void add(double time, std::span<const double> x);
  /// (windows) over `scale`; not a number where the run ended before the window did.
  std::vector<double> over(double scale) const;

 private:
  const Trajectory& truth_;
  double from_;
  std::vector<double> windows_, sums_;
  std::vector<long long> counts_;
  int dimension_;
  double last_ = 0;
};

}  // namespace conjac
