#include <gtest/gtest.h>

#include "scene/world.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

/// The static limit is exact: whatever integrator, stale factor or sleeping node, ConJac comes to
/// rest where a Newton solve of the full model does.
struct RestCase {
  const char* name;
  Integrator integrator;
  Stabilisation stabilisation;
  double reuse;
  bool adaptive;
};

SceneSpec layered_bar() {
  SceneSpec scene = test::hanging_bar();
  scene.materials[0].laws[0].young = Layers{1, {0.02, 0.04}, {1e5, 1e4, 1e5}};
  return scene;
}

SceneSpec fibre_bar() {
  SceneSpec scene = test::hanging_bar();
  LawSpec fibre;
  fibre.law = "aSTVK";
  fibre.stiffness = 2e4;
  fibre.fibers = HelicalFibers{{0.01, 0, 0.01}, {0, 1, 0}, 40};
  scene.materials[0].laws.push_back(fibre);
  return scene;
}

class Rest : public testing::TestWithParam<RestCase> {};

TEST_P(Rest, EqualsTheStaticSolution) {
  for (SceneSpec scene : {test::hanging_bar(), layered_bar(), fibre_bar()}) {
    const RestCase& options = GetParam();
    scene.method.integrator = options.integrator;
    scene.method.stabilisation = options.stabilisation;
    scene.method.reuse_tolerance = options.reuse;
    scene.method.adaptive = options.adaptive;
    scene.method.damping = 20;  // what the integrators alone would not take away
    if (options.adaptive) scene.roles.back().role = NodeRole::representative;
    World<3> world(scene);
    for (int step = 0; step < 600; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
    VectorXd rest;
    const EquilibriumResult result = world.rest_state(rest);
    ASSERT_TRUE(result.converged);
    EXPECT_LT(result.residual, 1e-10 * result.load_scale);
    EXPECT_LT((world.state().x - rest).cwiseAbs().maxCoeff(), 1e-8 * world.size()) << scene.name;
    if (options.adaptive) {
      EXPECT_FALSE(world.awake(0));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Options, Rest,
    testing::Values(
        RestCase{"modal", Integrator::modal, Stabilisation::post, 0, false},
        RestCase{"modal_reuse", Integrator::modal, Stabilisation::post, 0.12, false},
        RestCase{"modal_adaptive", Integrator::modal, Stabilisation::post, 0.12, true},
        RestCase{"trapezoidal", Integrator::trapezoidal, Stabilisation::post, 0, false},
        RestCase{"trapezoidal_reuse", Integrator::trapezoidal, Stabilisation::post, 0.12, false},
        RestCase{"trapezoidal_pre", Integrator::trapezoidal, Stabilisation::pre, 0.12, false},
        RestCase{"linear_implicit", Integrator::linear_implicit, Stabilisation::pre, 0, false},
        RestCase{"linear_implicit_reuse", Integrator::linear_implicit, Stabilisation::post, 0.12,
                 false},
        RestCase{"symplectic", Integrator::symplectic, Stabilisation::post, 0.12, false},
        RestCase{"adaptive", Integrator::trapezoidal, Stabilisation::post, 0.12, true}),
    [](const auto& options) { return options.param.name; });

TEST(Equilibrate, BeginsAtRestAndStaysThere) {
  SceneSpec scene = test::hanging_bar();
  scene.start_at_rest = true;
  World<3> world(scene);
  const VectorXd start = world.state().x;
  for (int step = 0; step < 50; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  EXPECT_LT((world.state().x - start).cwiseAbs().maxCoeff(), 1e-8 * world.size());
}

TEST(Equilibrate, HangingBarStretchesAsLinearTheorySays) {
  // A stiff bar under its own weight: the end sinks by rho g L^2 / (2 E).
  SceneSpec scene = test::hanging_bar();
  scene.mesh.source = BoxMesh{{2, 12, 2}, {0.01, 0.12, 0.01}, {0, 0, 0}};
  scene.roles[0].select = test::slice(1, 0.12);
  scene.materials[0] = test::soft(1e6, 0.0);
  World<3> world(scene);
  ASSERT_TRUE(world.equilibrate().converged);
  const double expected = 1000 * 9.81 * 0.12 * 0.12 / (2 * 1e6);
  double sum = 0;
  int count = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    if (world.mesh().rest[i][1] > 1e-9) continue;
    sum += world.state().x[3 * i + 1];
    ++count;
  }
  EXPECT_NEAR(-sum / count, expected, 0.01 * expected);
}

// There is no energy but that of round-off: nothing to measure a gain against.
TEST(WithoutGravity, ABodyStaysAtRest) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{6, 2, 2}, {0.09, 0.03, 0.03}, {0, 0, 0}};
  scene.materials.push_back(test::soft(3e4, 0.4));
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.09, 0.015, 0.015)});
  scene.gravity = {0, 0, 0};
  World<3> world(scene);
  const VectorXd start = world.state().x;
  for (int step = 0; step < 50; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message << " at t = " << report.time;
  }
  EXPECT_LT((world.state().x - start).norm(), 1e-14);
}

}  // namespace
}  // namespace conjac
