#include "draw/ticks.h"

#include <algorithm>
#include <cmath>

#include "record/number_text.h"

namespace conjac::draw {

namespace {

double nice_step(double span, int about) {
  const double rough = span / std::max(1, about);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * 1.0000001) return factor * power;
  return 10 * power;
}

/// A range with nothing in it still needs an axis.
Range opened(Range range) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > 1e-12 * size && range.high > range.low) return range;
  const double half = size > 0 ? 0.5 * size : 0.5;
  return {range.low - half, range.high + half};
}

}  // namespace

std::string Ticks::label(double value) const {
  // Rounding of the multiples may leave 1e-17 where zero is meant.
  return record::fixed_decimals(std::abs(value) < 1e-9 * step ? 0.0 : value, decimals);
}

Ticks nice_ticks(double low, double high, int about) {
  const Range range = opened({low, high});
  Ticks ticks;
  ticks.step = nice_step(range.high - range.low, about);
  ticks.decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(ticks.step) - 1e-9)), 0, 12);
  const double slack = 1e-9 * ticks.step;
  for (double k = std::ceil((range.low - slack) / ticks.step); k * ticks.step <= range.high + slack;
       ++k)
    ticks.values.push_back(k * ticks.step);
  return ticks;
}

Range widened(Range range, int about) {
  range = opened(range);
  const double step = nice_step(range.high - range.low, about);
  return {std::floor(range.low / step + 1e-9) * step, std::ceil(range.high / step - 1e-9) * step};
}

}  // namespace conjac::draw
