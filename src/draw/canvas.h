#pragma once

#include <span>
#include <vector>

#include "draw/image.h"

namespace conjac::draw {

/// Flat drawing with exact-distance antialiasing. Coordinates are in pixels, x right, y down; the
/// centre of the top left pixel is (0.5, 0.5).
struct Point {
  double x = 0, y = 0;
};
using Polyline = std::vector<Point>;

struct Rect {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// Round caps and joints. All lines of one call form one shape: where they overlap the colour is
/// laid on once, so joints are not darker than their lines. A single point gives a disc.
void stroke(Image& image, std::span<const Polyline> lines, double width, Color color,
            double opacity = 1);
void stroke_line(Image& image, Point from, Point to, double width, Color color, double opacity = 1);

void fill_rect(Image& image, const Rect& rect, Color color, double opacity = 1);
void fill_disc(Image& image, Point center, double radius, Color color, double opacity = 1);
/// Convex, any winding.
void fill_convex(Image& image, const Polyline& corners, Color color, double opacity = 1);

/// The line cut into dashes of `on` pixels with gaps of `off` pixels.
std::vector<Polyline> dashed(std::span<const Polyline> lines, double on, double off);

/// The parts of the line inside the rectangle.
std::vector<Polyline> clipped(std::span<const Polyline> lines, const Rect& rect);

}  // namespace conjac::draw
