#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "conjac/step_watch.h"

namespace conjac {

/// Who wants to stop waits for a short step, and not for a long one.
struct PatientWatch : StepWatch {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPatience{300};
  Clock::time_point begin{};
  explicit PatientWatch(std::function<bool()> interrupted) {
    stop = [this, asked = std::move(interrupted)] {
      return Clock::now() - begin > kPatience && asked();
    };
  }
};

}  // namespace conjac
