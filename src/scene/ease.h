#pragma once

#include "conjac/scene_spec.h"

namespace conjac {

// Step times are multiples of h in floating point; an event at such a time belongs to that step.
inline constexpr double kInstant = 1e-9;

/// How much of a change from `start` to `end` is done at `time`, 0..1.
inline double eased(Ease ease, double start, double end, double time) {
  if (time >= end) return 1;
  if (time <= start) return 0;
  const double s = (time - start) / (end - start);
  return ease == Ease::smooth ? s * s * (3 - 2 * s) : s;
}

}  // namespace conjac
