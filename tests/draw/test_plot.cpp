#include <gtest/gtest.h>

#include <cmath>

#include "draw/bar_chart.h"
#include "draw/energy_plot.h"
#include "draw/plot.h"
#include "draw/ticks.h"
#include "record/history.h"
#include "record/reader.h"
#include "support/scratch_folder.h"

namespace conjac::draw {
namespace {

bool close(const Color& a, const Color& b) {
  return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) < 0.05f;
}

/// Pixels of a colour: how many, and the box around those below `top`.
struct Found {
  int count = 0, left = 1 << 30, right = -1, top = 1 << 30, bottom = -1;
};
Found find(const Image& image, const Color& color, int from_row) {
  Found found;
  for (int y = from_row; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (!close(image.at(x, y), color)) continue;
      ++found.count;
      found.left = std::min(found.left, x), found.right = std::max(found.right, x);
      found.top = std::min(found.top, y), found.bottom = std::max(found.bottom, y);
    }
  }
  return found;
}

constexpr int kUnderLegend = 100;

LinePlot ramp() {
  LinePlot plot;
  plot.title = "ramp";
  Series series;
  series.name = "up";
  series.color = series_color(0);
  for (int i = 0; i <= 10; ++i) series.x.push_back(i), series.y.push_back(i);
  plot.series.push_back(series);
  return plot;
}

TEST(Ticks, AreRoundAndWithinTheRange) {
  const Ticks ticks = nice_ticks(0, 1, 5);
  EXPECT_EQ(ticks.values.size(), 6u);
  EXPECT_EQ(ticks.label(ticks.values[1]), "0.2");
  EXPECT_EQ(nice_ticks(-3, 7, 5).label(0), "0");
  for (const auto& [low, high] : {std::pair(0.0, 0.0), std::pair(5.0, 5.0), std::pair(-1e-9, 1e9),
                                  std::pair(1e-12, 3e-12), std::pair(-7.0, -6.9)}) {
    const Ticks some = nice_ticks(low, high, 6);
    EXPECT_GE(some.values.size(), 2u) << low << " " << high;
    EXPECT_LE(some.values.size(), 13u) << low << " " << high;
    const double digit = some.step / std::pow(10.0, std::floor(std::log10(some.step) + 1e-9));
    EXPECT_TRUE(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 ||
                std::abs(digit - 5) < 1e-6)
        << digit;
  }
  EXPECT_EQ(widened({0.3, 9.2}, 5).high, 10);
}

TEST(Plot, DrawsTheCurveFromCornerToCorner) {
  const Image image = draw_plot(ramp());
  const Found line = find(image, series_color(0), kUnderLegend);
  EXPECT_GT(line.right - line.left, 1000);
  EXPECT_GT(line.bottom - line.top, 450);
  // The middle of the curve is in the middle of its box.
  const int x = (line.left + line.right) / 2, y = (line.top + line.bottom) / 2;
  bool met = false;
  for (int dy = -2; dy <= 2; ++dy) met |= close(image.at(x, y + dy), series_color(0));
  EXPECT_TRUE(met);
}

TEST(Plot, BreaksTheLineWhereAValueIsMissing) {
  LinePlot plot = ramp();
  const Found whole = find(draw_plot(plot), series_color(0), kUnderLegend);
  plot.series[0].y[5] = std::nan("");
  const Found broken = find(draw_plot(plot), series_color(0), kUnderLegend);
  EXPECT_NEAR(broken.count, 0.8 * whole.count, 0.05 * whole.count);
}

TEST(Plot, DrawsBandsWhereTheSeriesIsOn) {
  LinePlot plot = ramp();
  plot.bands = true;
  plot.series[0].y.assign(11, 5.0);
  plot.series[0].on = {{0, 2.5}, {7.5, 10}};
  const Image image = draw_plot(plot);
  const Found all = find(image, series_color(0), kUnderLegend);
  int row = all.bottom;  // the lowest of the colour is in the band
  int on = 0;
  for (int x = all.left; x <= all.right; ++x) on += close(image.at(x, row), series_color(0));
  EXPECT_NEAR(on, 0.5 * (all.right - all.left), 4);
  EXPECT_FALSE(close(image.at((all.left + all.right) / 2, row), series_color(0)));
}

TEST(Plot, SurvivesNothingAndOnePoint) {
  LinePlot plot;
  plot.title = "nothing";
  EXPECT_EQ(draw_plot(plot).width(), plot.width);
  plot.series.push_back({"one", {1}, {2}, series_color(0), 2, false, {}});
  plot.series.push_back({"none", {}, {}, series_color(1), 2, true, {}});
  plot.series.push_back({"nan", {1, 2}, {NAN, INFINITY}, series_color(2), 2, true, {}});
  EXPECT_EQ(draw_plot(plot).height(), plot.height);
}

TEST(BarChart, HeightsAreInProportion) {
  BarChart chart;
  chart.parts = {"lower", "upper"};
  chart.bars = {{"one", {30, 60}, ""}, {"two", {15, 0}, ""}};
  const Image image = draw_bars(chart);
  const Color lower{0.17f, 0.30f, 0.50f}, upper{0.24f, 0.56f, 0.68f};
  const auto column = [&](int x, const Color& color) {
    int height = 0;
    for (int y = kUnderLegend; y < image.height(); ++y) height += close(image.at(x, y), color);
    return height;
  };
  const Found one = find(image, upper, kUnderLegend), both = find(image, lower, kUnderLegend);
  const int first = (one.left + one.right) / 2, second = both.right - 5;
  EXPECT_NEAR(column(first, upper), 2 * column(first, lower), 3);
  EXPECT_NEAR(column(first, lower), 2 * column(second, lower), 3);
  EXPECT_EQ(column(second, upper), 0);
}

TEST(EnergyPlot, ShowsWhatTheHistorySays) {
  const testing::ScratchFolder folder;
  {
    record::History history(folder / "history.csv");
    for (int i = 1; i <= 100; ++i) {
      StepReport report;
      report.time = 0.01 * i;
      report.energy.kinetic = std::pow(std::sin(0.1 * i), 2);
      report.energy.elastic = std::pow(std::cos(0.1 * i), 2);
      report.energy.gravity = -1234.5;
      history.append(report);
    }
  }
  write_energy_plot(folder / "energy.png", record::read_history(folder / "history.csv"), "swing");
  const Image image = read_png(folder / "energy.png");
  EXPECT_GT(find(image, series_color(0), kUnderLegend).count, 1000);
  EXPECT_GT(find(image, series_color(1), kUnderLegend).count, 1000);
  // Constant gravity, no contact, no work: not drawn.
  EXPECT_EQ(find(image, series_color(2), 0).count, 0);
  EXPECT_EQ(find(image, series_color(3), 0).count, 0);
  EXPECT_EQ(find(image, series_color(4), 0).count, 0);
}

}  // namespace
}  // namespace conjac::draw
