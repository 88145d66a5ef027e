#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "conjac/recording.h"
#include "core/archive.h"

namespace conjac {

/// How a run fares: steps that had to be taken in parts, and energy out of nothing, which methods
/// without a guard on it may gain. Whoever reads the results should know of both.
class RunHealth {
 public:
  void begin(const Energies& energy) {
    allowed_ = energy.total();
    lowest_gravity_ = energy.gravity;
  }

  void note(const StepReport& report) {
    ++steps_;
    in_parts_ += report.substeps > 1;
    allowed_ += report.scripted_work;
    if (!report.cuts.empty()) allowed_ = report.energy.total();  // another body from here on
    lowest_gravity_ = std::min(lowest_gravity_, report.energy.gravity);
    can_move_ = std::max(can_move_, allowed_ - lowest_gravity_);
    excess_ = std::max(excess_, report.energy.total() - allowed_);
  }

  /// Sentences about what was not as it should be. An `ok` becomes `strained` where too many steps
  /// were taken in parts.
  std::vector<std::string> judge(RunResult& result) const {
    std::vector<std::string> said;
    if (result.status == "ok" && in_parts_ >= kFew &&
        static_cast<double>(in_parts_) > kStrained * static_cast<double>(steps_)) {
      result.status = "strained";
      result.message = std::to_string(in_parts_) + " of " + std::to_string(steps_) +
                       " steps had to be taken in parts; a smaller time.step, some method.damping "
                       "or a material that is stiffer for its weight makes them whole";
      said.push_back(result.message);
    }
    if (can_move_ > 0 && excess_ > kTellExcess * can_move_) {
      char text[200];
      std::snprintf(text, sizeof text,
                    "the energy rose by %.3g J out of nothing, %.3g times what the body can move "
                    "with; take a smaller time.step or set method.guard to true",
                    excess_, excess_ / can_move_);
      said.emplace_back(text);
    }
    return said;
  }

  long long steps_in_parts() const { return in_parts_; }
  double energy_excess() const { return excess_; }  // J

  void describe(Archive& archive) {
    archive(steps_, in_parts_, allowed_, lowest_gravity_, can_move_, excess_);
  }

 private:
  // A run with more steps in parts than this share of them is strained; a few say nothing.
  static constexpr double kStrained = 0.1;
  static constexpr long long kFew = 5;
  // Energy out of nothing is told of when it is more than this share of what the body can move with.
  // Friction of obstacles that move puts some in that is not counted.
  static constexpr double kTellExcess = 0.5;

  long long steps_ = 0, in_parts_ = 0;
  double allowed_ = 0;         // J, there at the start or put in since
  double lowest_gravity_ = 0;  // J, so far
  double can_move_ = 0;        // J, the most of `allowed_` that was above the lowest gravity
  double excess_ = 0;          // J, the largest energy beyond `allowed_`
};

/// Cuts of the timeline that no step was late enough for, in a sentence; empty where there are
/// none.
inline std::string cuts_left(const SceneSpec& scene, double last_begin) {
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

}  // namespace conjac
