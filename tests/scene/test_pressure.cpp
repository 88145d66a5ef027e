#include <gtest/gtest.h>

#include <random>

#include "conjac/error.h"
#include "mesh/generate.h"
#include "mesh/topology.h"
#include "scene/pressure.h"
#include "scene/world.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

template <int Dim>
SceneSpec block() {
  SceneSpec scene;
  if constexpr (Dim == 2)
    scene.mesh.source = RectangleMesh{{3, 2}, {0.3, 0.2}, {0, 0}};
  else
    scene.mesh.source = BoxMesh{{3, 2, 2}, {0.3, 0.2, 0.2}, {0, 0, 0}};
  scene.materials.push_back(test::soft(1e6, 0.3));
  scene.gravity = {0, 0, 0};
  return scene;
}

/// A bent body, and a pressure on those sides of it whose nodes are all chosen.
template <int Dim>
struct Pressed {
  Mesh<Dim> mesh = build_shape<Dim>(block<Dim>()).mesh;
  Pressure<Dim> pressure;
  VectorXd x;

  template <class Choose>
  explicit Pressed(double value, const Choose& choose) : x(mesh.nodes() * Dim) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shake(-0.02, 0.02);
    for (int i = 0; i < mesh.nodes(); ++i)
      for (int c = 0; c < Dim; ++c) x[i * Dim + c] = mesh.rest[i][c] + shake(random);
    for (const Facet<Dim>& facet : boundary_facets(mesh))
      if (std::ranges::all_of(facet.nodes, [&](int n) { return choose(mesh.rest[n]); }))
        pressure.sides.push_back({facet.nodes, value});
    pressure.anchor = x;
  }
  VectorXd force(const VectorXd& at) const {
    VectorXd f = VectorXd::Zero(at.size());
    pressure.add_force(at, f);
    return f;
  }
  /// df/dx by central differences, exact up to rounding: forces are at most quadratic.
  MatrixXd derivative() const {
    MatrixXd K(x.size(), x.size());
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      VectorXd ahead = x, behind = x;
      ahead[j] += 0.1, behind[j] -= 0.1;
      K.col(j) = (force(ahead) - force(behind)) / 0.2;
    }
    return K;
  }
  MatrixXd stiffness() const {
    const MaterialField<Dim> materials = material_field(mesh, block<Dim>());
    const Elastic<Dim> elastic(mesh, materials);
    SparseMatrix K = elastic.pattern().zeros();
    pressure.add_stiffness(x, elastic.pattern(), K);
    const MatrixXd lower = K;
    return lower.template selfadjointView<Eigen::Lower>();
  }
  double volume(const VectorXd& at) const {
    double sum = 0;
    for (const auto& element : mesh.elements) {
      Mat<Dim> edges;
      for (int k = 0; k < Dim; ++k)
        edges.col(k) = at.template segment<Dim>(element[k + 1] * Dim) -
                       at.template segment<Dim>(element[0] * Dim);
      sum += edges.determinant() / (Dim == 2 ? 2 : 6);
    }
    return sum;
  }
};

constexpr double kPressure = 700;  // Pa
const auto all = [](const auto&) { return true; };

template <class T>
class PressureIn : public testing::Test {};
template <int n>
struct In {
  static constexpr int dim = n;
};
using Dims = testing::Types<In<2>, In<3>>;
TYPED_TEST_SUITE(PressureIn, Dims);

TYPED_TEST(PressureIn, OnAClosedSurfaceIsTheGradientOfPressureTimesVolume) {
  constexpr int Dim = TypeParam::dim;
  const Pressed<Dim> body(kPressure, all);
  const VectorXd f = body.force(body.x);
  // Volumes are polynomials of degree Dim: central differences with a coarse and a fine step,
  // extrapolated, are exact.
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const auto slope = [&](double h) {
      VectorXd ahead = body.x, behind = body.x;
      ahead[i] += h, behind[i] -= h;
      return (body.volume(ahead) - body.volume(behind)) / (2 * h);
    };
    EXPECT_NEAR(f[i], -kPressure * slope(0.01), 1e-9 * kPressure);
  }
  EXPECT_TRUE(body.pressure.is_gradient(body.x, std::vector<char>(body.mesh.nodes(), 0)));
  VectorXd there = 1.3 * body.x;
  there[4] += 0.01;
  EXPECT_NEAR(body.pressure.potential(there),
              kPressure * (body.volume(there) - body.volume(body.x)), 1e-10 * kPressure);
  const MatrixXd K = body.derivative();
  EXPECT_LT((K - body.stiffness()).cwiseAbs().maxCoeff(), 1e-10 * K.cwiseAbs().maxCoeff());
}

