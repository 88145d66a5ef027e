#pragma once

#include <functional>
#include <vector>

#include "api/truth_cache.h"

namespace conjac {

/// The motion that others are measured against: full FE by velocity Verlet below its stable limit
/// (found from the highest frequency of the body at its start), or by the implicit midpoint rule
/// where that is expected to cost less and nothing can touch. It is run twice, the second time in
/// half the steps; the distance between the two says how good it is. While that is more than
/// 0.002 in the longest window the steps are halved again, a few times.
class TruthMaker {
 public:
  /// Returns whether to go on; share 0..1 of the whole.
  using Progress = std::function<bool(double share, const std::string& what)>;
  /// `times` are the moments to be kept. Throws Error(bad_input) for bones and cuts, Error(diverged)
  /// where no step is short enough.
  TruthMaker(const SceneSpec& scene, std::vector<double> times, const TruthOptions& options,
             Progress progress);
  /// False: interrupted.
  bool make(Truth& truth);

 private:
  bool run(double step, double begin, double end, Trajectory& way);
  void choose();
  double seconds_per_step(Integrator integrator, double step, int steps) const;
  std::vector<double> difference(const Trajectory& a, const Trajectory& b) const;
  SceneSpec with(Integrator integrator, double step) const;
  double coarser(double step) const;  // a whole part of the scene's step that is at least as short

  SceneSpec scene_;
  std::vector<double> times_;
  const TruthOptions& options_;
  Progress progress_;
  Integrator integrator_ = Integrator::verlet;
  double step_ = 0;  // s, of the first run
  double wall_ = 0;
  std::string problem_;  // of a run that diverged
  int dimension_ = 3;
  Truth* truth_ = nullptr;
};

/// Twice the inverse of the highest frequency of a body as it is, s: longer explicit steps are not
/// stable.
double stable_step(Simulation& simulation);

}  // namespace conjac
