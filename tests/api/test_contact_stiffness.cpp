// What contacts push back with, where the scene does not say it.
#include <gtest/gtest.h>

#include <cmath>

#include "conjac/conjac.h"
#include "support/contact_scenes.h"

namespace conjac {
namespace {

constexpr double kRadius = 0.03, kMass = 0.5;

/// A ball of bone over the floor, and a small bar far away that has nothing to do with it.
SceneSpec ball_of_bone(double height) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{1, 1, 1}, {0.02, 0.02, 0.02}, {5, 0.5, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(1, 0.52)});
  BoneSpec ball;
  ball.name = "ball";
  ball.shapes = {SolidSphere{{0, height, 0}, kRadius}};
  ball.mass = kMass;
  ball.joint.type = JointType::free;
  ball.joint.at = {0, height, 0};
  scene.bones = {ball};
  scene.obstacles = {test::floor()};
  return scene;
}

TEST(BoneStiffness, ABoneSinksByAThousandthOfItsRadiusUnderTheScenesGravity) {
  for (double gravity : {1.62, 9.81, 24.8})  // moon, earth, Jupiter
    for (Method method : {Method::conjac, Method::vanilla}) {
      SceneSpec scene = ball_of_bone(kRadius + 0.002);
      scene.gravity = {0, -gravity, 0};
      scene.method.method = method;
      Simulation simulation(scene);
      StepReport report;
      for (int step = 0; step < 300; ++step) {
        report = simulation.step();
        ASSERT_EQ(report.status, StepStatus::ok) << report.message;
      }
      // At rest; the limit is that of how still it lies.
      EXPECT_NEAR(report.contact.penetration, 1e-3 * kRadius, 1e-6 * kRadius) << gravity;
      EXPECT_NEAR(report.contact.normal_force, kMass * gravity, 1e-3 * kMass * gravity) << gravity;
    }
}

/// Nothing weighs anything, but the floor is there: a ball that flies against it gets no deeper
/// than it flies within a step, and is stopped or thrown back.
TEST(BoneStiffness, WithoutGravityABoneIsStoppedWithinAStepsWay) {
  for (double gravity : {0.0, 1e-6})
    for (double speed : {0.2, 2.0}) {
      SceneSpec scene = ball_of_bone(kRadius + 0.01);
      scene.gravity = {0, -gravity, 0};
      Simulation simulation(scene);
      const std::vector<double> q(simulation.joint_positions().begin(),
                                  simulation.joint_positions().end());
      std::vector<double> u(simulation.joint_velocities().size(), 0.0);
      ASSERT_EQ(u.size(), 6u);
      u[1] = -speed;  // of the three along the axes
      simulation.set_joints(q, u);
      double deepest = 0;
      int touched = 0;
      for (int step = 0; step < 60; ++step) {
        const StepReport report = simulation.step();
        ASSERT_EQ(report.status, StepStatus::ok) << report.message;
        deepest = std::max(deepest, report.contact.penetration);
        touched += report.contact.count > 0;
      }
      EXPECT_GT(touched, 0);
      EXPECT_GT(deepest, 0);
      EXPECT_LE(deepest, speed * scene.time.step) << speed;
      EXPECT_GE(simulation.joint_velocities()[1], -1e-3 * speed) << "still on its way down";
    }
}

/// A light and stiff block that begins a little below the surface of the floor. Its contacts are
/// as stiff as its mass and the time step allow.
SceneSpec light_block(double step) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{2, 2, 2}, {0.02, 0.02, 0.02}, {0, -1e-5, 0}};
  scene.materials.push_back(test::soft(2e6, 0.3));
  scene.placement.dynamic = 4;
  scene.obstacles = {test::floor()};
  scene.time.step = step;
  return scene;
}

/// Stiffness of each contact, N/m.
std::vector<double> stiffnesses(Simulation& simulation) {
  std::vector<double> result;
  for (const ContactView& contact : simulation.contacts())
    result.push_back(contact.force[1] / contact.depth);
  return result;
}

TEST(ContactStiffness, FollowsTheTimeStep) {
  const double from = 0.01, to = 0.005;
  Simulation changed(light_block(from)), made(light_block(to));
  const std::vector<double> before = stiffnesses(changed), wanted = stiffnesses(made);
  ASSERT_EQ(before.size(), 9u);
  // The limit is 100 m / h^2, so half the step means four times the stiffness.
  EXPECT_NEAR(wanted[0] / before[0], 4, 1e-9);
  changed.set_time_step(to);
  const std::vector<double> now = stiffnesses(changed);
  ASSERT_EQ(now.size(), wanted.size());
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_DOUBLE_EQ(now[i], wanted[i]);
  EXPECT_DOUBLE_EQ(changed.energy().contact, made.energy().contact);
  // And so it goes on: the same run, to the bit.
  for (int step = 0; step < 40; ++step) {
    const StepReport a = changed.step(), b = made.step();
    ASSERT_EQ(a.status, StepStatus::ok) << a.message;
    ASSERT_EQ(b.status, StepStatus::ok) << b.message;
    for (std::size_t i = 0; i < made.positions().size(); ++i)
      ASSERT_EQ(changed.positions()[i], made.positions()[i]) << "step " << step + 1;
  }
}

/// Changed in the middle of a run, while it lies on the floor: it comes to rest anew, where its
/// weight and the new stiffness say.
TEST(ContactStiffness, ABlockAtRestComesToRestAnew) {
  for (Method method : {Method::conjac, Method::vanilla}) {
    SceneSpec scene = light_block(0.005);
    scene.method.method = method;
    scene.method.damping = 20;
    Simulation simulation(scene);
    for (int step = 0; step < 200; ++step) ASSERT_EQ(simulation.step().status, StepStatus::ok);
    double weight = 0;
    for (double m : simulation.masses()) weight += 9.81 * m;
    for (double h : {0.02, 0.01}) {
      simulation.set_time_step(h);
      StepReport report;
      for (int step = 0; step < 200; ++step) {
        report = simulation.step();
        ASSERT_EQ(report.status, StepStatus::ok) << report.message;
      }
      const double k = 100 * weight / 9.81 / (h * h);
      for (double one : stiffnesses(simulation)) EXPECT_NEAR(one, k, 1e-9 * k) << h;
      EXPECT_NEAR(report.contact.normal_force, weight, 1e-3 * weight) << h;
    }
  }
}

}  // namespace
}  // namespace conjac
