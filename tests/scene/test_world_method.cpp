#include <gtest/gtest.h>

#include <Eigen/LU>

#include "scene/world.h"
#include "support/dense.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

using test::hanging_bar;

TEST(WorldMethod, AllNodesDynamicIsVanilla) {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{3, 2, 2}, {0.06, 0.02, 0.02}, {0, 0, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0.0)});
  scene.roles.push_back({NodeRole::dynamic, {{SelectPlane{{1e-4, 0, 0}, {1, 0, 0}}}, "rest"}});
  MoveEvent move;  // one node is scripted for a while, so that c and held nodes take part
  move.select = test::nearest(0.06, 0.02, 0.02);
  move.end = 0.2;
  move.translate = {0.01, 0.005, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 0.4});
  scene.method.integrator = Integrator::linear_implicit;
  scene.method.beta = 0.8;
  scene.method.guard = false;
  scene.method.reuse_tolerance = 0;
  SceneSpec full = scene;
  full.method.method = Method::vanilla;
  World<3> reduced(scene), vanilla(full);
  double largest = 0;
  for (int step = 0; step < 200; ++step) {
    ASSERT_EQ(reduced.advance().status, StepStatus::ok);
    ASSERT_EQ(vanilla.advance().status, StepStatus::ok);
    largest = std::max(largest, (reduced.state().x - vanilla.state().x).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(largest, 1e-10);
  EXPECT_GT((vanilla.state().x - World<3>(scene).state().x).norm(), 1e-3);  // it did move
}

TEST(WorldMethod, NoDynamicNodeIsScaledNewton) {
  SceneSpec scene = hanging_bar();
  scene.roles.pop_back();
  scene.method.stabilisation = Stabilisation::pre;
  scene.method.gamma = 0.3;
  scene.method.reuse_tolerance = 0;
  scene.method.guard = false;
  World<3> world(scene), reference(scene);
  for (int step = 0; step < 10; ++step) {
    ASSERT_EQ(world.advance().status, StepStatus::ok);
    // One Newton step over the free nodes, dense, scaled by gamma.
    VectorXd x = reference.state().x;
    const MatrixXd K = test::dense_symmetric(reference.stiffness(true));
    const VectorXd f = reference.force();
    std::vector<int> free;
    for (int i = 0; i < x.size(); ++i)
      if (!prescribed(reference.roles()[i / 3])) free.push_back(i);
    const MatrixXd Kff = K(free, free);
    x(free) += 0.3 * Kff.partialPivLu().solve(-VectorXd(f(free)));
    reference.set_positions(x);
    EXPECT_LT((world.state().x - x).cwiseAbs().maxCoeff(), 1e-10 * world.size()) << step;
  }
  EXPECT_EQ(world.state().v.nodes.norm(), 0);
}

TEST(WorldMethod, JacobianAnswersToTheStiffnessOfTheMoment) {
  SceneSpec scene = hanging_bar();
  World<3> world(scene);
  for (int step = 0; step < 20; ++step) world.advance();
  const MatrixXd J = world.jacobian();
  const MatrixXd K = test::dense_symmetric(world.stiffness(true));
  std::vector<int> q, d;
  for (int i = 0; i < K.rows(); ++i) {
    const Role role = world.roles()[i / 3];
    if (role == Role::dynamic) d.push_back(i);
    if (role == Role::quasistatic) q.push_back(i);
  }
  const MatrixXd expected = -MatrixXd(K(q, q)).partialPivLu().solve(MatrixXd(K(q, d)));  // Eq. 6
  EXPECT_LT((MatrixXd(J(q, Eigen::all)) - expected).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_TRUE(MatrixXd(J(d, Eigen::all)).isIdentity(0));
}

/// Steps that reuse a factor must not change the reduced velocity's meaning: with and without reuse
/// a swing stays the same to a few per cent.
TEST(WorldMethod, FactorReuseKeepsTheMotion) {
  SceneSpec scene = hanging_bar();
  SceneSpec fresh = scene;
  fresh.method.reuse_tolerance = 0;
  World<3> reusing(scene), refactoring(fresh);
  double largest = 0, swing = 0;
  const VectorXd start = reusing.state().x;
  for (int step = 0; step < 60; ++step) {
    reusing.advance();
    refactoring.advance();
    largest = std::max(largest, (reusing.state().x - refactoring.state().x).cwiseAbs().maxCoeff());
    swing = std::max(swing, (refactoring.state().x - start).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(largest, 0.1 * swing);
  EXPECT_LT(reusing.factorizations(), refactoring.factorizations() / 2);
  EXPECT_EQ(refactoring.factorizations(), 60);
  EXPECT_EQ(reusing.analyses(), 1);
}

/// A pull so strong that steps must be undone; without the guard the same run ends as diverged or
/// with energy out of nothing.
TEST(WorldMethod, GuardUndoesAndCounts) {
  SceneSpec scene = hanging_bar();
  scene.gravity = {0, 0, 0};
  scene.mesh.source = BoxMesh{{3, 9, 3}, {0.02, 0.06, 0.02}, {0, 0, 0}};
  scene.materials[0] = test::soft(3e4, 0.49);
  MoveEvent move;
  move.select = test::slice(1, 0.0);
  move.end = 0.1;
  move.translate = {0.06, -0.09, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 0.15});
  scene.time.step = 1.0 / 60;
  World<3> world(scene);
  int undone = 0, substeps = 0;
  double input = 0, largest = 0;
  for (int step = 0; step < 60; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    undone += report.undone;
    substeps += report.substeps;
    input += std::max(0.0, report.scripted_work);
    largest = std::max(largest, report.energy.total());
    ASSERT_TRUE(world.state().x.allFinite());
  }
  EXPECT_GT(undone, 0);
  EXPECT_GT(substeps, 60);
  EXPECT_LT(largest, 1.25 * input);
}

TEST(WorldMethod, RunawayOfVanillaStopsWithTheLastGoodState) {
  SceneSpec scene = hanging_bar();
  scene.method.method = Method::vanilla;
  scene.method.beta = 1e-6;  // explicit, far beyond its stable step
  scene.time.step = 0.02;
  World<3> world(scene);
  StepReport report;
  VectorXd before;
  for (int step = 0; step < 200 && report.status == StepStatus::ok; ++step) {
    before = world.state().x;
    report = world.advance();
  }
  ASSERT_EQ(report.status, StepStatus::diverged);
  EXPECT_FALSE(report.message.empty());
  EXPECT_EQ(world.state().x, before);
  EXPECT_TRUE(world.state().x.allFinite());
}

TEST(WorldMethod, EnergyIsKeptWithoutDampingAndFallsWithIt) {
  for (double damping : {0.0, 20.0}) {
    SceneSpec scene = hanging_bar();
    scene.method.damping = damping;
    World<3> world(scene);
    const double start = world.energies().total();
    std::vector<double> total;
    for (int step = 0; step < 200; ++step) total.push_back(world.advance().energy.total());
    const auto [low, high] = std::minmax_element(total.begin() + 100, total.end());
    EXPECT_LE(*high, start + 1e-9);  // never more than was put in
    if (damping > 0) {
      EXPECT_LT(*high - *low, 1e-3 * (start - *low));
    }
  }
}

}  // namespace
}  // namespace conjac
