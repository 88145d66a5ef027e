#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "paper/measure.h"
#include "support/moving_bar.h"

namespace conjac::paper {
namespace {

/// The bar with every node moved.
template <class Motion>
record::Frame moved(const record::Frame& rest, Motion motion) {
  record::Frame frame = rest;
  for (int i = 0; i < rest.view().nodes(); ++i) {
    const Vec<3> x = motion(position(rest, i));
    for (int k = 0; k < 3; ++k) frame.positions[static_cast<std::size_t>(3 * i + k)] = x[k];
  }
  return frame;
}

Vec<3> turned(const Vec<3>& x, int axis, double degrees) {
  const double a = degrees * std::numbers::pi / 180;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Vec<3> y = x;
  y[u] = std::cos(a) * x[u] - std::sin(a) * x[v];
  y[v] = std::sin(a) * x[u] + std::cos(a) * x[v];
  return y;
}

const record::Frame& bar() {
  static const record::Frame rest = testing::moving_bar(3, 0, {10, 4, 4});
  return rest;
}

TEST(Measure, AngleIsThatOfTheTurnWhateverElseHappens) {
  const auto all = [](const Vec<3>&) { return true; };
  for (int axis = 0; axis < 3; ++axis)
    for (const double degrees : {-120.0, -3.0, 0.0, 45.0, 179.0}) {
      const auto now = moved(bar(), [&](const Vec<3>& x) -> Vec<3> {
        return 1.3 * turned(x, axis, degrees) + Vec<3>(0.1, -0.2, 0.3);
      });
      EXPECT_NEAR(turned_by(bar(), now, axis, all), degrees, 1e-9) << axis;
    }
}

TEST(Measure, AngleOfASliceOfATwistedBar) {
  const auto now = moved(bar(), [](const Vec<3>& x) { return turned(x, 0, 900 * x[0]); });
  for (const double at : {0.02, 0.05, 0.1})
    EXPECT_NEAR(
        turned_by(bar(), now, 0, [&](const Vec<3>& x) { return std::abs(x[0] - at) < 1e-6; }),
        900 * at, 1e-9);
}

TEST(Measure, BulgeIsHowFarTheSidesMoveOut) {
  const auto now = moved(bar(), [](const Vec<3>& x) -> Vec<3> {
    return {x[0], 1.2 * x[1], 1.1 * x[2]};
  });
  const auto all = [](const Vec<3>&) { return true; };
  // Sides of 0.04: 0.048 and 0.044, so 0.004 and 0.002 at each end, 0.003 in the mean.
  EXPECT_NEAR(bulge(bar(), now, 0, all), 0.003, 1e-12);
}

TEST(Measure, HeightDistanceAndSize) {
  const auto now = moved(bar(), [](const Vec<3>& x) -> Vec<3> {
    return x[0] > 0.0999 ? Vec<3>(x[0] + 0.02, x[1], x[2]) : x;
  });
  const auto end = [](const Vec<3>& x) { return x[0] > 0.0999; };
  EXPECT_NEAR(height(now, bar(), 0, end), 0.12, 1e-12);
  EXPECT_NEAR(largest_distance(bar(), now), 0.02, 1e-12);
  EXPECT_NEAR(body_size(bar()), std::sqrt(0.1 * 0.1 + 2 * 0.04 * 0.04), 1e-12);
  EXPECT_EQ(position(bar(), nearest_node(bar(), {0.1, 0.02, 0.02}))[0], position(bar(), 10)[0]);
}

TEST(Measure, RowsOfAHistory) {
  record::HistoryTable history;
  history.names = {"time", "kinetic", "elastic"};
  history.columns = {{0.1, 0.2, 0.3}, {1, 2, 3}, {10, 20, 30}};
  EXPECT_EQ(energy_at_play(history), (std::vector<double>{11, 22, 33}));
  EXPECT_EQ(row_at(history, 0.2), 1u);
  EXPECT_EQ(row_at(history, 0.25), 2u);
  EXPECT_EQ(row_at(history, 9), 2u);
}

}  // namespace
}  // namespace conjac::paper
