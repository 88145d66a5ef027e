#pragma once

#include <cmath>

#include "core/tuned.h"

namespace conjac {

/// Energies are sums over the body; below this fraction of them a difference is round-off. Without
/// the allowance the search would refuse the last corrections and stop at 1e-8 from rest.
CONJAC_TUNED(double, kRoundOff, 1e-13);
/// Armijo: part of the predicted decrease to insist on, the usual one (Nocedal and Wright).
CONJAC_TUNED(double, kSufficient, 1e-4);
/// Where the decrease itself is not much more than round-off the pull along the direction is the
/// measure: it must become smaller. Else a correction that goes too far (an old factor, fibres that
/// have stiffened since) would pass for round-off, and a body would tremble where it should rest.
CONJAC_TUNED(double, kUnresolved, 1e3);
/// Halvings of a direction before it is given up: what is left is 1e-12 of it, less than the
/// round-off of a position against the body's size has to offer.
CONJAC_TUNED(int, kMostBacktracks, 40);

/// Backtracking along a direction in which the energy falls, for the corrections of a step and for
/// statics alike.
struct LineSearch {
  double slope = 0;    // how fast the energy falls along the whole direction, > 0
  double slack = 0;    // differences of energy below this are round-off
  double longest = 1;  // scale of the first try
  int most_halvings = kMostBacktracks;

  struct Point {
    double change = 0;  // of the energy
    double pull = 0;    // force along the whole direction, there
  };
  /// evaluate(scale) -> Point. Returns the scale that is good enough, 0 when none is.
  template <class Evaluate>
  double search(const Evaluate& evaluate) const {
    double scale = longest;
    for (int halvings = 0; halvings <= most_halvings; ++halvings, scale *= 0.5)
      if (good(scale, evaluate(scale))) return scale;
    return 0;
  }

 private:
  bool good(double scale, const Point& p) const {
    if (!std::isfinite(p.change) || !(p.change <= -kSufficient * scale * slope + slack))
      return false;
    return !(slope < kUnresolved * slack) || std::abs(p.pull) < slope;
  }
};

}  // namespace conjac
