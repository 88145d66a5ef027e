#include <gtest/gtest.h>

#include <cmath>

#include "core/pack.h"

namespace conjac {
namespace {

Pack ramp(double first, double step) {
  Pack p;
  for (int lane = 0; lane < Pack::width; ++lane) p.set(lane, first + step * lane);
  return p;
}

TEST(Pack, EveryOperationActsLaneByLane) {
  const Pack a = ramp(-1.5, 0.75), b = ramp(2.0, -0.5);
  const Pack sum = a + b, difference = a - b, product = a * b, quotient = a / b;
  for (int i = 0; i < Pack::width; ++i) {
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_DOUBLE_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ(abs(a)[i], std::fabs(a[i]));
    EXPECT_EQ(max(a, b)[i], std::fmax(a[i], b[i]));
    EXPECT_EQ(min(a, b)[i], std::fmin(a[i], b[i]));
    EXPECT_EQ(copysign(a, b)[i], std::copysign(a[i], b[i]));
    EXPECT_EQ(sqrt(abs(a))[i], std::sqrt(std::fabs(a[i])));
    EXPECT_EQ(exp(a)[i], std::exp(a[i]));
    EXPECT_EQ(select(a < b, a, b)[i], a[i] < b[i] ? a[i] : b[i]);
  }
}

TEST(Pack, AllNeedsEveryLane) {
  Pack a(1.0);
  EXPECT_TRUE(all(a > Pack(0.0)));
  for (int lane = 0; lane < Pack::width; ++lane) {
    Pack one_off = a;
    one_off.set(lane, -1.0);
    EXPECT_FALSE(all(one_off > Pack(0.0))) << lane;
  }
}

TEST(Pack, BroadcastKeepsTheSignOfZero) {
  EXPECT_TRUE(std::signbit(Pack(-0.0)[Pack::width - 1]));
  EXPECT_FALSE(std::signbit(Pack(0.0)[0]));
}

TEST(Pack, SumsLanesInOrder) {
  const Pack a = ramp(0.1, 0.7);
  double total = 0.1;
  for (int lane = 1; lane < Pack::width; ++lane) total += a[lane];
  EXPECT_EQ(sum_lanes(a), total);
  EXPECT_EQ(max_lanes(a), a[Pack::width - 1]);
  EXPECT_EQ(max_lanes(-a), -0.1);
}

TEST(Pack, TransposeSwapsRowsAndLanes) {
  Pack rows[Pack::width];
  for (int r = 0; r < Pack::width; ++r) rows[r] = ramp(100.0 * r, 1.0);
  transpose_lanes(rows);
  for (int r = 0; r < Pack::width; ++r) {
    for (int lane = 0; lane < Pack::width; ++lane) EXPECT_EQ(rows[r][lane], 100.0 * lane + r);
  }
}

}  // namespace
}  // namespace conjac
