#include <gtest/gtest.h>

#include <cmath>

#include "bones_scenes.h"
#include "scene/world.h"
#include "scenefile/parse.h"
#include "support/allocations.h"
#include "support/contact_scenes.h"
#include "support/paths.h"

namespace conjac {
namespace {

struct Way {
  const char* name;
  Method method;
  Integrator integrator;
};
constexpr Way kWays[] = {{"trapezoidal", Method::conjac, Integrator::trapezoidal},
                         {"linear-implicit", Method::conjac, Integrator::linear_implicit},
                         {"vanilla", Method::vanilla, Integrator::linear_implicit}};
SceneSpec by(const Way& way, SceneSpec scene) {
  scene.method.method = way.method;
  scene.method.integrator = way.integrator;
  return scene;
}

/// A small bar far away that has nothing to do with anything.
SceneSpec bones_alone() {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{1, 1, 1}, {0.02, 0.02, 0.02}, {5, 0.5, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(1, 0.52)});
  scene.start_at_rest = false;
  return scene;
}

BoneSpec free_bone(SolidShape shape, const Triple& at, double mass = 0.5) {
  BoneSpec bone;
  bone.name = "thing";
  bone.shapes = {shape};
  bone.mass = mass;
  bone.joint.type = JointType::free;
  bone.joint.at = at;
  return bone;
}

/// Runs and insists that the energy never rises (Vanilla has no guard: a first touch may).
template <int Dim>
StepReport run(World<Dim>& world, double seconds, bool falling_energy = true) {
  StepReport report;
  const int steps = static_cast<int>(std::lround(seconds / world.spec().time.step));
  double energy = world.energies().total(), largest = 0;
  for (int step = 0; step < steps; ++step) {
    report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    if (report.status != StepStatus::ok) break;
    const double now = world.energies().total();
    largest = std::max(largest, std::abs(now));
    if (falling_energy && world.spec().method.method == Method::conjac) {
      EXPECT_LE(now, energy + 1e-7 * largest) << now - energy << " step " << step;
    }
    energy = now;
  }
  return report;
}

// ---- against obstacles --------------------------------------------------------------------------

TEST(BoneContact, ADroppedBallRestsAtWeightOverStiffness) {
  for (const Way& way : kWays)
    for (double stiffness : {0.0, 2e4}) {
      SceneSpec scene = bones_alone();
      scene.bones = {free_bone(SolidSphere{{0, 0.1, 0}, 0.03}, {0, 0.1, 0})};
      if (stiffness > 0) scene.bones[0].contact.stiffness = stiffness;
      scene.obstacles = {test::floor()};
      World<3> world(by(way, scene));
      const StepReport report = run(world, 1.0);
      const double weight = 0.5 * 9.81;
      const double k = stiffness > 0 ? stiffness : weight / (1e-3 * 0.03);
      EXPECT_EQ(report.contact.count, 1) << way.name;
      EXPECT_NEAR(report.contact.penetration, weight / k, 1e-3 * weight / k) << way.name;
      EXPECT_NEAR(report.contact.normal_force, weight, 1e-3 * weight) << way.name;
      EXPECT_LT(world.state().v.joints.norm(), 1e-6) << way.name;
    }
}

TEST(BoneContact, AHingedBoneFallsOnTheFloorAndStays) {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{2, 2}, {0.02, 0.02}, {1, 0.5}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(1, 0.52)});
  BoneSpec bone;
  bone.name = "arm";
  bone.shapes = {SolidCapsule{{0, 0.1, 0}, {0.2, 0.1, 0}, 0.01}};
  bone.mass = 0.5;
  bone.joint.at = {0, 0.1, 0};
  scene.bones = {bone};
  scene.obstacles = {test::floor(0.0)};
  for (const Way& way : kWays) {
    World<2> world(by(way, scene));
    const StepReport report = run(world, 1.5);
    // The far end lies on the floor: half the weight, since the bar leans on its ends.
    EXPECT_EQ(report.contact.count, 1) << way.name;
    EXPECT_NEAR(report.contact.normal_force, 0.5 * 0.5 * 9.81, 1e-3 * 0.5 * 9.81) << way.name;
    EXPECT_NEAR(std::sin(world.state().q[0]), -0.09 / 0.2, 1e-3) << way.name;
    World<2> still(by(way, scene));
    still.set_joints(world.state().q, VectorXd::Zero(1));
    ASSERT_TRUE(still.equilibrate().converged) << way.name;
    EXPECT_NEAR(still.state().q[0], world.state().q[0], 1e-6) << way.name;
  }
}

SceneSpec box_on_slope(double degrees, double friction) {
  SceneSpec scene = bones_alone();
  scene.bones = {free_bone(SolidBox{{0, 0.02, 0}, {0.08, 0.04, 0.08}, {}}, {0, 0.02, 0})};
  scene.obstacles = {test::floor(friction)};
  const double angle = degrees * M_PI / 180;
  scene.gravity = {9.81 * std::sin(angle), -9.81 * std::cos(angle), 0};
  return scene;
}

