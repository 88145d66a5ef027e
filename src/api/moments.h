#pragma once

#include <algorithm>
#include <cmath>
#include <variant>

#include "conjac/scene_spec.h"

namespace conjac {

/// What two clocks may differ by and still show the same time, s.
inline constexpr double kSameTime = 1e-9;

/// When the timeline lets go for the last time; -1 when it never does.
inline double last_release(const SceneSpec& scene) {
  double time = -1;
  for (const Event& event : scene.timeline)
    if (const auto* release = std::get_if<ReleaseEvent>(&event))
      time = std::max(time, release->time);
  return time;
}

/// Steps that its duration takes.
inline long long steps_of(const SceneSpec& scene) {
  return std::max(1LL,
                  static_cast<long long>(std::ceil(scene.time.duration / scene.time.step - 1e-6)));
}

}  // namespace conjac
