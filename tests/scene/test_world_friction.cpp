#include <gtest/gtest.h>

#include "scene/world.h"
#include "support/contact_runs.h"

namespace conjac {
namespace {

using test::block_on_slope;
using test::by;
using test::kWays;
using test::middle;
using test::run;
using test::Way;

TEST(Slope, SticksBelowTheAngleOfFriction) {
  // tan 15 degrees = 0.268 < 0.3.
  for (const Way& way : kWays) {
    World<3> world(by(way, block_on_slope(15, 0.3)));
    run(world, 0.3);  // it settles into the floor
    const double before = middle(world).x();
    const StepReport report = run(world, 1.0);
    EXPECT_LT(std::abs(middle(world).x() - before), 1e-4) << way.name;
    const double weight = world.mass().sum() / 3 * 9.81;
    EXPECT_NEAR(report.contact.normal_force, weight * std::cos(M_PI / 12), 1e-3 * weight);
  }
}

// A filter that is content with a centimetre a second lets the block creep.
TEST(Slope, HoldsAsWellAsTheToleranceSays) {
  double crept[2];
  for (int k = 0; k < 2; ++k) {
    SceneSpec scene = block_on_slope(15, 0.3);
    scene.contact.friction_tolerance = k == 0 ? 1e-7 : 1e-2;
    World<3> world(scene);
    run(world, 0.3);
    const double before = middle(world).x();
    run(world, 0.5);
    crept[k] = std::abs(middle(world).x() - before);
  }
  EXPECT_LT(crept[0], 1e-4);
  EXPECT_GT(crept[1], 2 * crept[0]);
}

TEST(Slope, SlipsAboveItAsTheClosedFormSays) {
  const double angle = 20 * M_PI / 180;
  const double pull = 9.81 * (std::sin(angle) - 0.3 * std::cos(angle));
  for (const Way& way : kWays) {
    World<3> world(by(way, block_on_slope(20, 0.3)));
    run(world, 0.2);
    double speed = 0;
    for (int i = 0; i < world.mesh().nodes(); ++i)
      speed += 3 * world.mass()[3 * i] * world.state().v.nodes[3 * i] / world.mass().sum();
    const double before = middle(world).x();
    run(world, 0.6);
    const double expected = speed * 0.6 + 0.5 * pull * 0.6 * 0.6;
    EXPECT_NEAR(middle(world).x() - before, expected, 0.05 * expected) << way.name;
  }
}

TEST(Slope, ASlidingBlockStopsAfterTheDistanceOfTheClosedForm) {
  for (const Way& way : kWays) {
    World<3> world(by(way, block_on_slope(0, 0.3)));
    run(world, 0.3);
    const double before = middle(world).x(), speed = 0.8;
    VectorXd v = VectorXd::Zero(world.state().v.nodes.size());
    for (Eigen::Index i = 0; i < v.size(); i += 3) v[i] = speed;
    world.set_velocities(v);
    run(world, 0.6);
    const double expected = speed * speed / (2 * 0.3 * 9.81);
    EXPECT_NEAR(middle(world).x() - before, expected, 0.05 * expected) << way.name;
  }
}

TEST(Slope, AMovingFloorTakesTheBlockAlong) {
  SceneSpec scene = block_on_slope(0, 0.5);
  ObstacleMove move;
  move.start = 0.2;
  move.end = 0.7;
  move.translate = {0.1, 0.05, 0};
  scene.obstacles[0].motion.push_back(move);
  for (const Way& way : kWays) {
    World<3> world(by(way, scene));
    run(world, 0.2);
    const Eigen::Vector3d before = middle(world);
    run(world, 1.0);
    EXPECT_NEAR(middle(world).x() - before.x(), 0.1, 2e-3) << way.name;
    EXPECT_NEAR(middle(world).y() - before.y(), 0.05, 1e-4) << way.name;
  }
}

/// A belt starts at once, runs and stops at once. A block on it slips until it has the belt's
/// speed, lagging by v^2 / (2 mu g), and when the belt stops it slides on by the same.
TEST(Slope, AConveyorBeltTakesTheBlockAlongAsTheClosedFormSays) {
  const double speed = 0.2, friction = 0.3, start = 0.3, end = 0.8;
  SceneSpec scene = block_on_slope(0, friction);
  ObstacleMove move;
  move.start = start;
  move.end = end;
  move.translate = {speed * (end - start), 0, 0};
  move.ease = Ease::linear;
  scene.obstacles[0].motion.push_back(move);
  const double lag = speed * speed / (2 * friction * 9.81);
  const double step = speed * scene.time.step;  // of the belt; half of it is due to x += h v
  for (const Way& way : kWays) {
    World<3> world(by(way, scene));
    run(world, start);
    const double before = middle(world).x();
    run(world, 0.4);
    EXPECT_NEAR(middle(world).x() - before, speed * 0.4 - lag, step) << way.name;
    run(world, end - start - 0.4 + 0.3);
    EXPECT_NEAR(middle(world).x() - before, speed * (end - start), step) << way.name;
  }
}

}  // namespace
}  // namespace conjac
