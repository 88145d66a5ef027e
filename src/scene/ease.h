#pragma once

#include "conjac/scene_spec.h"
#include "core/tuned.h"

namespace conjac {

// Step times are multiples of h in floating point; an event nearer to one than this part of a step
// belongs to that step.
CONJAC_TUNED(double, kInstant, 2e-7);

/// How much of a change from `start` to `end` is done at `time`, 0..1.
inline double eased(Ease ease, double start, double end, double time) {
  if (time >= end) return 1;
  if (time <= start) return 0;
  const double s = (time - start) / (end - start);
  return ease == Ease::smooth ? s * s * (3 - 2 * s) : s;
}

}  // namespace conjac