TYPED_TEST(PressureIn, WithARimHasTheSymmetricPartInTheMatrix) {
  constexpr int Dim = TypeParam::dim;
  const auto top = [](const Vec<Dim>& p) { return p[1] > 0.19; };
  const Pressed<Dim> body(kPressure, top);
  ASSERT_FALSE(body.pressure.empty());
  const MatrixXd K = body.derivative();
  const MatrixXd even = 0.5 * (K + K.transpose());
  EXPECT_LT((even - body.stiffness()).cwiseAbs().maxCoeff(), 1e-10 * K.cwiseAbs().maxCoeff());
  std::vector<char> held(body.mesh.nodes(), 0);
  EXPECT_GT((K - even).cwiseAbs().maxCoeff(), 0.1 * K.cwiseAbs().maxCoeff());
  EXPECT_FALSE(body.pressure.is_gradient(body.x, held));
  for (int i = 0; i < body.mesh.nodes(); ++i) {
    bool on_rim = false;
    for (int c = 0; c < Dim; ++c)
      on_rim |= c != 1 &&
                (body.mesh.rest[i][c] < 1e-6 || body.mesh.rest[i][c] > (c == 0 ? 0.3 : 0.2) - 1e-6);
    held[i] = on_rim;
  }
  EXPECT_TRUE(body.pressure.is_gradient(body.x, held));
}

PressureEvent on(const Selection& select, double value) {
  PressureEvent event;
  event.select = select;
  event.value = value;
  return event;
}

/// Pressed at both ends, a block shortens by p L / E and widens by nu p / E; pressed all around it
/// shrinks by (1 - 2 nu) p / E (in 2D, plane strain, 1 - nu^2, nu (1 + nu), (1 + nu)(1 - 2 nu)).
/// The difference to the linear theory is of second order in p / E.
TYPED_TEST(PressureIn, OnABlockGivesTheStrainOfLinearElasticity) {
  constexpr int Dim = TypeParam::dim;
  constexpr double E = 1e6, nu = 0.3, p = 100;
  for (const bool around : {false, true}) {
    SceneSpec scene = block<Dim>();
    if (around) {
      scene.timeline.push_back(on(test::everything(), p));
    } else {
      scene.timeline.push_back(on(test::slice(0, 0), p));
      scene.timeline.push_back(on(test::slice(0, 0.3), p));
    }
    scene.placement.dynamic = 4;
    scene.time.step = 1e-5;
    World<Dim> world(scene);
    ASSERT_EQ(world.advance().status, StepStatus::ok);  // sets the pressure
    VectorXd x;
    const EquilibriumResult result = world.rest_state(x);
    ASSERT_TRUE(result.converged) << explain(result);
    const double along =
        around ? (Dim == 2 ? (1 + nu) * (1 - 2 * nu) : 1 - 2 * nu) : (Dim == 2 ? 1 - nu * nu : 1);
    const double across = around ? -along : (Dim == 2 ? nu * (1 + nu) : nu);
    const Mesh<Dim>& mesh = world.mesh();
    for (int i = 0; i < mesh.nodes(); ++i)  // lengths, since it may turn
      for (int j = 0; j < i; ++j) {
        const Vec<Dim> rest = mesh.rest[i] - mesh.rest[j];
        Vec<Dim> strained = (1 + across * p / E) * rest;
        strained[0] = (1 - along * p / E) * rest[0];
        const double length =
            (x.template segment<Dim>(i * Dim) - x.template segment<Dim>(j * Dim)).norm();
        EXPECT_NEAR(length, strained.norm(), 10 * (p / E) * (p / E) * rest.norm());
      }
  }
}

/// Held at one end, pressed on its free end (a rim that moves) and, later, on its top.
SceneSpec pressed_bar() {
  SceneSpec scene = test::hanging_bar();
  scene.roles[1].select = test::nearest(0.01, 0.0, 0.01, 3);
  scene.timeline.push_back(on(test::slice(1, 0), 900));
  PressureEvent side = on(test::slice(0, 0), 600);
  side.start = 0.1, side.ramp = 0.1, side.curve.expression = "cos(3*t)";
  scene.timeline.push_back(side);
  return scene;
}

