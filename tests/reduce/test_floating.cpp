#include <gtest/gtest.h>

#include "reduce/adapt.h"
#include "reduce/floating.h"

namespace conjac {
namespace {

const VectorXd& cube() {
  static const VectorXd x = [] {
    VectorXd corners(24);
    for (int i = 0; i < 8; ++i) corners.segment(3 * i, 3) << i % 2, i / 2 % 2, i / 4;
    return corners;
  }();
  return x;
}

TEST(Floating, ThreePointsOffALinePinABodyInSpace) {
  const std::vector<int> none{}, two{0, 1}, three{0, 1, 2};
  EXPECT_FALSE(pins_piece(cube(), 3, none));
  EXPECT_FALSE(pins_piece(cube(), 3, two));
  EXPECT_TRUE(pins_piece(cube(), 3, three));
}

TEST(Floating, PointsOnALineDoNot) {
  VectorXd x(12);
  x << 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3 + 1e-9;
  const std::vector<int> all{0, 1, 2, 3};
  EXPECT_FALSE(pins_piece(x, 3, all));
}

TEST(Floating, TwoPointsPinABodyInThePlane) {
  VectorXd x(6);
  x << 0, 0, 1, 0, 0, 0;
  EXPECT_FALSE(pins_piece(x, 2, std::vector<int>{0}));
  EXPECT_FALSE(pins_piece(x, 2, std::vector<int>{0, 2}));  // the same place twice
  EXPECT_TRUE(pins_piece(x, 2, std::vector<int>{0, 1}));
}

TEST(Floating, MissingPinsCompleteThePieceWithFarNodes) {
  const std::vector<int> pins{0}, candidates{1, 2, 3, 4, 5, 6, 7};
  const std::vector<int> missing = missing_pins(cube(), 3, pins, candidates);
  ASSERT_EQ(missing.size(), 2u);
  EXPECT_EQ(missing[0], 7);  // the opposite corner
  std::vector<int> all = pins;
  all.insert(all.end(), missing.begin(), missing.end());
  EXPECT_TRUE(pins_piece(cube(), 3, all));
  EXPECT_TRUE(missing_pins(cube(), 3, all, candidates).empty());
}

TEST(Adaptivity, AveragesOverTheWindowAndDwells) {
  Adaptivity adaptivity;
  adaptivity.start(1, 100, false);
  const auto step = [&](double metric) {
    return adaptivity.update(std::span(&metric, 1), 0.01, 0.03, 0.5, 0.05);
  };
  EXPECT_FALSE(step(0.0));
  EXPECT_FALSE(step(0.0));
  EXPECT_FALSE(step(0.9));  // mean of the last three: 0.3
  EXPECT_NEAR(adaptivity.metric(0), 0.3, 1e-12);
  EXPECT_TRUE(step(0.9));  // 0.6
  EXPECT_TRUE(adaptivity.awake(0));
  for (int k = 0; k < 4; ++k) EXPECT_FALSE(step(0.0));  // quiet, but it dwells
  EXPECT_TRUE(adaptivity.awake(0));
  EXPECT_TRUE(step(0.0));
  EXPECT_FALSE(adaptivity.awake(0));
}

}  // namespace
}  // namespace conjac