TEST(BoneContact, FrictionHoldsABoxOnASlopeAndLetsItSlideOnASteepOne) {
  const double pull = 9.81 * (std::sin(20 * M_PI / 180) - 0.3 * std::cos(20 * M_PI / 180));
  for (const Way& way : kWays) {
    World<3> world(by(way, box_on_slope(15, 0.3)));
    run(world, 0.3);
    const double before = world.state().q[0];
    const StepReport report = run(world, 1.0);
    const double weight = 0.5 * 9.81;
    EXPECT_LT(std::abs(world.state().q[0] - before), 1e-5) << way.name;
    EXPECT_EQ(report.contact.count, 4) << way.name;
    EXPECT_NEAR(report.contact.normal_force, weight * std::cos(M_PI / 12), 1e-3 * weight);
    EXPECT_NEAR(report.contact.friction_force, weight * std::sin(M_PI / 12), 2e-3 * weight);

    World<3> slides(by(way, box_on_slope(20, 0.3)));
    run(slides, 0.2);
    const double speed = slides.state().v.joints[0], from = slides.state().q[0];
    run(slides, 0.6);
    const double expected = speed * 0.6 + 0.5 * pull * 0.36;
    EXPECT_NEAR(slides.state().q[0] - from, expected, 0.02 * expected) << way.name;
  }
}

TEST(BoneContact, ABallRollsDownASlopeAsTheClosedFormSays) {
  // Rolling without slipping: a = 5/7 g sin.
  const double angle = 10 * M_PI / 180;
  SceneSpec scene = bones_alone();
  scene.bones = {free_bone(SolidSphere{{0, 0.03, 0}, 0.03}, {0, 0.03, 0})};
  scene.obstacles = {test::floor(0.5)};
  scene.gravity = {9.81 * std::sin(angle), -9.81 * std::cos(angle), 0};
  World<3> world(scene);
  run(world, 0.2);
  const double speed = world.state().v.joints[0], from = world.state().q[0];
  run(world, 0.5);
  const double expected = speed * 0.5 + 0.5 * 5.0 / 7 * 9.81 * std::sin(angle) * 0.25;
  EXPECT_NEAR(world.state().q[0] - from, expected, 0.02 * expected);
}

// ---- against flesh ------------------------------------------------------------------------------

/// A soft block on a bar that turns about its end, held up by a spring.
SceneSpec block_on_lever() {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{4, 3}, {0.04, 0.03}, {0.12, 0.01}};
  scene.materials.push_back(test::soft(1e5, 0.3));
  scene.roles.push_back({NodeRole::dynamic, test::slice(1, 0.01)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.14, 0.04)});
  BoneSpec bone;
  bone.name = "lever";
  bone.shapes = {SolidCapsule{{0, 0, 0}, {0.2, 0, 0}, 0.01}};
  bone.mass = 0.3;
  bone.joint.spring = 30;
  bone.joint.damping = 0.3;
  scene.bones = {bone};
  scene.contact.friction = 0.6;
  return scene;
}

TEST(BoneContact, WeightTimesLeverTurnsTheBoneUnderABlock) {
  for (const Way& way : kWays)
    for (bool follow : {false, true}) {
      SceneSpec scene = block_on_lever();
      if (follow) scene.roles.clear(), scene.placement.dynamic = 3;
      scene.method.damping = 10;
      World<2> world(by(way, scene));
      // Friction moves followers to their balance, and may do work on the way. Full FE, which sheds
      // what it gains, comes to rest more slowly: after 3 s it is off by 3e-6.
      const StepReport report = run(world, 6.0, !follow);
      double mass = 0, moment = 0;
      for (int i = 0; i < world.mesh().nodes(); ++i) {
        mass += world.mass()[2 * i];
        moment += world.mass()[2 * i] * world.state().x[2 * i];
      }
      const MassProperties body = world.skeleton().tree().link(0).body;
      const double lever = world.skeleton().tree().position(0, body.center).x();
      const double torque = 9.81 * (moment + body.mass * lever);
      EXPECT_NEAR(-30 * world.state().q[0], torque, 1e-6 * torque) << way.name << follow;
      EXPECT_GT(moment * 9.81, 0.3 * torque);  // the block is no small part of it
      const double slope = std::cos(world.state().q[0]);
      EXPECT_NEAR(report.contact.normal_force, mass * 9.81 * slope, 1e-6 * mass * 9.81)
          << way.name << follow;
    }
}

/// Momentum of flesh and of a free bone whose joint is at its centre of mass.
template <int Dim>
Vec<Dim> momentum(const World<Dim>& world) {
  Vec<Dim> sum = Vec<Dim>::Zero();
  for (int i = 0; i < world.mesh().nodes(); ++i)
    sum += world.mass()[Dim * i] * world.state().v.nodes.template segment<Dim>(Dim * i);
  const Articulation& tree = world.skeleton().tree();
  for (int b = 0; b < tree.links(); ++b)
    sum += tree.link(b).body.mass * world.state().v.joints.segment(tree.first_unknown(b), Dim);
  return sum;
}

