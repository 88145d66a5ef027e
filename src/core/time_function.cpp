#include "core/time_function.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"

namespace conjac {

std::string curve_mistake(const TimeCurve& curve) {
  if (!curve.expression.empty()) {
    const CompiledExpression compiled = compile_expression(curve.expression);
    if (compiled.mistake.empty()) return {};
    return "character " + std::to_string(compiled.position + 1) + " of \"" +
           curve.expression.substr(0, 60) + "\": " + compiled.mistake;
  }
  for (std::size_t k = 1; k < curve.table.size(); ++k)
    if (!(curve.table[k - 1][0] < curve.table[k][0]))
      return "the times of the table must ascend, but row " + std::to_string(k) +
             " (counted from 0) does not";
  return {};
}

TimeFunction::TimeFunction(const TimeCurve& curve, const std::string& where)
    : table_(curve.table), where_(where) {
  const std::string mistake = curve_mistake(curve);
  require(mistake.empty(), where + ": " + mistake);
  expression_given_ = !curve.expression.empty();
  if (expression_given_) expression_ = compile_expression(curve.expression).expression;
}

double TimeFunction::at(double t) const {
  double value = 0;
  if (expression_given_) {
    value = expression_.at(t);
  } else {
    const auto next = std::upper_bound(
        table_.begin(), table_.end(), t,
        [](double time, const std::array<double, 2>& row) { return time < row[0]; });
    if (next == table_.begin()) {
      value = table_.front()[1];
    } else if (next == table_.end()) {
      value = table_.back()[1];
    } else {
      const std::array<double, 2>&a = *(next - 1), &b = *next;
      value = a[1] + (t - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
    }
  }
  if (!std::isfinite(value))
    throw Error(ErrorKind::diverged, where_ + ": the curve has no finite value at t = " +
                                         std::to_string(t) + " s; keep it from dividing by zero");
  return value;
}

}  // namespace conjac
