// The integrators of full FE where the motion is known in closed form, and what they refuse.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>

#include "scene/world.h"
#include "support/contact_scenes.h"
#include "support/dense.h"
#include "support/expect_error.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

using Ways = std::initializer_list<Integrator>;
constexpr Ways kImplicit{Integrator::trapezoidal, Integrator::bdf2, Integrator::midpoint};

SceneSpec full(SceneSpec scene, Integrator integrator) {
  scene.method.method = Method::vanilla;
  scene.method.integrator = integrator;
  return scene;
}

/// A bar that swings in one of its own modes, so little that it is linear: x = x0 + a cos(w t) mode.
class Swing {
 public:
  Swing() {
    scene_ = test::hanging_bar();
    scene_.gravity = {0, 0, 0};
    World<3> world(scene_);
    const MatrixXd K = test::dense_symmetric(world.stiffness(false));
    for (int i = 0; i < K.rows(); ++i)
      if (!prescribed(world.roles()[i / 3])) free_.push_back(i);
    const VectorXd root = VectorXd(world.mass()(free_)).cwiseSqrt().cwiseInverse();
    const MatrixXd A = -MatrixXd(K(free_, free_));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(root.asDiagonal() * A * root.asDiagonal());
    omega_ = std::sqrt(modes.eigenvalues()[0]);
    rest_ = world.state().x;
    mode_.setZero(rest_.size());
    mode_(free_) = root.cwiseProduct(modes.eigenvectors().col(0));
    mode_ *= 1e-7 / mode_.cwiseAbs().maxCoeff();
  }
  /// Largest error over the amplitude. After a quarter of a swing an error of the phase shows most,
  /// after whole ones one of the amplitude. `uneven` steps are h, h/2, h, ...
  double error(Integrator integrator, int steps_per_swing, bool uneven = false,
               double swings = 2.25) {
    SceneSpec scene = full(scene_, integrator);
    scene.method.conserve_energy = false;  // of swings so small it is mostly round-off
    const double h = 2 * M_PI / omega_ / steps_per_swing, end = 2 * M_PI * swings / omega_;
    scene.time.step = h;
    World<3> world(scene);
    world.set_positions(rest_ + mode_);
    while (world.state().time < end - 1e-9 * h) {
      if (uneven) world.set_time_step(world.spec().time.step < 0.9 * h ? h : h / 2);
      const StepReport report = world.advance();
      EXPECT_EQ(report.status, StepStatus::ok) << report.message;
      if (report.status != StepStatus::ok) return HUGE_VAL;
    }
    const VectorXd exact = rest_ + std::cos(omega_ * world.state().time) * mode_;
    return (world.state().x - exact).cwiseAbs().maxCoeff() / 1e-7;
  }

 private:
  SceneSpec scene_;
  std::vector<int> free_;
  VectorXd rest_, mode_;
  double omega_ = 0;
};

TEST(FullIntegrators, ConvergeWithTheirOrder) {
  Swing swing;
  // A phase error of (w h)^2 / 12 (midpoint) or some (w h)^2 / 3 (bdf2) per radian, 14 of them.
  for (Integrator integrator : kImplicit) {
    const double coarse = swing.error(integrator, 60), fine = swing.error(integrator, 120);
    EXPECT_LT(fine, 0.03) << static_cast<int>(integrator);
    EXPECT_NEAR(coarse / fine, 4, 0.6) << static_cast<int>(integrator);
  }
  // Verlet needs a thousand steps a swing to be stable, and has the error of those.
  EXPECT_LT(swing.error(Integrator::verlet, 4000), 1e-4);
  const double coarse = swing.error(Integrator::linear_implicit, 400, false, 2),
               fine = swing.error(Integrator::linear_implicit, 800, false, 2);
  EXPECT_NEAR(coarse / fine, 2, 0.2);
  // Steps of changing length cost bdf2 no order.
  const double uneven = swing.error(Integrator::bdf2, 60, true),
               finer = swing.error(Integrator::bdf2, 120, true);
  EXPECT_LT(finer, 0.03);
  EXPECT_GT(uneven / finer, 3);
}

TEST(FullIntegrators, FallExactly) {
  for (Integrator integrator : kImplicit) {
    SceneSpec scene = full(test::free_block(), integrator);
    scene.time.step = 0.01;
    World<3> world(scene);
    const VectorXd start = world.state().x;
    for (int step = 0; step < 30; ++step) {
      if (step == 10) world.set_time_step(0.004);
      ASSERT_EQ(world.advance().status, StepStatus::ok);
    }
    const double t = world.state().time, way = -9.81 * t * t / 2;
    VectorXd expected = start;
    for (int i = 1; i < expected.size(); i += 3) expected[i] += way;
    // Stresses of round-off, 1e-12 of the modulus, move nodes by as much of their size.
    EXPECT_LT((world.state().x - expected).cwiseAbs().maxCoeff(), 1e-10 * std::abs(way))
        << static_cast<int>(integrator);
  }
}

