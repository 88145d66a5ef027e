#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "scene/world.h"
#include "support/contact_runs.h"
#include "support/paths.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

using test::middle;

/// Something soft, a little above a floor, on its way down at `speed`.
SceneSpec falling(const decltype(MeshSpec::source)& source, double young, double speed) {
  SceneSpec scene;
  BodySpec body;
  body.name = "body";
  body.mesh.source = source;
  body.placement.dynamic = 8;
  body.velocity = {0, -speed, 0};
  scene.bodies.push_back(body);
  scene.materials.push_back(test::soft(young, 0.4));
  ObstacleSpec floor;
  floor.shape = HalfSpaceObstacle{{0, 0, 0}, {0, 1, 0}};
  scene.obstacles.push_back(floor);
  return scene;
}

SceneSpec falling_ball(double speed) {
  SceneSpec scene = falling(MeshFile{test::source_dir() + "/scenes/shapes/ball.vtu"}, 8e4, speed);
  scene.bodies[0].mesh.scale = 0.05;
  scene.bodies[0].mesh.translate = {0, 0.03, 0};
  return scene;
}

SceneSpec falling_block(double speed) {
  return falling(BoxMesh{{6, 4, 6}, {0.06, 0.04, 0.06}, {-0.03, 0.003, -0.03}}, 2e4, speed);
}

struct Bounce {
  double height = 0;  // of the centre above where it first touches, over that of a fall at `speed`
  double rise = 0;    // largest of the energy in a step, over the energy of the fall
  double last = 0;    // kinetic energy at the end, over that of the fall
};

Bounce bounce(const SceneSpec& scene, double seconds) {
  World<3> world(scene);
  const double speed = -scene.bodies[0].velocity[1];
  const double fall = world.mass().sum() / 6 * speed * speed;
  Bounce result;
  double gap = HUGE_VAL;
  for (int i = 0; i < world.mesh().nodes(); ++i) gap = std::min(gap, world.state().x[3 * i + 1]);
  const double touched = middle(world).y() - gap;
  double lowest = HUGE_VAL, before = world.energies().total();
  bool flies = false, fallen = false;  // after the first bounce, and down again
  for (int step = 0; step * scene.time.step < seconds; ++step) {
    const StepReport report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    const double y = middle(world).y(), now = report.energy.total();
    lowest = std::min(lowest, y);
    flies |= lowest < touched && y > touched;
    fallen |= flies && y < touched;
    if (flies && !fallen)
      result.height = std::max(result.height, (y - touched) / (speed * speed / (2 * 9.81)));
    // Once the body rests followers balance friction: microjoules.
    if (report.energy.kinetic > 1e-2 * (report.energy.elastic + report.energy.contact))
      result.rise = std::max(result.rise, (now - before) / fall);
    before = now;
    result.last = report.energy.kinetic / fall;
  }
  return result;
}

/// Three steps for a whole bounce: the implicit steps alone leave a tenth of it.
TEST(Rebound, ABallComesBackAndItsEnergyNeverRises) {
  SceneSpec scene = falling_ball(1.2);
  const Bounce lively = bounce(scene, 0.3);
  scene.contact.restitution = 0;
  const Bounce dull = bounce(scene, 0.3);
  EXPECT_GT(lively.height, 0.25);
  EXPECT_LT(dull.height, 0.15);
  EXPECT_LT(lively.height, 0.85);  // full finite elements at 0.2 ms
  EXPECT_LT(lively.rise, 1e-12);
  EXPECT_LT(dull.rise, 1e-12);
}

/// No rule: the means are followed through the contact, everything else is where the energy is
/// least (step/modal_touch.h). Full finite elements in steps of 20 microseconds keep their energy.
TEST(Rebound, ByModesAsHighAsFullFiniteElementsThatKeepTheirEnergy) {
  for (SceneSpec scene : {falling_block(1.2), falling_ball(1.2)}) {
    scene.method.integrator = Integrator::modal;
    const Bounce ours = bounce(scene, 0.2);
    scene.method.method = Method::vanilla;
    scene.method.integrator = Integrator::verlet;
    scene.time.step = 2e-5;
    const Bounce truth = bounce(scene, 0.2);
    EXPECT_NEAR(ours.height, truth.height, 0.15 * truth.height);
    EXPECT_LT(ours.rise, 1e-12);
  }
}

