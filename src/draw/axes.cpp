#include "draw/axes.h"

#include <algorithm>
#include <cmath>

#include "draw/font.h"

namespace conjac::draw {

namespace {

constexpr double kNumbers = 10.5, kLabels = 14;
constexpr int kYTicks = 6, kXTicks = 10;

}  // namespace

void draw_title(Image& image, const std::string& title, Point at) {
  draw_text(image, at, title, {.height = 17.5, .color = kInk, .weight = 0.14});
}

double draw_key(Image& image, const std::vector<LegendEntry>& entries, Point at, double width) {
  constexpr double kSample = 30, kGap = 9, kBetween = 30, kRow = 24;
  const TextStyle style{.height = 12, .color = kInk};
  Point pen = at;
  for (const LegendEntry& entry : entries) {
    const double length = (entry.block ? 14 : kSample) + kGap + text_width(entry.name, style);
    if (pen.x > at.x && pen.x + length > at.x + width) pen = {at.x, pen.y + kRow};
    const double sample = entry.block ? 14 : kSample;
    if (entry.block) {
      fill_rect(image, {pen.x, pen.y - 13, 14, 14}, entry.color);
    } else {
      const std::vector<Polyline> line = {
          {{pen.x + 1.5, pen.y - 5.5}, {pen.x + kSample - 1.5, pen.y - 5.5}}};
      stroke(image, entry.dashed ? dashed(line, 6, 5) : line, 2.5, entry.color);
    }
    draw_text(image, {pen.x + sample + kGap, pen.y + 0.5}, entry.name, style);
    pen.x += length + kBetween;
  }
  return entries.empty() ? 0 : pen.y - at.y + kRow;
}

double y_label_room(const Range& range) {
  const Ticks ticks = nice_ticks(range.low, range.high, kYTicks);
  double widest = 0;
  for (const double value : ticks.values)
    widest = std::max(widest, text_width(ticks.label(value), {.height = kNumbers}));
  return widest + 10 + 14 + kLabels;
}

void draw_y_axis(Image& image, const Axes& axes, const std::string& label) {
  const Rect& area = axes.area;
  const Ticks ticks = nice_ticks(axes.y.low, axes.y.high, kYTicks);
  for (const double value : ticks.values) {
    const double y = std::floor(axes.to_y(value));
    const bool zero = std::abs(value) < 1e-9 * ticks.step;
    fill_rect(image, {area.left, y, area.width, 1}, zero ? kAxis : kGrid);
    draw_text(image, {area.left - 10, y + kNumbers / 2 + 0.5}, ticks.label(value),
              {.height = kNumbers, .color = kInk, .align = Align::right});
  }
  draw_text(image, {area.left - y_label_room(axes.y) + kLabels - 0.5, area.top + area.height / 2},
            label, {.height = kLabels, .color = kInk, .align = Align::center, .upright = true});
}

void draw_x_axis(Image& image, const Axes& axes, double bottom, const std::string& label) {
  const Rect& area = axes.area;
  // As many as have room for their numbers.
  Ticks ticks = nice_ticks(axes.x.low, axes.x.high, kXTicks);
  const auto crowded = [&] {
    double widest = 0;
    for (const double value : ticks.values)
      widest = std::max(widest, text_width(ticks.label(value), {.height = kNumbers}));
    return ticks.values.size() > 1 &&
           axes.to_x(ticks.values[1]) - axes.to_x(ticks.values[0]) < widest + kNumbers / 2;
  };
  for (int count = kXTicks - 1; count > 1 && crowded(); --count)
    ticks = nice_ticks(axes.x.low, axes.x.high, count);
  for (const double value : ticks.values) {
    const double x = std::floor(axes.to_x(value));
    fill_rect(image, {x, area.top, 1, bottom - area.top}, kGrid);
    fill_rect(image, {x, bottom, 1, 6}, kAxis);
    draw_text(image, {x + 0.5, bottom + 12 + kNumbers}, ticks.label(value),
              {.height = kNumbers, .color = kInk, .align = Align::center});
  }
  fill_rect(image, {area.left, bottom, area.width, 1}, kAxis);
  draw_text(image, {area.left + area.width / 2, bottom + 34.5 + kLabels}, label,
            {.height = kLabels, .color = kInk, .align = Align::center});
}

}  // namespace conjac::draw
