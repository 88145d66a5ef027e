#include "contact/obstacle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace conjac {
namespace {

using Eigen::Vector3d;

TEST(Obstacle, MotionsFollowOneAnother) {
  Obstacle obstacle;
  obstacle.shape = Ball{0.1};
  obstacle.moves.push_back({.start = 1, .end = 2, .translate = {1, 0, 0}, .smooth = false});
  obstacle.moves.push_back({.start = 3, .end = 4, .radians = M_PI / 2, .smooth = true});
  EXPECT_LT(obstacle.pose_at(0.5).shift.norm(), 1e-15);
  EXPECT_LT((obstacle.pose_at(1.5).shift - Vector3d(0.5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((obstacle.pose_at(10).shift - Vector3d(0, 1, 0)).norm(), 1e-15);
}

TEST(Obstacle, VelocityOfItsPoints) {
  // A wheel turning at 10 rad/s: w x r.
  Obstacle wheel;
  wheel.shape = Ball{1};
  const double h = 1e-6;
  wheel.moves.push_back({.start = 0, .end = 1, .radians = 10, .smooth = false});
  ObstacleNow now;
  now.still = false;
  now.h = h;
  now.before = wheel.pose_at(0.5);
  now.pose = wheel.pose_at(0.5 + h);
  EXPECT_LT((now.velocity(wheel, {0.3, 0.4, 0}) - Vector3d(-4, 3, 0)).norm(), 1e-4);
}

}  // namespace
}  // namespace conjac
