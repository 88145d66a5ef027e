// A viscous material: a swing dies away as the closed form says, in every integrator; a spinning
// body keeps spinning; the books know what was taken.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>

#include "scene/world.h"
#include "support/dense.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

struct Way {
  const char* name;
  Method method;
  Integrator integrator;
  int steps;         // of a swing
  double tolerated;  // of the logarithmic decrement
};
// Linear-implicit steps damp by themselves: theirs is the decrement beyond that without viscosity.
constexpr Way kWays[] = {
    {"modal", Method::conjac, Integrator::modal, 20, 0.01},
    {"trapezoidal", Method::conjac, Integrator::trapezoidal, 20, 0.05},
    {"reduced linear-implicit", Method::conjac, Integrator::linear_implicit, 200, 0.05},
    {"linear-implicit", Method::vanilla, Integrator::linear_implicit, 400, 0.02},
    {"full trapezoidal", Method::vanilla, Integrator::trapezoidal, 40, 0.02},
    {"bdf2", Method::vanilla, Integrator::bdf2, 100, 0.02},
    {"midpoint", Method::vanilla, Integrator::midpoint, 40, 0.02}};

/// The first mode of a hanging bar, plucked by next to nothing.
struct Plucked {
  SceneSpec scene = test::hanging_bar();
  VectorXd rest, mode, mass;
  double omega = 0;

  Plucked() {
    scene.gravity = {0, 0, 0};
    World<3> world(scene);
    const MatrixXd K = test::dense_symmetric(world.stiffness(false));
    std::vector<int> free;
    for (int i = 0; i < K.rows(); ++i)
      if (!prescribed(world.roles()[i / 3])) free.push_back(i);
    const VectorXd root = VectorXd(world.mass()(free)).cwiseSqrt().cwiseInverse();
    const MatrixXd A = -MatrixXd(K(free, free));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(root.asDiagonal() * A * root.asDiagonal());
    omega = std::sqrt(modes.eigenvalues()[0]);
    rest = world.state().x;
    mass = world.mass();
    mode.setZero(rest.size());
    mode(free) = root.cwiseProduct(modes.eigenvectors().col(0));
  }

  struct Result {
    double decrement = 0;                        // of the amplitude, per swing
    double viscous = 0, lost = 0, at_first = 0;  // J
  };
  Result swing(const Way& way, double viscosity) const {
    SceneSpec one = scene;
    one.method.method = way.method;
    one.method.integrator = way.integrator;
    one.method.conserve_energy = false;  // of swings so small it is mostly round-off
    one.materials[0].viscosity = viscosity;
    const double period = 2 * M_PI / omega;
    one.time.step = period / way.steps;
    World<3> world(one);
    const double size = 1e-5 / mode.cwiseAbs().maxCoeff();
    world.set_positions(rest + size * mode);
    Result result;
    result.at_first = 0.5 * size * size * omega * omega;
    constexpr int kSwings = 3;
    for (int step = 0; step < kSwings * way.steps; ++step) {
      const StepReport report = world.advance();
      EXPECT_EQ(report.status, StepStatus::ok) << report.message;
      result.viscous += report.books.viscous;
      EXPECT_GE(report.books.viscous, 0);
    }
    const VectorXd momentum = mass.cwiseProduct(mode);
    const double y = momentum.dot(world.state().x - rest) / size;
    const double u = momentum.dot(world.state().v.nodes) / size / omega;
    result.decrement = -std::log(std::hypot(y, u)) / kSwings;
    return result;
  }
};

TEST(Viscosity, ASwingDiesAwayAsTheClosedFormSays) {
  const Plucked bar;
  const double share = 0.03, tau = 2 * share / bar.omega;  // of critical damping: tau w / 2
  for (const Way& way : kWays) {
    SCOPED_TRACE(way.name);
    const Plucked::Result with = bar.swing(way, tau), without = bar.swing(way, 0);
    const double expected = 2 * M_PI * share / std::sqrt(1 - share * share);
    EXPECT_NEAR(with.decrement - without.decrement, expected, way.tolerated * expected);
    EXPECT_EQ(without.viscous, 0);
    // By itself it takes 1 - exp(-2 times the decrement) of the energy.
    if (std::abs(without.decrement) < 0.1 * expected) {
      EXPECT_NEAR(with.viscous, with.at_first * (1 - std::exp(-6 * expected)),
                  0.06 * with.at_first);
    }
  }
}

Eigen::Vector3d spin_of(const World<3>& world) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero(), middle = sum, speed = sum;
  double mass = 0;
  const auto at = [&](const VectorXd& of, int i) { return Eigen::Vector3d(of.segment<3>(3 * i)); };
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    const double m = world.mass()[3 * i];
    mass += m;
    middle += m * at(world.state().x, i);
    speed += m * at(world.state().v.nodes, i);
  }
  for (int i = 0; i < world.mesh().nodes(); ++i)
    sum += world.mass()[3 * i] *
           (at(world.state().x, i) - middle / mass)
               .cross(Eigen::Vector3d(at(world.state().v.nodes, i) - speed / mass));
  return sum;
}

/// Angular momentum after 0.1 s of spinning, over that at the start.
double spin_left(const Way& way, double viscosity) {
  SceneSpec scene = test::free_block();
  scene.gravity = {0, 0, 0};
  scene.placement.dynamic = 8;
  scene.method.method = way.method;
  scene.method.integrator = way.integrator;
  scene.materials[0].viscosity = viscosity;
  scene.time.step = 0.002;
  World<3> world(scene);
  VectorXd v(world.state().x.size());
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    const Eigen::Vector3d x = world.state().x.segment<3>(3 * i) - Eigen::Vector3d::Constant(0.04);
    v.segment<3>(3 * i) = Eigen::Vector3d(2, 10, 5).cross(x);
  }
  world.set_velocities(v);
  const Eigen::Vector3d before = spin_of(world);
  for (int step = 0; step < 50; ++step) EXPECT_EQ(world.advance().status, StepStatus::ok);
  return spin_of(world).dot(before) / before.squaredNorm();
}

TEST(Viscosity, ASpinningBodyKeepsSpinning) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(way.name);
    const double with = spin_left(way, 0.01), without = spin_left(way, 0);
    EXPECT_GT(with, without - 0.005);
  }
}

}  // namespace
}  // namespace conjac
