#pragma once

#include <string>
#include <utility>
#include <vector>

#include "draw/image.h"

namespace conjac::draw {

/// One curve. Where a value is not finite the line is broken.
struct Series {
  std::string name;  // in the legend
  std::vector<double> x, y;
  Color color;       // see series_color
  double width = 2;  // pixels
  bool dashed = false;
  /// x intervals in which the thing was on: a band in the series' colour under the curves.
  std::vector<std::pair<double, double>> on;
};

struct Threshold {
  double value = 0;
  std::string label;
};

struct LinePlot {
  std::string title, x_label, y_label;
  std::vector<Series> series;
  std::vector<Threshold> thresholds;  // dashed horizontal lines
  bool bands = false;                 // draw the `on` bands, one row per series
  int width = 1200, height = 720;
};

Image draw_plot(const LinePlot& plot);

/// Colours that are told apart well, for the i-th curve; they repeat after eight.
Color series_color(int i);

}  // namespace conjac::draw
