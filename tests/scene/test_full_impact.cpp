// Full FE at impact: whatever the integrator, no step ends with more energy than it began with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scene/world.h"
#include "support/contact_runs.h"
#include "support/paths.h"

namespace conjac {
namespace {

SceneSpec thrown(const decltype(MeshSpec::source)& source, double young, double speed) {
  SceneSpec scene;
  BodySpec body;
  body.name = "body";
  body.mesh.source = source;
  body.velocity = {0, -speed, 0};
  scene.bodies.push_back(body);
  scene.materials.push_back(test::soft(young, 0.4));
  scene.obstacles.push_back(test::floor());
  scene.method.method = Method::vanilla;
  return scene;
}

SceneSpec bar_on_its_end(double young, double step) {
  SceneSpec scene = thrown(BoxMesh{{2, 10, 2}, {0.02, 0.1, 0.02}, {-0.01, 0.005, -0.01}}, young, 3);
  scene.time.step = step;
  return scene;
}
SceneSpec block() {
  return thrown(BoxMesh{{4, 3, 4}, {0.06, 0.04, 0.06}, {-0.03, 0.003, -0.03}}, 2e4, 1.5);
}
SceneSpec ball() {
  SceneSpec scene = thrown(MeshFile{test::source_dir() + "/scenes/shapes/ball.vtu"}, 8e4, 1.5);
  scene.bodies[0].mesh.scale = 0.05;
  scene.bodies[0].mesh.translate = {0, 0.03, 0};
  return scene;
}

struct Rise {
  double step = 0, run = 0;  // largest, over the energy of the fall
  int undone = 0;
};
Rise rise(const SceneSpec& scene, int steps) {
  World<3> world(scene);
  const double fall = world.energies().kinetic;
  const double first = world.energies().total();
  double before = first;
  Rise result;
  for (int step = 0; step < steps; ++step) {
    const StepReport report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    if (report.status != StepStatus::ok) break;
    const double now = report.energy.total();
    result.step = std::max(result.step, (now - before) / fall);
    result.run = std::max(result.run, (now - first) / fall);
    result.undone += report.undone;
    before = now;
  }
  return result;
}

constexpr Integrator kAll[] = {Integrator::linear_implicit, Integrator::trapezoidal,
                               Integrator::bdf2, Integrator::midpoint};
constexpr const char* kNames[] = {"linear-implicit", "trapezoidal", "bdf2", "midpoint"};

void expect_no_gain(SceneSpec scene, int steps) {
  for (int i = 0; i < 4; ++i) {
    SCOPED_TRACE(kNames[i]);
    scene.method.integrator = kAll[i];
    const Rise found = rise(scene, steps);
    EXPECT_LT(found.step, 1e-12);
    EXPECT_LT(found.run, 1e-6);
    EXPECT_LT(found.undone, 2 * steps);
  }
}

TEST(FullImpact, ABarDroppedOnItsEndGainsNothing) {
  expect_no_gain(bar_on_its_end(3e4, 0.005), 30);
}
/// Without a guard it gains ten times its fall (below).
TEST(FullImpact, NorDoesVanillaInCoarseSteps) {
  const Rise found = rise(bar_on_its_end(1e4, 0.0166), 20);
  EXPECT_LT(found.step, 1e-12);
  EXPECT_LT(found.run, 1e-6);
}
TEST(FullImpact, ABlockGainsNothing) {
  expect_no_gain(block(), 30);
}
TEST(FullImpact, ABallGainsNothing) {
  expect_no_gain(ball(), 12);
}

/// What a guard that is switched off lets pass, so that the tests above can fail: ten times the fall.
TEST(FullImpact, WithoutTheGuardTheBarGains) {
  SceneSpec scene = bar_on_its_end(1e4, 0.0166);
  scene.method.guard = false;
  World<3> world(scene);
  const double fall = world.energies().kinetic, first = world.energies().total();
  double most = first;
  for (int step = 0; step < 12; ++step) {
    const StepReport report = world.advance();
    if (report.status != StepStatus::ok) break;
    most = std::max(most, report.energy.total());
  }
  EXPECT_GT(most - first, fall);
}

}  // namespace
}  // namespace conjac
