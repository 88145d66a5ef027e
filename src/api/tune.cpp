#include "conjac/tune.h"

#include <cmath>

#include "api/trial.h"
#include "conjac/error.h"

namespace conjac {
namespace {

std::string outcome_text(const TrialResult& result) {
  const std::string when = " at t = " + std::to_string(result.time) + " s";
  if (result.status == "diverged") return "diverged" + when;
  if (result.status == "unbounded") return "energy above its bound" + when;
  return result.status == "ok" ? "stable" : result.status;
}

/// Betas by their number on the grid, each run at most once.
class Search {
 public:
  Search(const SceneSpec& scene, const TuneOptions& options) : scene_(scene), options_(options) {
    scene_.method.integrator = Integrator::linear_implicit;
    scene_.method.guard = false;
    last_ =
        static_cast<int>(std::floor((options.max_beta - options.first) / options.increment + 1e-9));
  }

  int last() const { return last_; }
  bool interrupted() const { return result.interrupted; }
  double beta(int k) const {  // 0.30000000000000004 is nobody's beta
    return std::round((options_.first + k * options_.increment) * 1e9) / 1e9;
  }
  bool stable(int k) {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (numbers_[i] == k) return result.trials[i].stable;
    const int tried = static_cast<int>(numbers_.size());
    TrialOptions watch;
    watch.bound_energy = true;
    watch.progress = [&](double share) {
      return !options_.progress || options_.progress(beta(k), tried, share);
    };
    if (!watch.progress(0)) return stop();
    scene_.method.beta = beta(k);
    const TrialResult run = trial(scene_, watch);
    if (run.status == "interrupted") return stop();
    numbers_.push_back(k);
    result.trials.push_back(
        {beta(k), run.status == "ok", outcome_text(run), run.time, run.largest_gain, run.wall});
    return run.status == "ok";
  }

  /// The smallest stable number in [low, last()], -1 if there is none (or it was stopped).
  int smallest_from(int low) {
    if (low > last_) return -1;
    if (options_.every) {
      while (low <= last_ && !stable(low) && !interrupted()) ++low;
      return low <= last_ && !interrupted() ? low : -1;
    }
    int below = low - 1, above = low;  // everything at or under `below` is unstable
    for (int width = 1; !stable(above) && !interrupted(); width *= 2) {
      if (above == last_) return -1;
      below = above;
      above = std::min(last_, above + width);
    }
    while (above - below > 1 && !interrupted()) {
      const int middle = (below + above) / 2;
      (stable(middle) ? above : below) = middle;
    }
    return interrupted() ? -1 : above;
  }

  TuneResult result;

 private:
  bool stop() {
    result.interrupted = true;
    return false;
  }

  SceneSpec scene_;
  const TuneOptions& options_;
  int last_;
  std::vector<int> numbers_;
};

}  // namespace

TuneResult smallest_stable_beta(const SceneSpec& scene, const TuneOptions& options) {
  if (!(options.first > 0) || !(options.increment > 0) || options.max_beta < options.first)
    throw Error(ErrorKind::usage, "tune: betas must be positive and the largest not below " +
                                      std::to_string(options.first));
  Search search(scene, options);
  int number = search.smallest_from(0);
  // A lone stable beta among unstable ones is luck.
  while (number >= 0 && number < search.last() && !search.stable(number + 1) &&
         !search.interrupted())
    number = search.smallest_from(number + 2);
  TuneResult result = std::move(search.result);
  result.found = number >= 0 && !result.interrupted;
  if (result.found) result.beta = search.beta(number);
  return result;
}

}  // namespace conjac
