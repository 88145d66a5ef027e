#include <gtest/gtest.h>

#include <cmath>

#include "bones_scenes.h"
#include "conjac/error.h"
#include "scene/world.h"
#include "support/allocations.h"

namespace conjac {
namespace {

/// A bone that swings beside a small bar which has nothing to do with it.
SceneSpec lone_pendulum(double angle) {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{2, 2}, {0.02, 0.02}, {1, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(1, 0.02)});
  scene.bones = {test::pendulum_bone(angle)};
  return scene;
}

/// Angle of a pendulum from straight down, by small steps of the classical Runge-Kutta method.
double swing(double angle, double inertia, double torque, double time) {
  const int steps = static_cast<int>(time / 1e-4) + 1;
  const double h = time / steps;
  double speed = 0;
  const auto pull = [&](double a) { return -torque / inertia * std::sin(a); };
  for (int i = 0; i < steps; ++i) {
    const double a1 = pull(angle), s2 = speed + h / 2 * a1;
    const double a2 = pull(angle + h / 2 * speed), s3 = speed + h / 2 * a2;
    const double a3 = pull(angle + h / 2 * s2), s4 = speed + h * a3;
    const double a4 = pull(angle + h * s3);
    angle += h / 6 * (speed + 2 * s2 + 2 * s3 + s4);
    speed += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return angle;
}

TEST(Bones, FrictionlessPendulumKeepsItsEnergyForTenSeconds) {
  const double angle = 1.2;
  World<2> world(lone_pendulum(angle));
  const MassProperties body = world.skeleton().tree().link(0).body;
  const double reach = body.center.norm();
  const double inertia = body.inertia(2, 2) + body.mass * reach * reach;
  const double swings = body.mass * 9.81 * reach * (1 - std::cos(angle));
  const Energies start = world.energies();
  double largest = 0, farthest = 0;
  for (int step = 1; step <= 2000; ++step) {
    ASSERT_EQ(world.advance().status, StepStatus::ok);
    largest = std::max(largest, std::abs(world.energies().total() - start.total()));
    if (step == 200)
      farthest = std::abs(angle + world.state().q[0] -
                          swing(angle, inertia, body.mass * 9.81 * reach, 1.0));
  }
  EXPECT_LT(largest, 0.01 * swings);
  EXPECT_LT(farthest, 0.01);  // after a second, h = 5 ms
}

TEST(Bones, TorqueTurnsABoneAndATurnIsFollowed) {
  SceneSpec scene = lone_pendulum(0.0);
  scene.gravity = {0, 0, 0};
  scene.timeline.push_back(TorqueEvent{"arm", 0, 0.01, 0.0, 0.2, 0.0});
  World<2> pushed(scene);
  for (int step = 0; step < 40; ++step) ASSERT_EQ(pushed.advance().status, StepStatus::ok);
  const MassProperties body = pushed.skeleton().tree().link(0).body;
  const double inertia = body.inertia(2, 2) + body.mass * body.center.squaredNorm();
  EXPECT_NEAR(pushed.state().v.joints[0], 0.01 * 0.2 / inertia, 1e-9 * 0.01 * 0.2 / inertia);

  scene = lone_pendulum(0.0);
  scene.timeline.push_back(TurnEvent{"arm", 0, 0.0, 0.1, 0.2, 40.0, Ease::smooth});
  World<2> turned(scene);
  for (int step = 0; step < 30; ++step) ASSERT_EQ(turned.advance().status, StepStatus::ok);
  EXPECT_NEAR(turned.state().q[0], 40 * M_PI / 180, 1e-12);
  EXPECT_NEAR(turned.state().v.joints[0], 0.0, 1e-12);
  for (int step = 0; step < 20; ++step) ASSERT_EQ(turned.advance().status, StepStatus::ok);
  EXPECT_LT(turned.state().v.joints[0], -0.5);  // let go at 0.2 s, it falls back
}

TEST(Bones, StaticPoseIsTheSameByEveryWay) {
  for (double activation : {0.0, 0.4}) {
    SceneSpec scene = test::flexed_bone(activation);
    scene.method.damping = 20;
    World<2> still(scene);
    const EquilibriumResult result = still.equilibrate();
    ASSERT_TRUE(result.converged) << result.residual << " " << result.iterations;
    for (Method method : {Method::conjac, Method::vanilla}) {
      scene.method.method = method;
      World<2> moving(scene);
      for (int step = 0; step < 800; ++step) ASSERT_EQ(moving.advance().status, StepStatus::ok);
      EXPECT_NEAR(moving.state().q[0], still.state().q[0], 1e-8) << activation;
      EXPECT_LT((moving.state().x - still.state().x).cwiseAbs().maxCoeff(), 1e-8 * still.size());
    }
    // Statics: the muscle's pull about the joint carries the weight of the bone.
    const Skeleton& bones = still.skeleton();
    const VectorXd& f = still.force();
    double torque = 0;
    for (const auto& rider : bones.attachment().riders()) {
      const Vec<2> x = still.state().x.segment<2>(rider.node * 2);
      const Vec<2> pull = f.segment<2>(rider.node * 2);
      torque += x.x() * pull.y() - x.y() * pull.x();
    }
    const MassProperties body = bones.tree().link(0).body;
    const double weight = -9.81 * body.mass * bones.tree().position(0, body.center).x();
    const double limit = still.state().q[0] + 80 * M_PI / 180;
    EXPECT_GT(limit, 0);  // it hangs in the muscle, not on its limit
    EXPECT_NEAR(torque, -weight, 1e-8 * std::abs(weight));
    // And the reaction at the hinge: the held end carries what the riders and the flesh weigh.
    Vec<2> total = Vec<2>::Zero();
    for (int i = 0; i < still.mesh().nodes(); ++i) total += f.segment<2>(i * 2);
    Vec<2> held = Vec<2>::Zero(), riders = held;
    for (int i = 0; i < still.mesh().nodes(); ++i) {
      if (still.roles()[i] == Role::fixed) held += f.segment<2>(i * 2);
      if (still.roles()[i] == Role::attached) riders += f.segment<2>(i * 2);
    }
    EXPECT_LT((held + riders - total).norm(), 1e-8 * total.norm());
  }
}

/// A muscle that rides on a pendulum, lighter and softer from case to case: the pendulum's path
/// tends to that of the bone alone, the error with the first power of the factor.
TEST(Bones, FadingFleshLeavesTheRigidPendulum) {
  const double angle = 1.0;
  constexpr int kSteps = 100;
  std::vector<double> alone;
  // The rule itself, without what watches over energies: both make the same error of h then.
  const auto plain = [](SceneSpec scene) {
    scene.method.guard = scene.method.conserve_energy = false;
    return scene;
  };
  {
    World<2> world(plain(lone_pendulum(angle)));
    for (int step = 0; step < kSteps; ++step) {
      ASSERT_EQ(world.advance().status, StepStatus::ok);
      alone.push_back(world.state().q[0]);
    }
  }
  std::vector<double> distance;
  for (double scale : {1e-2, 1e-3, 1e-4, 1e-5}) {
    SceneSpec scene = test::flexed_bone(0.0);
    scene.bones[0] = test::pendulum_bone(angle);
    scene.bones[0].name = "forearm";
    for (LawSpec& law : scene.materials[0].laws) {
      law.young = 3e4 * scale;
      law.stiffness = 2e3 * scale;
    }
    scene.materials[0].density = 1000 * scale;
    World<2> world(plain(scene));
    double farthest = 0;
    for (int step = 0; step < kSteps; ++step) {
      ASSERT_EQ(world.advance().status, StepStatus::ok);
      farthest = std::max(farthest, std::abs(world.state().q[0] - alone[step]));
    }
    distance.push_back(farthest);
  }
  for (std::size_t k = 1; k < distance.size(); ++k) {
    EXPECT_GT(distance[k - 1] / distance[k], 7) << k << ": " << distance[k];
    EXPECT_LT(distance[k - 1] / distance[k], 14) << k << ": " << distance[k];
  }
  EXPECT_LT(distance.back(), 5e-4);
}

TEST(Bones, MuscleSwingsWithoutLosingEnergy) {
  SceneSpec scene = test::flexed_bone(0.0);
  World<2> world(scene);
  const double start = world.energies().total();
  double least = 0, most = 0;
  double low = 0;
  for (int step = 0; step < 400; ++step) {
    ASSERT_EQ(world.advance().status, StepStatus::ok);
    const double change = world.energies().total() - start;
    least = std::min(least, change), most = std::max(most, change);
    low = std::max(low, world.energies().kinetic);
  }
  EXPECT_GT(low, 0.01);
  EXPECT_LT(std::max(-least, most), 0.1 * low) << least << " " << most;
}

TEST(Bones, StepsAllocateNothing) {
  SceneSpec scene = test::flexed_bone(0.2);
  scene.method.reuse_tolerance = 0.0;
  World<2> world(scene);
  for (int step = 0; step < 5; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  const long long before = test::allocations();
  for (int step = 0; step < 5; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  EXPECT_EQ(test::allocations() - before, 0);
}

TEST(Bones, ErrorsSayWhatIsWrong) {
  const auto message = [](const SceneSpec& scene) -> std::string {
    try {
      World<2> world(scene);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  SceneSpec scene = test::flexed_bone(0);
  scene.attach[0].bone = "leg";
  EXPECT_NE(message(scene).find("there is no bone \"leg\""), std::string::npos);
  scene = test::flexed_bone(0);
  scene.attach[0].select = scene.roles[0].select;
  EXPECT_NE(message(scene).find("also fixed"), std::string::npos);
  scene = test::flexed_bone(0);
  scene.bones[0].joint.type = JointType::ball;
  EXPECT_NE(message(scene).find("in 2D"), std::string::npos);
  scene = test::flexed_bone(0);
  scene.bones[0].shapes.clear();
  EXPECT_NE(message(scene).find("neither shapes nor a mass"), std::string::npos);
}

}  // namespace
}  // namespace conjac