/// A block that spins and has been stretched by a quarter is let go.
void spin_and_swing(bool conserve) {
  SceneSpec scene = full(test::free_block(), Integrator::midpoint);
  scene.method.conserve_energy = conserve;
  scene.gravity = {0, 0, 0};
  scene.time.step = 0.002;
  World<3> world(scene);
  VectorXd x = world.state().x, v = x;
  for (int i = 0; i < x.size() / 3; ++i) {
    const Eigen::Vector3d at = x.segment<3>(3 * i) - Eigen::Vector3d::Constant(0.04);
    v.segment<3>(3 * i) = Eigen::Vector3d(3, -2, 9).cross(at);
    x[3 * i] += 0.25 * at[0];
  }
  world.set_positions(x);
  world.set_velocities(v);
  const auto spin = [&] {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int i = 0; i < x.size() / 3; ++i)
      sum += world.mass()[3 * i] *
             world.state().x.segment<3>(3 * i).cross(world.state().v.nodes.segment<3>(3 * i));
    return sum;
  };
  const Eigen::Vector3d spin0 = spin();
  const Energies at_start = world.energies();
  const double start = at_start.kinetic + at_start.elastic;
  for (int step = 0; step < 300; ++step) {
    ASSERT_EQ(world.advance().status, StepStatus::ok);
    const Energies now = world.energies();
    EXPECT_NEAR((now.kinetic + now.elastic) / start, 1, conserve ? 1e-6 : 0.04) << step;
  }
  EXPECT_LT((spin() - spin0).norm(), 1e-7 * spin0.norm());  // as far as Newton's method goes
}

TEST(FullIntegrators, MidpointKeepsEnergyAndSpin) {
  spin_and_swing(true);
  // The bare rule keeps quadratic invariants alone, so the energy swings.
  spin_and_swing(false);
}

TEST(FullIntegrators, DampAsTheirRuleSays) {
  for (Integrator integrator : {Integrator::trapezoidal, Integrator::midpoint}) {
    SceneSpec scene = full(test::free_block(), integrator);
    scene.gravity = {0, 0, 0};
    scene.time.step = 0.01;
    scene.method.damping = 4;
    World<3> world(scene);
    world.set_velocities(VectorXd::Constant(world.state().x.size(), 0.7));
    for (int step = 0; step < 10; ++step) world.advance();
    EXPECT_NEAR(world.state().v.nodes[0], 0.7 * std::pow(0.98 / 1.02, 10), 1e-9);
  }
}

TEST(FullIntegrators, HeldNodesArriveAndTheBodyComesToRest) {
  for (Integrator integrator : kImplicit) {
    SceneSpec scene = full(test::hanging_bar(), integrator);
    MoveEvent move;
    move.select = test::slice(1, 0.06);
    move.end = 0.2;
    move.translate = {0.01, 0.005, 0};
    scene.timeline.push_back(move);
    scene.method.damping = 30;
    scene.time.step = 0.005;
    World<3> world(scene);
    for (int step = 0; step < 400; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
    VectorXd still;
    ASSERT_TRUE(world.rest_state(still).converged);
    // Rules about the middle hardly damp swings that are shorter than a step.
    EXPECT_LT((world.state().x - still).cwiseAbs().maxCoeff(),
              integrator == Integrator::bdf2 ? 1e-9 : 1e-6);
    for (int i = 0; i < world.mesh().nodes(); ++i)
      if (world.mesh().rest[i][1] > 0.0599) {
        EXPECT_NEAR(world.state().x[3 * i], world.mesh().rest[i][0] + 0.01, 1e-12);
      }
  }
}

/// Pulled far and let go: without the guard it blows up.
SceneSpec violent(Integrator integrator) {
  SceneSpec scene = full(test::hanging_bar(), integrator);
  MoveEvent move;
  move.select = test::nearest(0.01, 0, 0.01, 9);
  move.end = 0.1;
  move.translate = {0.03, -0.03, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 0.1});
  scene.time.step = 0.01;
  return scene;
}

TEST(FullIntegrators, TheGuardServesThemToo) {
  for (Integrator integrator : {Integrator::trapezoidal, Integrator::linear_implicit}) {
    SceneSpec scene = violent(integrator);
    scene.method.beta = 0.3;
    scene.method.guard = false;
    World<3> plain(scene);
    bool diverged = false;
    for (int step = 0; step < 80 && !diverged; ++step)
      diverged = plain.advance().status != StepStatus::ok;
    EXPECT_TRUE(diverged);
    scene.method.guard = true;
    World<3> guarded(scene);
    int undone = 0;
    for (int step = 0; step < 80; ++step) {
      const StepReport report = guarded.advance();
      ASSERT_EQ(report.status, StepStatus::ok) << step;
      undone += report.undone;
    }
    EXPECT_GT(undone, 0);
  }
}

TEST(FullIntegrators, RefuseByNameWhatTheyCannotDo) {
  SceneSpec scene = full(test::free_block(), Integrator::symplectic);
  testing::expect_error(ErrorKind::bad_input, "symplectic", [&] { World<3> world(scene); });
  scene.method.method = Method::conjac;
  scene.method.integrator = Integrator::bdf2;
  testing::expect_error(ErrorKind::bad_input, "bdf2", [&] { World<3> world(scene); });
  // While it runs too.
  World<3> world(test::free_block());
  world.options().integrator = Integrator::midpoint;
  testing::expect_error(ErrorKind::bad_input, "midpoint", [&] { world.advance(); });
}

}  // namespace
}  // namespace conjac