class PressedRun : public testing::TestWithParam<Integrator> {};
INSTANTIATE_TEST_SUITE_P(Integrators, PressedRun,
                         testing::Values(Integrator::modal, Integrator::trapezoidal,
                                         Integrator::linear_implicit));

TEST_P(PressedRun, ComesToRestWhereNewtonsMethodDoes) {
  SceneSpec scene = pressed_bar();
  std::get<PressureEvent>(scene.timeline[1]).curve = {};
  scene.method.integrator = GetParam();
  scene.method.damping = 20;
  World<3> world(scene);
  for (int step = 0; step < 600; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  VectorXd rest;
  const EquilibriumResult result = world.rest_state(rest);
  ASSERT_TRUE(result.converged) << explain(result);
  EXPECT_LT(result.residual, 1e-10 * result.load_scale);
  EXPECT_LT((world.state().x - rest).cwiseAbs().maxCoeff(), 1e-7 * world.size());
}

TEST_P(PressedRun, KeepsBooksOfItsWork) {
  SceneSpec scene = pressed_bar();
  scene.method.integrator = GetParam();
  World<3> world(scene);
  double work = 0, imbalance = 0, dissipated = 0, largest = 0;
  const double before = world.energies().total();
  for (int step = 0; step < 100; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok);
    work += report.scripted_work;
    dissipated += report.books.dissipated;
    imbalance += report.books.imbalance;
    largest = std::max(largest, report.energy.kinetic + report.energy.elastic);
  }
  const StepReport last = world.advance();
  EXPECT_NEAR(last.energy.total() - before - last.scripted_work - work + last.books.dissipated +
                  dissipated - last.books.relief + last.books.owed,
              imbalance + last.books.imbalance, 1e-9 * largest);
  // What implicit steps lose is larger than what the others miss.
  const double missed = GetParam() == Integrator::linear_implicit ? 1.0 : 0.05;
  EXPECT_LT(std::abs(imbalance), missed * largest);
}

TEST(PressureWork, IsThatOfTheVolumeThatWasDisplaced) {
  SceneSpec scene = test::hanging_bar();
  scene.timeline.push_back(on(test::everything(), 500));
  scene.gravity = {0, 0, 0};
  World<3> world(scene);
  const auto volume = [&] {
    double sum = 0;
    for (const auto& element : world.mesh().elements) {
      Mat<3> edges;
      for (int k = 0; k < 3; ++k)
        edges.col(k) = world.state().x.segment<3>(element[k + 1] * 3) -
                       world.state().x.segment<3>(element[0] * 3);
      sum += edges.determinant() / 6;
    }
    return sum;
  };
  const double before = volume();
  double work = 0;
  for (int step = 0; step < 40; ++step) work += world.advance().scripted_work;
  ASSERT_GT(before - volume(), 1e-4 * before);
  EXPECT_NEAR(work, 500 * (before - volume()), 1e-9 * work);
}

TEST(PressureEvents, WantWholeSidesOfTheSurface) {
  SceneSpec scene = test::hanging_bar();
  scene.timeline.push_back(on(test::nearest(0.01, 0, 0.01), 500));
  try {
    World<3> world(scene);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(std::string(error.what()).find("nearest: catches 1 nodes, but no side"),
              std::string::npos)
        << error.what();
  }
}

TEST(PressureEvents, StayOnWhatACutLeaves) {
  SceneSpec scene = test::hanging_bar();
  scene.timeline.push_back(on(test::slice(0, 0.02), 500));
  scene.contact.between = false;
  World<3> world(scene);
  for (int step = 0; step < 10; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  const auto push = [&] {
    VectorXd f = VectorXd::Zero(world.state().x.size());
    world.pressure().add_force(world.state().x, f);
    Vec<3> sum = Vec<3>::Zero();
    for (int i = 0; i < world.mesh().nodes(); ++i) sum += f.segment<3>(3 * i);
    return sum;
  };
  const Vec<3> before = push();
  const std::size_t sides = world.pressure().sides.size();
  CutSpec cut;
  cut.shape = CutPlane{{0.01, 0.025, 0.01}, {0, 1, 0}, 0};
  cut.snap = false;
  ASSERT_TRUE(world.cut(cut).separated);
  EXPECT_EQ(world.pressure().sides.size(), sides);
  EXPECT_LT((push() - before).norm(), 1e-12 * before.norm());
  for (int step = 0; step < 10; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok);
  }
}

}  // namespace
}  // namespace conjac
