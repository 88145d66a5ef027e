#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace conjac {

/// The value below which a share `q` of the values lies, interpolated; 0 for none.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double part = place - static_cast<double>(below);
  return values[below] + part * (values[above] - values[below]);
}

inline double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

}  // namespace conjac
