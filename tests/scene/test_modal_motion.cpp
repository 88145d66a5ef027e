#include <gtest/gtest.h>

#include <algorithm>

#include "scene/world.h"
#include "support/contact_runs.h"
#include "support/small_scenes.h"

// What modes do that dynamic nodes alone do not (docs/decisions/0013-modes.md).

namespace conjac {
namespace {

using test::middle;

/// A box of 40:1, held at one end, bends down by its weight and comes to rest; with modes of an old
/// matrix alone it would tremble for ever.
TEST(ModalMotion, ASlenderBoxComesToRestWhereTheStaticSolverSays) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{40, 1, 1}, {0.4, 0.01, 0.01}, {0, 0, 0}};
  scene.materials.push_back(test::soft(1e6, 0.45));
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.4, 0.005, 0.005)});
  scene.method.damping = 10;
  World<3> world(scene);
  double most = 0, last = 0;
  for (int step = 0; step < 700; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    last = report.energy.kinetic;
    most = std::max(most, last);
  }
  EXPECT_LT(last, 1e-12 * most);
  VectorXd rest;
  ASSERT_TRUE(world.rest_state(rest).converged);
  EXPECT_LT((world.state().x - rest).cwiseAbs().maxCoeff(), 1e-5 * world.size());
}

/// Gravity is switched on: the centre of mass of a held box begins to fall as that of full FE does,
/// however few nodes there are.
TEST(ModalMotion, AHeldBoxBeginsToFallAsInFullFE) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{8, 4, 3}, {0.12, 0.06, 0.04}, {0, 0, 0}};
  scene.materials.push_back(test::soft(6e4, 0.45));
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  SceneSpec full = scene;
  full.method.method = Method::vanilla;
  full.method.integrator = Integrator::trapezoidal;
  full.time.step = 5e-4;
  std::vector<double> truth;
  World<3> fine(full);
  const double start = middle(fine).y();
  for (int step = 0; step < 300; ++step) {
    ASSERT_EQ(fine.advance().status, StepStatus::ok);
    if (step % 10 == 9) truth.push_back(middle(fine).y() - start);
  }
  for (int nodes : {1, 2, 4}) {
    scene.placement.dynamic = nodes;
    World<3> world(scene);
    double error = 0, most = 0;
    for (std::size_t step = 0; step < truth.size(); ++step) {
      ASSERT_EQ(world.advance().status, StepStatus::ok);
      const double fall = middle(world).y() - start;
      if (step == 0) {
        EXPECT_NEAR(fall / truth[0], 1, 0.1) << nodes;
      }
      error += (fall - truth[step]) * (fall - truth[step]);
      most = std::max(most, std::abs(truth[step]));
    }
    EXPECT_LT(std::sqrt(error / static_cast<double>(truth.size())), 0.02 * most) << nodes;
  }
}

/// A loose body falls at g, to the last digits, and does not sag.
TEST(ModalMotion, ALooseBodyFallsAtG) {
  SceneSpec scene = test::free_block();
  scene.placement.dynamic = 6;
  World<3> world(scene);
  const VectorXd before = world.state().x;
  const double h = scene.time.step;
  for (int step = 0; step < 20; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  const double fall = 0.5 * 9.81 * (20 * h) * (20 * h);
  for (int i = 0; i < world.mesh().nodes(); ++i)
    ASSERT_NEAR(before[3 * i + 1] - world.state().x[3 * i + 1], fall, 1e-6 * fall);
}

}  // namespace
}  // namespace conjac
