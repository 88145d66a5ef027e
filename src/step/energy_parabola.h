#pragma once

#include <cmath>

namespace conjac {

/// Kinetic energy along a direction d: v + s d has a s^2 + b s more than v, a = d'Md / 2, b = d'Mv.
struct EnergyParabola {
  double a = 0, b = 0;

  double change(double s) const { return s * (a * s + b); }
  /// The s nearest to 0 at which the energy has changed by this; where there is no such s, the one
  /// with the least energy. Written so that nothing cancels for small changes.
  double at(double change) const {
    const double inside = b * b + 4 * a * change;
    if (b == 0 && change <= 0) return 0;
    return inside > 0 ? 2 * change / (b + std::copysign(std::sqrt(inside), b)) : -b / (2 * a);
  }
  /// The one of the two s, for a change above 0, that is above 0 (ahead) or below.
  double at(double change, bool ahead) const {
    const double root = std::sqrt(b * b + 4 * a * change);
    return 2 * change / (ahead ? b + root : b - root);
  }
};

}  // namespace conjac
