#include "draw/plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/axes.h"
#include "draw/font.h"

namespace conjac::draw {

namespace {

constexpr double kMargin = 28;
constexpr double kBandGap = 12;

/// Height of one band with the gap below it; many of them share the room of eight.
double band_row(const LinePlot& plot) {
  return std::clamp(120.0 / static_cast<double>(std::max<std::size_t>(1, plot.series.size())), 4.0,
                    15.0);
}

void include(Range& range, double value) {
  if (!std::isfinite(value)) return;
  range.low = std::min(range.low, value);
  range.high = std::max(range.high, value);
}

std::pair<Range, Range> data_ranges(const LinePlot& plot) {
  Range x{1e300, -1e300}, y{1e300, -1e300};
  for (const Series& s : plot.series) {
    for (const double value : s.x) include(x, value);
    for (const double value : s.y) include(y, value);
  }
  for (const Threshold& t : plot.thresholds) include(y, t.value);
  if (x.low > x.high) x = {0, 1};
  if (y.low > y.high) y = {0, 1};
  // Nothing is hidden by the frame: the top curve gets a little air. Zero is where energies and
  // times begin, so it is shown unless the values lie far from it.
  const double span = y.high - y.low;
  if (y.high > 0) y.high += 0.02 * span;
  if (y.low < 0) y.low -= 0.02 * span;
  if (y.low > 0 && y.low < 2 * span) y.low = 0;
  if (y.high < 0 && -y.high < 2 * span) y.high = 0;
  if (x.low > 0 && x.low < 0.1 * (x.high - x.low)) x.low = 0;
  if (x.high == x.low) x = {x.low - 0.5, x.low + 0.5};
  return {x, widened(y, 12)};
}

std::vector<Polyline> curve(const Series& series, const Axes& axes) {
  std::vector<Polyline> lines(1);
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (std::isfinite(series.x[i]) && std::isfinite(series.y[i]))
      lines.back().push_back({axes.to_x(series.x[i]), axes.to_y(series.y[i])});
    else if (!lines.back().empty())
      lines.emplace_back();
  }
  return lines;
}

void draw_bands(Image& image, const LinePlot& plot, const Axes& axes, double top) {
  const double row = band_row(plot), height = 0.73 * row;
  for (const Series& s : plot.series) {
    fill_rect(image, {axes.area.left, top, axes.area.width, height}, kGrid, 0.6);
    for (const auto& [begin, end] : s.on) {
      const double left = axes.to_x(std::clamp(begin, axes.x.low, axes.x.high));
      const double right = axes.to_x(std::clamp(end, axes.x.low, axes.x.high));
      fill_rect(image, {left, top, std::max(1.0, right - left), height}, s.color);
    }
    top += row;
  }
}

}  // namespace

Color series_color(int i) {
  static constexpr std::array<Color, 8> kColors = {{{0.11f, 0.42f, 0.74f},
                                                    {0.90f, 0.45f, 0.07f},
                                                    {0.16f, 0.58f, 0.30f},
                                                    {0.80f, 0.20f, 0.25f},
                                                    {0.50f, 0.33f, 0.70f},
                                                    {0.10f, 0.62f, 0.66f},
                                                    {0.60f, 0.42f, 0.24f},
                                                    {0.85f, 0.38f, 0.66f}}};
  return kColors[static_cast<std::size_t>(i) % kColors.size()];
}

Image draw_plot(const LinePlot& plot) {
  Image image(plot.width, plot.height);
  draw_title(image, plot.title, {kMargin, kMargin + 17.5});
  std::vector<LegendEntry> entries;
  for (const Series& s : plot.series)
    if (!s.name.empty()) entries.push_back({s.name, s.color, false, s.dashed});
  const double key = kMargin + 52;
  const double key_height = draw_key(image, entries, {kMargin, key}, plot.width - 2 * kMargin);

  const auto [x, y] = data_ranges(plot);
  const double bands =
      plot.bands ? kBandGap + band_row(plot) * static_cast<double>(plot.series.size()) : 0;
  const double left = std::ceil(kMargin + y_label_room(y));
  const double top = key + key_height - 2, bottom = plot.height - kMargin - 52;
  const Axes axes{{left, top, plot.width - kMargin - 8 - left, bottom - bands - top}, x, y};
  draw_x_axis(image, axes, bottom, plot.x_label);
  draw_y_axis(image, axes, plot.y_label);
  if (plot.bands) draw_bands(image, plot, axes, axes.area.bottom() + kBandGap);

  for (const Threshold& t : plot.thresholds) {
    const double at = std::floor(axes.to_y(t.value)) + 0.5;
    const std::vector<Polyline> line = {{{axes.area.left, at}, {axes.area.right(), at}}};
    stroke(image, dashed(line, 7, 6), 1.2, kGrey);
    draw_text(image, {axes.area.right() - 6, at - 6}, t.label,
              {.height = 10.5, .color = kGrey, .align = Align::right});
  }
  for (const Series& s : plot.series) {
    const auto lines = clipped(curve(s, axes), axes.area);
    stroke(image, s.dashed ? dashed(lines, 8, 7) : lines, s.width, s.color);
  }
  return image;
}

}  // namespace conjac::draw
