#pragma once

#include <string>

#include "draw/canvas.h"

namespace conjac::draw {

/// A small stroke font of our own: every printable ASCII character and µ as lines and arcs on a
/// grid where capitals are 14 high, small letters 10 and descenders reach 4 below the line. Other
/// characters show as an empty box. Strokes scale to any size without blur.
enum class Align { left, center, right };

struct TextStyle {
  double height = 14;  // of capitals, pixels; multiples of 7 put both letter heights on pixels
  Color color{0.13f, 0.14f, 0.16f};
  double weight = 0.1;  // stroke width over height; 0.15 looks bold
  Align align = Align::left;
  bool upright = false;  // turned to read from below, for the label of a vertical axis
};

/// Draws with the left (centre, right) end of the base line at `at`.
void draw_text(Image& image, Point at, const std::string& text, const TextStyle& style);

/// Length of the base line, pixels.
double text_width(const std::string& text, const TextStyle& style);

}  // namespace conjac::draw
