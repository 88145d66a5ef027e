#include "step/energy_parabola.h"

#include <gtest/gtest.h>

namespace conjac {
namespace {

// s^2 + 4 s: +5 at 1 and -5, -3 at -1 and -3, the least is -4 at -2.
TEST(EnergyParabola, FindsTheNearestPlace) {
  const EnergyParabola ahead{1, 4}, behind{1, -4};
  EXPECT_EQ(ahead.at(5), 1);
  EXPECT_EQ(ahead.at(-3), -1);
  EXPECT_EQ(ahead.at(-4), -2);
  EXPECT_EQ(ahead.at(-9), -2);  // there is no such place
  EXPECT_EQ(behind.at(5), -1);
  EXPECT_EQ(behind.at(-3), 1);
  EXPECT_EQ(behind.at(-9), 2);
  EXPECT_EQ(ahead.at(0), 0);
  EXPECT_EQ(ahead.change(1), 5);
  EXPECT_EQ(ahead.change(-1), -3);
}

TEST(EnergyParabola, FindsEitherPlaceOfAGain) {
  const EnergyParabola ahead{1, 4};
  EXPECT_EQ(ahead.at(5, true), 1);
  EXPECT_EQ(ahead.at(5, false), -5);
  const EnergyParabola still{2, 0};
  EXPECT_EQ(still.at(8, true), 2);
  EXPECT_EQ(still.at(8, false), -2);
  EXPECT_EQ(still.at(-1), 0);  // nothing to take
}

// The textbook root, (sqrt(b^2 + 4 a c) - b) / 2 a, would be off by 1e-4 here, or zero.
TEST(EnergyParabola, LosesNothingInSmallChanges) {
  const EnergyParabola along{1, 1e6};
  EXPECT_NEAR(along.at(1e-6), 1e-12, 1e-26);
  EXPECT_NEAR(along.change(along.at(1e-6)), 1e-6, 1e-20);
  EXPECT_NEAR(along.at(-1e-6), -1e-12, 1e-26);
}

}  // namespace
}  // namespace conjac
