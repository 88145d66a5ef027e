#include "step/line_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace conjac {
namespace {

/// The energy -slope s + k s^2 / 2 along the direction, and the scales that were tried.
struct Bowl {
  double slope, k;
  std::vector<double> tried;
  LineSearch::Point operator()(double s) {
    tried.push_back(s);
    return {-slope * s + 0.5 * k * s * s, slope - k * s};
  }
};

TEST(LineSearch, TakesTheWholeStepWhereThatDescends) {
  Bowl bowl{3, 3, {}};
  EXPECT_EQ((LineSearch{.slope = 3}.search([&](double s) { return bowl(s); })), 1);
  EXPECT_EQ(bowl.tried, std::vector<double>{1});
  EXPECT_EQ((LineSearch{.slope = 3, .longest = 0.3}.search([&](double s) { return bowl(s); })),
            0.3);
}

// The energy falls up to s = 2 slope / k = 0.3: a quarter is the first that is within.
TEST(LineSearch, HalvesUntilTheEnergyFalls) {
  Bowl bowl{3, 20, {}};
  EXPECT_EQ((LineSearch{.slope = 3}.search([&](double s) { return bowl(s); })), 0.25);
  EXPECT_EQ(bowl.tried, (std::vector<double>{1, 0.5, 0.25}));
}

TEST(LineSearch, GivesUpWhereNothingDescends) {
  Bowl uphill{-3, 1, {}};
  EXPECT_EQ(
      (LineSearch{.slope = 3, .most_halvings = 5}.search([&](double s) { return uphill(s); })), 0);
  EXPECT_EQ(uphill.tried.size(), 6u);
  // A fall that is no part of what the slope promises is none.
  const auto flat = [](double s) { return LineSearch::Point{-1e-6 * s, 0}; };
  EXPECT_EQ((LineSearch{.slope = 3, .most_halvings = 5}.search(flat)), 0);
  const auto promised = [](double s) { return LineSearch::Point{-1e-3 * s, 0}; };
  EXPECT_EQ((LineSearch{.slope = 3}.search(promised)), 1);
}

TEST(LineSearch, PassesOverWhatIsNotANumber) {
  const auto crushed = [](double s) { return LineSearch::Point{s > 0.2 ? std::nan("") : -s, 0}; };
  EXPECT_EQ((LineSearch{.slope = 1}.search(crushed)), 0.125);
}

// Within round-off of the energy a rise is none, but then the pull has to become smaller.
TEST(LineSearch, GoesByThePullWhereTheEnergySaysNothing) {
  const double slack = 1e-8, slope = 1e-9;
  const auto pulls = [](double share) {
    return [share](double) { return LineSearch::Point{0.5e-8, share * 1e-9}; };
  };
  EXPECT_EQ((LineSearch{.slope = slope, .slack = slack}.search(pulls(0.5))), 1);
  EXPECT_EQ((LineSearch{.slope = slope, .slack = slack}.search(pulls(-0.5))), 1);
  EXPECT_EQ((LineSearch{.slope = slope, .slack = slack, .most_halvings = 3}.search(pulls(-1.5))),
            0);
  const auto rises = [](double) { return LineSearch::Point{2e-8, 0}; };
  EXPECT_EQ((LineSearch{.slope = slope, .slack = slack, .most_halvings = 3}.search(rises)), 0);
}

}  // namespace
}  // namespace conjac
