#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "scene/world.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

using test::free_block;

Eigen::Vector3d centre_of_mass(const World<3>& world) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double total = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    sum += world.mass()[3 * i] * world.state().x.segment<3>(3 * i);
    total += world.mass()[3 * i];
  }
  return sum / total;
}

/// Falls for 0.3 s; the largest distance of the centre of mass from the parabola.
double off_the_parabola(World<3>& world) {
  const Eigen::Vector3d start = centre_of_mass(world);
  double largest = 0;
  for (int step = 0; step < 60; ++step) {
    const StepReport report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    EXPECT_TRUE(world.state().x.allFinite());
    const double t = world.state().time;
    const Eigen::Vector3d expected = start + Eigen::Vector3d(0, -9.81 * t * t / 2, 0);
    largest = std::max(largest, (centre_of_mass(world) - expected).norm());
  }
  return largest;
}

TEST(FreeBody, FallsAlongTheParabolaWithAnyNumberOfDynamicNodes) {
  for (int dynamic : {0, 1, 2, 8}) {
    SceneSpec scene = free_block();
    scene.placement.dynamic = dynamic;
    World<3> world(scene);
    // x(t) of a trapezoidal step under constant force is exact, so the parabola is met to round-off
    // of the mapping; what is left is the sag that inertia relief must prevent.
    EXPECT_LT(off_the_parabola(world), 1e-5) << dynamic;
    if (dynamic < 3) {
      ASSERT_EQ(world.notices().size(), 1u);
      EXPECT_NE(world.notices()[0].find("can float"), std::string::npos);
    } else {
      EXPECT_TRUE(world.notices().empty());
    }
    EXPECT_GE(std::count(world.roles().begin(), world.roles().end(), Role::dynamic), 3);
  }
}

TEST(FreeBody, RepresentativesThatFallAsleepInFlightAreKeptAwake) {
  SceneSpec scene = free_block();
  scene.placement.representative = 5;
  scene.method.adaptive = true;  // a falling block does not deform: all of them want to sleep
  World<3> world(scene);
  EXPECT_LT(off_the_parabola(world), 1e-5);
  EXPECT_EQ(std::count(world.roles().begin(), world.roles().end(), Role::dynamic), 3);
  EXPECT_EQ(world.analyses(), 1);
}

/// Thrown with a spin: the centre keeps to the full FE solution.
TEST(FreeBody, SpinningBlockFollowsVanilla) {
  SceneSpec scene = free_block();
  scene.materials[0] = test::soft(1e5, 0.4);
  scene.placement.dynamic = 8;
  SceneSpec full = scene;
  full.method.method = Method::vanilla;
  full.method.beta = 1.0;
  full.time.step = 0.001;
  World<3> reduced(scene), vanilla(full);
  VectorXd v(reduced.state().x.size());
  for (int i = 0; i < v.size() / 3; ++i) {
    const Eigen::Vector3d r =
        Eigen::Vector3d(reduced.state().x.segment<3>(3 * i)) - Eigen::Vector3d(0.04, 0.04, 0.04);
    v.segment<3>(3 * i) = Eigen::Vector3d(1, 0, 0) + Eigen::Vector3d(0, 0, 4).cross(r);
  }
  reduced.set_velocities(v);
  vanilla.set_velocities(v);
  for (int step = 0; step < 30; ++step) {
    ASSERT_EQ(reduced.advance().status, StepStatus::ok);
    for (int k = 0; k < 5; ++k) ASSERT_EQ(vanilla.advance().status, StepStatus::ok);
  }
  // Vanilla's own error is first order: h v / 2 along the fall, 0.7 mm at h = 1 ms and t = 0.15 s.
  const double first_order = 0.5 * 0.001 * 9.81 * 0.15;
  EXPECT_LT((centre_of_mass(reduced) - centre_of_mass(vanilla)).norm(), 5e-4 + first_order);
}

TEST(FreeBody, MomentumIsKept) {
  SceneSpec scene = free_block();
  scene.gravity = {0, 0, 0};
  scene.placement.dynamic = 6;
  World<3> world(scene);
  VectorXd v(world.state().x.size());
  for (int i = 0; i < v.size(); ++i) v[i] = 0.3 * std::sin(50 * world.state().x[i] + i % 3);
  world.set_velocities(v);
  const auto momentum = [&] {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int i = 0; i < world.mesh().nodes(); ++i)
      sum += world.mass()[3 * i] * world.state().v.nodes.segment<3>(3 * i);
    return sum;
  };
  const Eigen::Vector3d start = momentum();
  for (int step = 0; step < 100; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  EXPECT_LT((momentum() - start).norm(), 1e-9 * world.mass().sum());
}

TEST(FreeBody, LooseSquareInThePlane) {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{5, 5}, {0.1, 0.1}, {0, 0}};
  scene.materials.push_back(test::soft());
  World<2> world(scene);
  for (int step = 0; step < 40; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  double lowest = 1;
  for (int i = 1; i < world.state().x.size(); i += 2) lowest = std::min(lowest, world.state().x[i]);
  EXPECT_NEAR(lowest, -9.81 * 0.2 * 0.2 / 2, 1e-5);
}

}  // namespace
}  // namespace conjac
