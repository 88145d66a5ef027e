#pragma once

#include <string>
#include <vector>

namespace conjac::draw {

/// Round numbers (1, 2 or 5 times a power of ten apart) that cover a range.
struct Ticks {
  std::vector<double> values;  // within [low, high]
  double step = 1;
  int decimals = 0;  // to tell neighbours apart

  std::string label(double value) const;
};
Ticks nice_ticks(double low, double high, int about);

/// The range widened to whole ticks.
struct Range {
  double low = 0, high = 1;
};
Range widened(Range range, int about);

}  // namespace conjac::draw