TEST(Rebound, ContactDampingTakesFromEveryIntegrator) {
  for (const Integrator integrator : {Integrator::modal, Integrator::trapezoidal}) {
    SceneSpec scene = falling_ball(1.2);
    scene.method.integrator = integrator;
    const Bounce without = bounce(scene, 0.25);
    scene.contact.damping = 0.02;
    const Bounce with = bounce(scene, 0.25);
    // A soft body on a stiff contact hardly feels it: the contact gives way little.
    EXPECT_LT(with.height, 0.97 * without.height);
    EXPECT_GT(with.height, 0);
  }
  SceneSpec scene = falling_ball(1.2);
  scene.method.method = Method::vanilla;
  scene.time.step = 1e-3;
  const Bounce without = bounce(scene, 0.25);
  scene.contact.damping = 0.02;
  EXPECT_LT(bounce(scene, 0.25).height, 0.9 * without.height);
}

/// However much is given back, bodies come to rest.
TEST(Rebound, SettlesWithAllGivenBack) {
  SceneSpec scene = falling_ball(1.2);
  scene.contact.restitution = 1;
  const Bounce all = bounce(scene, 4);
  EXPECT_LT(all.rise, 1e-4);  // once, when friction of followers finds its balance
  EXPECT_LT(all.last, 1e-5);
}

TEST(Rebound, SlowAsHighAsFullFiniteElementsInFineSteps) {
  SceneSpec scene = falling_block(1.2);
  const Bounce ours = bounce(scene, 0.15);
  scene.method.method = Method::vanilla;
  scene.method.beta = 0.5;
  scene.time.step = 2e-4;
  const Bounce truth = bounce(scene, 0.15);
  EXPECT_GT(truth.height, 0.15);
  EXPECT_GT(ours.height, 0.6 * truth.height);
  EXPECT_LT(ours.height, 1.4 * truth.height);
}

/// Without gravity nothing settles; bodies that nothing holds come apart faster, and keep their
/// momentum.
TEST(Rebound, BodiesThatMeetPartFaster) {
  double apart[2] = {};
  for (const int given : {0, 1}) {
    SceneSpec scene;
    for (const double side : {-1.0, 1.0}) {
      BodySpec body;
      body.name = side < 0 ? "left" : "right";
      body.mesh.source =
          BoxMesh{{3, 3, 3}, {0.06, 0.06, 0.06}, {side < 0 ? -0.063 : 0.003, 0.01 * side, 0}};
      body.placement.dynamic = 6;
      body.velocity = {-0.8 * side, 0, 0};
      scene.bodies.push_back(body);
    }
    scene.materials.push_back(test::soft(3e4, 0.4));
    scene.gravity = {0, 0, 0};
    scene.contact.restitution = given;
    World<3> world(scene);
    double before = world.energies().total();
    for (int step = 0; step < 30; ++step) {
      const StepReport report = world.advance();
      ASSERT_EQ(report.status, StepStatus::ok);
      EXPECT_LT(report.energy.total(), before * (1 + 1e-12));
      before = report.energy.total();
    }
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int i = 0; i < world.mesh().nodes(); ++i) {
      const Eigen::Vector3d p = world.mass()[3 * i] * world.state().v.nodes.segment<3>(3 * i);
      sum += p;
      apart[given] += i < 64 ? -p.x() : p.x();
    }
    EXPECT_LT(sum.norm(), 1e-10 * world.mass().sum());
  }
  EXPECT_GT(apart[1], 1.2 * apart[0]);
}

}  // namespace
}  // namespace conjac
