#include "draw/bar_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>

#include "draw/axes.h"
#include "draw/font.h"
#include "record/number_text.h"

namespace conjac::draw {

namespace {

constexpr double kChartMargin = 28;

Color part_color(std::size_t i) {
  static constexpr std::array<Color, 6> kColors = {{{0.17f, 0.30f, 0.50f},
                                                    {0.24f, 0.56f, 0.68f},
                                                    {0.95f, 0.67f, 0.29f},
                                                    {0.73f, 0.74f, 0.76f},
                                                    {0.80f, 0.36f, 0.32f},
                                                    {0.50f, 0.42f, 0.66f}}};
  return kColors[i % kColors.size()];
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Three digits that matter.
std::string rounded(double value) {
  if (!(value > 0)) return "0";
  return record::fixed_decimals(
      value, std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 6));
}

void draw_bar(Image& image, const BarChart::Bar& bar, const Axes& axes, double left, double width) {
  double from = 0;
  for (std::size_t i = 0; i < bar.values.size(); ++i) {
    const double top = axes.to_y(from + bar.values[i]), bottom = axes.to_y(from);
    fill_rect(image, {left, top, width, bottom - top}, part_color(i));
    from += bar.values[i];
  }
  const double middle = left + width / 2;
  draw_text(image, {middle, axes.to_y(from) - 8}, bar.note.empty() ? rounded(from) : bar.note,
            {.height = 12, .color = kInk, .align = Align::center});
  std::istringstream lines(bar.name);
  double base = axes.area.bottom() + 26.5;
  for (std::string line; std::getline(lines, line); base += 20)
    draw_text(image, {middle, base}, line, {.height = 12, .color = kInk, .align = Align::center});
}

}  // namespace

Image draw_bars(const BarChart& chart) {
  Image image(chart.width, chart.height);
  draw_title(image, chart.title, {kChartMargin, kChartMargin + 17.5});
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < chart.parts.size(); ++i)
    entries.push_back({chart.parts[i], part_color(i), true, false});
  const double key = kChartMargin + 52;
  const double key_height =
      draw_key(image, entries, {kChartMargin, key}, chart.width - 2 * kChartMargin);

  double highest = 0;
  for (const BarChart::Bar& bar : chart.bars) highest = std::max(highest, sum(bar.values));
  const Range y = widened({0, highest > 0 ? 1.06 * highest : 1}, 16);
  const double left = std::ceil(kChartMargin + y_label_room(y)), top = key + key_height + 4;
  const Axes axes{
      {left, top, chart.width - kChartMargin - left, chart.height - kChartMargin - 40 - top},
      {0, 1},
      y};
  draw_y_axis(image, axes, chart.y_label);
  const double slot = axes.area.width / std::max<double>(1, static_cast<double>(chart.bars.size()));
  const double width = std::round(std::min(0.62 * slot, 110.0));
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const double middle = axes.area.left + slot * (static_cast<double>(i) + 0.5);
    draw_bar(image, chart.bars[i], axes, std::round(middle - width / 2), width);
  }
  fill_rect(image, {axes.area.left, std::floor(axes.to_y(0)), axes.area.width, 1}, kAxis);
  return image;
}

}  // namespace conjac::draw
