#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "scene/world.h"
#include "support/allocations.h"
#include "support/contact_runs.h"

namespace conjac {
namespace {

using test::block_on_slope;
using test::by;
using test::dropped_block;
using test::kWays;
using test::middle;
using test::run;
using test::Way;

// ---- rest ---------------------------------------------------------------------------------------

TEST(Resting, PenetrationIsWeightOverStiffness) {
  SceneSpec scene = block_on_slope(0, 0.0);
  scene.contact.stiffness = 400;
  for (const Way& way : kWays) {
    World<3> world(by(way, scene));
    world.options().damping = 20;
    const StepReport report = run(world, 2.0);
    const double weight = world.mass().sum() / 3 * 9.81;
    EXPECT_EQ(report.contact.count, 25);
    EXPECT_NEAR(report.contact.normal_force, weight, 1e-3 * weight) << way.name;
    double sum = 0;
    for (const ContactView& contact : world.contacts()) {
      EXPECT_NEAR(contact.force[1], 400 * contact.depth, 1e-9);
      sum += contact.depth;
    }
    EXPECT_NEAR(sum / 25, weight / (25 * 400), 1e-3 * weight / (25 * 400)) << way.name;
  }
}

/// Followers balance friction themselves: were it felt by the drivers alone, through J, the
/// sideways bulge of a pressed body would lend it a share of the weight, up to three per cent here.
TEST(Resting, NormalForcesOfFollowersAddUpToTheWeight) {
  for (const double degrees : {0.0, 15.0})
    for (const double friction : {0.3, 0.8})
      for (const Way& way : kWays) {
        SceneSpec scene = block_on_slope(degrees, friction);
        scene.roles.clear();
        scene.placement.dynamic = 6;  // inside: every contact node follows
        scene.materials[0] = test::soft(2e4, 0.4);
        World<3> world(by(way, scene));
        const StepReport report = run(world, 1.0);
        const double weight = world.mass().sum() / 3 * 9.81, angle = degrees * M_PI / 180;
        EXPECT_NEAR(report.contact.normal_force, weight * std::cos(angle), 1e-5 * weight)
            << way.name << ", " << degrees << " degrees, friction " << friction;
        double along = 0;
        for (const ContactView& contact : world.contacts()) {
          along += contact.friction[0];
          const double size = std::hypot(contact.friction[0], contact.friction[2]);
          EXPECT_LE(size, (1 + 1e-3) * friction * contact.force[1]);  // Coulomb, node by node
        }
        EXPECT_NEAR(along, -weight * std::sin(angle), 1e-5 * weight) << way.name;
      }
}

/// b moved and turned about the vertical so that it comes as near to a as it can: a floor without
/// friction leaves that open.
double distance_but_for_sliding(const VectorXd& a, const VectorXd& b) {
  Eigen::Vector2d ca = Eigen::Vector2d::Zero(), cb = ca;
  const Eigen::Index nodes = a.size() / 3;
  for (Eigen::Index i = 0; i < nodes; ++i) {
    ca += Eigen::Vector2d(a[3 * i], a[3 * i + 2]) / static_cast<double>(nodes);
    cb += Eigen::Vector2d(b[3 * i], b[3 * i + 2]) / static_cast<double>(nodes);
  }
  double along = 0, across = 0;
  for (Eigen::Index i = 0; i < nodes; ++i) {
    const Eigen::Vector2d p = Eigen::Vector2d(a[3 * i], a[3 * i + 2]) - ca;
    const Eigen::Vector2d q = Eigen::Vector2d(b[3 * i], b[3 * i + 2]) - cb;
    along += q.dot(p);
    across += q.x() * p.y() - q.y() * p.x();
  }
  const Eigen::Rotation2Dd turn(std::atan2(across, along));
  double largest = 0;
  for (Eigen::Index i = 0; i < nodes; ++i) {
    const Eigen::Vector2d p = Eigen::Vector2d(a[3 * i], a[3 * i + 2]) - ca;
    const Eigen::Vector2d q = turn * (Eigen::Vector2d(b[3 * i], b[3 * i + 2]) - cb);
    const double up = a[3 * i + 1] - b[3 * i + 1];
    largest = std::max(largest, std::sqrt((p - q).squaredNorm() + up * up));
  }
  return largest;
}

TEST(Resting, IsWhereVanillaRests) {
  SceneSpec scene = block_on_slope(0, 0.0);
  scene.roles.clear();
  scene.placement.dynamic = 6;  // inside: every contact node follows
  scene.materials[0] = test::soft(2e4, 0.4);
  std::vector<VectorXd> rest;
  for (const Way& way : kWays) {
    World<3> world(by(way, scene));
    world.options().damping = 20;
    run(world, 4.0);
    rest.push_back(world.state().x);
  }
  const double size = std::sqrt(0.08 * 0.08 * 2 + 0.04 * 0.04);
  EXPECT_LT(distance_but_for_sliding(rest[0], rest[2]), 1e-6 * size);
  EXPECT_LT(distance_but_for_sliding(rest[1], rest[2]), 1e-6 * size);
  // And where Newton's method says.
  World<3> world(scene);
  ASSERT_TRUE(world.equilibrate().converged);
  EXPECT_LT(distance_but_for_sliding(world.state().x, rest[2]), 1e-6 * size);
}

TEST(Resting, AllocatesNothing) {
  for (const Way& way : kWays) {
    World<3> world(by(way, block_on_slope(10, 0.3)));
    run(world, 1.0);
    const long long before = test::allocations();
    for (int step = 0; step < 5; ++step) world.advance();
    EXPECT_EQ(test::allocations(), before) << way.name;
  }
}

// ---- impact -------------------------------------------------------------------------------------

TEST(Bounce, NeverGainsEnergy) {
  for (const Way& way : kWays) {
    World<3> world(by(way, dropped_block(0.05)));
    double before = HUGE_VAL, rise = 0;
    bool touched = false;
    const double fall = world.mass().sum() / 3 * 9.81 * 0.05;
    for (int step = 0; step < 200; ++step) {
      const StepReport report = world.advance();
      ASSERT_EQ(report.status, StepStatus::ok);
      const double now = report.energy.total();
      touched |= report.contact.count > 0;
      // Where the body comes to rest followers begin to balance friction: nearly nothing, but some.
      const bool moves =
          report.energy.kinetic > 1e-2 * (report.energy.elastic + report.energy.contact);
      if (touched && moves) rise = std::max(rise, now - before);
      before = now;
    }
    EXPECT_LT(rise, 1e-12 * fall) << way.name;
    EXPECT_LT(world.advance().energy.kinetic, 1e-3 * fall) << way.name;  // it has come to rest
  }
}

TEST(Bounce, FollowsTheParabolaUntilThen) {
  World<3> world(dropped_block(0.05));
  const double start = middle(world).y();
  int step = 0;
  StepReport report;
  do {
    report = world.advance();
    ++step;
    if (report.contact.count == 0) {
      EXPECT_NEAR(middle(world).y(), start - 0.5 * 9.81 * std::pow(0.005 * step, 2), 1e-5);
    }
  } while (report.contact.count == 0 && step < 100);
  EXPECT_GT(step, 15);
  EXPECT_LT(step, 30);
}

SceneSpec collision() {
  SceneSpec scene;
  scene.name = "collision";
  BodySpec a, b;
  a.name = "a";
  a.mesh.source = BoxMesh{{3, 3, 3}, {0.06, 0.06, 0.06}, {0, 0, 0}};
  a.placement.dynamic = 6;
  a.velocity = {1, 0.1, 0};
  b.name = "b";
  b.mesh.source = BoxMesh{{2, 2, 2}, {0.06, 0.06, 0.06}, {0.07, 0.02, 0.01}};
  b.placement.dynamic = 6;
  b.velocity = {-0.5, 0, 0.1};
  b.spin = {0, 0, 5};
  scene.bodies = {a, b};
  scene.materials.push_back(test::soft(3e4, 0.4));
  scene.gravity = {0, 0, 0};
  return scene;
}

TEST(Collision, KeepsMomentumAndLosesEnergy) {
  for (const Way& way : kWays) {
    World<3> world(by(way, collision()));
    const auto momentum = [&](int from, int to) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();
      for (int i = from; i < to; ++i)
        sum += world.mass()[3 * i] * world.state().v.nodes.segment<3>(3 * i);
      return sum;
    };
    const int nodes = world.mesh().nodes(), first = 64;
    const Eigen::Vector3d whole = momentum(0, nodes), of_a = momentum(0, first);
    const double energy = world.energies().total();
    int contacts = 0;
    for (int step = 0; step < 40; ++step) {
      const StepReport report = world.advance();
      ASSERT_EQ(report.status, StepStatus::ok);
      contacts = std::max(contacts, report.contact.count);
      EXPECT_LT((momentum(0, nodes) - whole).norm(), 1e-8 * of_a.norm()) << way.name;
    }
    EXPECT_GT(contacts, 5);
    EXPECT_GT((momentum(0, first) - of_a).norm(), 0.5 * of_a.norm()) << way.name;
    EXPECT_LT(world.energies().total(), energy) << way.name;
  }
}

TEST(InThePlane, ASquareRollsOffADiscAndRestsOnTheGround) {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{4, 4}, {0.06, 0.06}, {0.01, 0.14}};
  scene.materials.push_back(test::soft(3e4, 0.4));
  scene.placement.dynamic = 5;
  ObstacleSpec disc;
  disc.shape = SolidSphere{{0, 0.05, 0}, 0.05};
  scene.obstacles = {test::floor(0.3), disc};
  World<2> world(scene);
  StepReport report;
  for (int step = 0; step < 400; ++step) {
    report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
  }
  EXPECT_GT(report.contact.count, 0);
  EXPECT_LT(report.contact.penetration, 0.004);
  EXPECT_LT(report.energy.kinetic, 1e-3);
}

// ---- nodes where they are needed ----------------------------------------------------------------

TEST(Waking, RepresentativesSleepUntilTheirRegionIsTouched) {
  SceneSpec scene = dropped_block(0.05);
  scene.placement.dynamic = 4;
  scene.placement.representative = 6;
  scene.contact.wake = true;
  World<3> world(scene);
  StepReport report = world.advance();
  EXPECT_EQ(report.active_nodes, 4);
  int most = 0;
  for (int step = 0; step < 60; ++step) most = std::max(most, world.advance().active_nodes);
  EXPECT_GT(most, 5);
}

}  // namespace
}  // namespace conjac
