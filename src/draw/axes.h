#pragma once

#include <string>
#include <vector>

#include "draw/canvas.h"
#include "draw/ticks.h"

namespace conjac::draw {

inline constexpr Color kInk{0.13f, 0.14f, 0.16f}, kGrey{0.38f, 0.40f, 0.44f},
    kGrid{0.90f, 0.91f, 0.92f}, kAxis{0.45f, 0.47f, 0.50f};

/// Maps numbers into a rectangle of pixels, y up.
struct Axes {
  Rect area;
  Range x, y;

  double to_x(double value) const {
    return area.left + (value - x.low) / (x.high - x.low) * area.width;
  }
  double to_y(double value) const {
    return area.bottom() - (value - y.low) / (y.high - y.low) * area.height;
  }
};

/// Title in bold at the left, on its base line.
void draw_title(Image& image, const std::string& title, Point at);

/// Samples of line or block with their names, in rows from `at`; returns the height used.
struct LegendEntry {
  std::string name;
  Color color;
  bool block = false, dashed = false;
};
double draw_key(Image& image, const std::vector<LegendEntry>& entries, Point at, double width);

/// Room the labels of the vertical axis need left of the area.
double y_label_room(const Range& range);
/// Horizontal grid lines with their numbers, and the label of the vertical axis.
void draw_y_axis(Image& image, const Axes& axes, const std::string& label);
/// Vertical grid lines down to `bottom`, numbers and label under it.
void draw_x_axis(Image& image, const Axes& axes, double bottom, const std::string& label);

}  // namespace conjac::draw
