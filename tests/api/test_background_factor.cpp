#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "api/scenes.h"

namespace conjac {
namespace {

using testing::shipped;

using Steps = std::vector<std::int64_t>;

std::vector<double> state_of(Simulation& simulation) {
  std::vector<double> all(simulation.positions().begin(), simulation.positions().end());
  all.insert(all.end(), simulation.velocities().begin(), simulation.velocities().end());
  return all;
}

void advance(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) ASSERT_EQ(simulation.step().status, StepStatus::ok) << k;
}

SceneSpec pulled(bool background) {
  return shipped("release",
                 {std::string("method.background_factor=") + (background ? "true" : "false")});
}

TEST(BackgroundFactor, ARunThatIsFollowedGivesTheSameBits) {
  Simulation first(pulled(true));
  advance(first, 100);  // pulled and let go
  const Steps taken = first.factors_taken();
  ASSERT_FALSE(taken.empty());
  // Another speed of the machine is another list: one that takes every factor ten steps later.
  Steps later;
  for (std::int64_t step : taken)
    if (later.empty() || step + 10 > later.back() + 10) later.push_back(step + 10);
  Simulation slower(pulled(true)), same(pulled(true)), again(pulled(true));
  slower.follow_factors(later);
  same.follow_factors(taken);
  advance(slower, 100);
  advance(same, 100);
  EXPECT_EQ(state_of(same), state_of(first));
  EXPECT_EQ(same.factors_taken(), taken);
  EXPECT_NE(state_of(slower), state_of(first));
  again.follow_factors(slower.factors_taken());
  advance(again, 100);
  EXPECT_EQ(state_of(again), state_of(slower));
}

TEST(BackgroundFactor, IsNearTheRunWithoutIt) {
  Simulation behind(pulled(true)), at_once(pulled(false));
  Steps every(70);  // each factor is a step late, whatever else the machine does
  std::iota(every.begin(), every.end(), 1);
  behind.follow_factors(every);
  advance(behind, 70);
  advance(at_once, 70);
  EXPECT_TRUE(at_once.factors_taken().empty());
  double apart = 0, moved = 0;
  const auto a = behind.positions(), b = at_once.positions();
  const Simulation start(pulled(false));
  for (std::size_t i = 0; i < a.size(); ++i) {
    apart = std::max(apart, std::abs(a[i] - b[i]));
    moved = std::max(moved, std::abs(b[i] - start.positions()[i]));
  }
  EXPECT_LT(apart, 0.1 * moved);
}

TEST(BackgroundFactor, AStateHasOneFactor) {
  Simulation first(pulled(true));
  advance(first, 30);
  const std::string state = first.state();
  advance(first, 40);
  Simulation second(pulled(true));
  second.set_state(state);
  second.follow_factors(first.factors_taken());
  advance(second, 40);
  EXPECT_EQ(state_of(second), state_of(first));
}

}  // namespace
}  // namespace conjac
