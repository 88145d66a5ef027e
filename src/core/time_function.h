#pragma once

#include "conjac/scene_spec.h"
#include "core/expression.h"

namespace conjac {

/// A TimeCurve of a scene, ready to be evaluated in every step without allocating.
class TimeFunction {
 public:
  TimeFunction() = default;
  /// Throws Error(bad_input) that names the character of a mistake, or a table whose times do not
  /// ascend. `where` says whose curve it is.
  TimeFunction(const TimeCurve& curve, const std::string& where);

  bool given() const { return expression_given_ || !table_.empty(); }
  /// The value at time t; where it is not finite (1/t at 0), Error(diverged) naming t.
  double at(double t) const;

 private:
  Expression expression_;
  bool expression_given_ = false;
  std::vector<std::array<double, 2>> table_;  // rows of time and value, times ascending
  std::string where_;
};

/// What is wrong with a curve, or nothing: the words of the scene reader's report.
std::string curve_mistake(const TimeCurve& curve);

}  // namespace conjac