TEST(BoneContact, MomentumIsKeptWhenFleshMeetsAFlyingBone) {
  for (const Way& way : kWays) {
    SceneSpec scene;
    BodySpec body;
    body.name = "block";
    body.mesh.source = BoxMesh{{3, 3, 3}, {0.06, 0.06, 0.06}, {-0.03, -0.03, -0.03}};
    body.velocity = {2, 0.1, 0};
    body.spin = {0, 0, 3};
    body.placement.dynamic = 8;
    scene.bodies = {body};
    scene.materials.push_back(test::soft(3e4, 0.4));
    scene.bones = {
        free_bone(SolidSphere{{0.11, 0.012, 0}, 0.03}, {0.11, 0.012, 0}, 0.2),
        free_bone(SolidBox{{0.2, 0.02, 0}, {0.05, 0.05, 0.05}, {}}, {0.2, 0.02, 0}, 0.2)};
    scene.bones[1].name = "box";
    scene.bones[1].joint.velocity = -1;
    scene.gravity = {0, 0, 0};
    World<3> world(by(way, scene));
    for (int step = 0; step < 3; ++step) ASSERT_EQ(world.advance().contact.count, 0);
    const Vec<3> before = momentum(world);
    const double scale = 2 * world.mass().sum() / 3;
    int touched = 0;
    double energy = world.energies().total(), bone_speed = 0;
    for (int step = 0; step < 60; ++step) {
      const StepReport report = world.advance();
      ASSERT_EQ(report.status, StepStatus::ok) << way.name;
      touched += report.contact.count > 0;
      EXPECT_LT((momentum(world) - before).norm(), 1e-8 * scale) << way.name << " step " << step;
      if (way.method == Method::conjac && report.contact.count > 0) {
        EXPECT_LE(world.energies().total(), energy * (1 + 1e-9)) << way.name << " step " << step;
      }
      energy = world.energies().total();
      bone_speed = std::max(bone_speed, world.state().v.joints.head(3).norm());
    }
    EXPECT_GT(touched, 3) << way.name;
    EXPECT_GT(bone_speed, 0.5) << way.name;
  }
}

TEST(BoneContact, ABoneMovedByTheTimelinePushesABlock) {
  SceneSpec scene = block_on_lever();
  scene.timeline.push_back(TurnEvent{"lever", 0, 0.3, 0.6, 1e30, 8.0, Ease::smooth});
  scene.method.damping = 5;
  for (const Way& way : kWays) {
    World<2> world(by(way, scene));
    const StepReport report = run(world, 1.5, false);
    double height = 0;
    for (int i = 0; i < world.mesh().nodes(); ++i)
      height += world.state().x[2 * i + 1] / world.mesh().nodes();
    const double turn = world.state().q[0];
    EXPECT_GT(turn, 0.05) << way.name;
    EXPECT_NEAR(height, 0.025 + 0.14 * std::sin(turn), 1e-3) << way.name;
    EXPECT_GE(report.contact.count, 2) << way.name;
  }
}

TEST(BoneContact, FleshThatRidesOnABoneTouchesItOnlyWhenAskedTo) {
  SceneSpec scene = test::flexed_bone(0.4);
  const auto pose = [&](BoneTouch with) {
    scene.bones[0].contact.with = with;
    World<2> world(scene);
    for (int step = 0; step < 60; ++step) EXPECT_EQ(world.advance().status, StepStatus::ok);
    return world.state().x;
  };
  const VectorXd none = pose(BoneTouch::none);
  EXPECT_EQ(pose(BoneTouch::others), none);
}

TEST(BoneContact, KeysAreRead) {
  const std::string file = test::source_dir() + "/scenes/arm-pad.json";
  const SceneSpec plain = read_scene(file);
  EXPECT_EQ(plain.bones[1].contact.with, BoneTouch::others);
  EXPECT_FALSE(plain.bones[1].contact.friction.has_value());
  const SceneSpec scene =
      read_scene(file, {R"(bones[1].contact={"with": "all", "friction": 0.7, "stiffness": 1e4})"});
  EXPECT_EQ(scene.bones[1].contact.with, BoneTouch::all);
  EXPECT_EQ(scene.bones[1].contact.friction, 0.7);
  EXPECT_EQ(scene.bones[1].contact.stiffness, 1e4);
}

// ---- cost and repeatability ---------------------------------------------------------------------

TEST(BoneContact, StepsAllocateNothing) {
  for (const Way& way : {kWays[0], kWays[1]}) {
    World<2> world(by(way, block_on_lever()));
    run(world, 2.0);  // until nothing comes or goes any more
    const long long before = test::allocations();
    for (int step = 0; step < 5; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
    EXPECT_EQ(test::allocations() - before, 0) << way.name;
  }
}

}  // namespace
}  // namespace conjac
