#pragma once

#include <string>
#include <vector>

#include "draw/image.h"

namespace conjac::draw {

/// Stacked bars side by side, e.g. the time of each stage of a step for several methods.
struct BarChart {
  std::string title, y_label;
  std::vector<std::string> parts;  // from the bottom up, e.g. Fill, Factor, Solve, Other
  struct Bar {
    std::string name;            // under the bar; '\n' begins a second line
    std::vector<double> values;  // one per part, >= 0
    std::string note;            // above the bar, e.g. "1.08x"; empty shows the sum
  };
  std::vector<Bar> bars;
  int width = 1200, height = 720;
};

Image draw_bars(const BarChart& chart);

}  // namespace conjac::draw
