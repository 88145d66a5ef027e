#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "conjac/error.h"
#include "scene/body.h"
#include "scene/ties.h"
#include "scene/world.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

constexpr double kSide = 0.02, kGap = 0.05;  // m

Selection body_slice(const std::string& body, int axis, double at) {
  return {{SelectAllOf{{Selection{{SelectBody{{body}}}, "body"}, test::slice(axis, at)}}}, "face"};
}

BodySpec cube(const std::string& name, const Triple& origin) {
  BodySpec body;
  body.name = name;
  body.mesh.source = BoxMesh{{2, 2, 2}, {kSide, kSide, kSide}, origin};
  body.placement.dynamic = 3;
  return body;
}

/// Two cubes one after the other along x, face to face; every node of one face has a spring to its
/// neighbour on the other.
SceneSpec two_cubes(double stiffness) {
  SceneSpec scene;
  scene.bodies = {cube("a", {0, 0, 0}), cube("b", {kSide + kGap, 0, 0})};
  scene.materials.push_back(test::soft(1e7, 0.3));
  scene.springs.push_back(
      {body_slice("a", 0, kSide), SpringToNodes{body_slice("b", 0, kSide + kGap)}, stiffness, {}});
  scene.contact.between = false;
  scene.gravity = {0, 0, 0};
  return scene;
}

template <int Dim>
void expect_consistent(const Ties<Dim>& ties, const Pattern& pattern, const VectorXd& x) {
  const auto force = [&](const VectorXd& at) {
    VectorXd f = VectorXd::Zero(at.size());
    ties.add_force(at, f);
    return f;
  };
  const VectorXd f = force(x);
  SparseMatrix K = pattern.zeros();
  ties.add_stiffness(x, pattern, false, K);
  const MatrixXd lower = K;
  const MatrixXd whole = lower.selfadjointView<Eigen::Lower>();
  const double h = 1e-6;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    VectorXd ahead = x, behind = x;
    ahead[i] += h, behind[i] -= h;
    EXPECT_NEAR(f[i], -(ties.energy(ahead) - ties.energy(behind)) / (2 * h), 1e-7);
    const VectorXd column = (force(ahead) - force(behind)) / (2 * h);
    EXPECT_LT((whole.col(i) - column).cwiseAbs().maxCoeff(), 1e-4 * whole.cwiseAbs().maxCoeff());
  }
  SparseMatrix projected = pattern.zeros();
  ties.add_stiffness(x, pattern, true, projected);
  const MatrixXd half = projected;
  const MatrixXd full = half.selfadjointView<Eigen::Lower>();
  const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(full).eigenvalues();
  EXPECT_LT(values.maxCoeff(), 1e-9 * values.cwiseAbs().maxCoeff());
}

TEST(Ties, HaveTheGradientOfTheirEnergyAndItsDerivative) {
  SceneSpec scene = two_cubes(40);
  scene.springs[0].rest_length = 0.06;  // pressed together, so that the sideways part counts
  scene.springs.push_back({test::nearest(0, 0, 0, 2), SpringToPoint{{0, -0.1, 0.03}}, 25, {}});
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  const Ties<3> ties(mesh, scene);
  ASSERT_EQ(ties.all().size(), 11u);
  ASSERT_EQ(ties.links().size(), 9u);
  const Elastic<3> elastic(mesh, material_field(mesh, scene), ties.links());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shake(-0.004, 0.004);
  VectorXd x(mesh.nodes() * 3);
  for (int i = 0; i < mesh.nodes(); ++i)
    for (int c = 0; c < 3; ++c) x[3 * i + c] = mesh.rest[i][c] + shake(random);
  expect_consistent(ties, elastic.pattern(), x);
}

class TiedRun : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, TiedRun, testing::Values(Method::conjac, Method::vanilla));

/// Two masses on a spring swing with w = sqrt(k / mu), mu their reduced mass.
TEST_P(TiedRun, SwingsAtTheFrequencyOfTwoMassesOnASpring) {
  constexpr double k = 2;
  SceneSpec scene = two_cubes(k);
  scene.materials.push_back(test::soft(1e7, 0.3));  // b is three times as heavy
  scene.materials[1].select = {{SelectBody{{"b"}}}, "b"};
  scene.materials[1].density = 3000.0;
  scene.bodies[0].velocity = {0.06, 0, 0};
  scene.bodies[1].velocity = {-0.02, 0, 0};
  scene.method.method = GetParam();
  if (GetParam() == Method::vanilla) scene.method.integrator = Integrator::midpoint;
  World<3> world(scene);
  const double ma = 1000 * kSide * kSide * kSide, mb = 3 * ma;
  const double w = std::sqrt(k * (ma + mb) / (ma * mb)), h = scene.time.step;
  ASSERT_LT(w * h, 0.1);
  double imbalance = 0;
  const double energy = world.energies().total();
  for (int step = 1; step * h < 2 * M_PI / w; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    imbalance += report.books.imbalance - report.books.dissipated;
    EXPECT_NEAR(report.energy.total() + report.books.owed - energy, imbalance, 1e-9 * energy);
    Vec<3> a = Vec<3>::Zero(), b = a;
    const int half = world.mesh().nodes() / 2;
    for (int i = 0; i < half; ++i) {
      a += world.state().x.segment<3>(3 * i) / half;
      b += world.state().x.segment<3>(3 * (half + i)) / half;
    }
    const double nearer = kSide + kGap - (b - a)[0];
    // 2 per cent of the swing: the spring hangs on nodes that move within their cubes, and the rule
    // of the middle is a little slow.
    EXPECT_NEAR(nearer, 0.08 / w * std::sin(w * step * h), 0.02 * 0.08 / w) << step;
  }
  EXPECT_LT(std::abs(imbalance), 0.01 * energy);
}

/// The lower cube hangs on springs from the upper one: they are longer by m g / k.
TEST(Ties, AreLongerByTheWeightThatHangsOnThem) {
  constexpr double k = 8;
  SceneSpec scene = two_cubes(k);
  scene.roles.push_back({NodeRole::fixed, {{SelectBody{{"a"}}}, "a"}});
  scene.gravity = {9.81, 0, 0};  // along the springs
  World<3> world(scene);
  VectorXd x;
  const EquilibriumResult result = world.rest_state(x);
  ASSERT_TRUE(result.converged) << explain(result);
  double longer = 0;
  const Ties<3> ties(world.mesh(), scene);
  for (const Tie<3>& tie : ties.all())
    longer += ((x.segment<3>(3 * tie.a) - x.segment<3>(3 * tie.b)).norm() - tie.length) /
              static_cast<double>(ties.all().size());
  EXPECT_NEAR(longer, 1000 * kSide * kSide * kSide * 9.81 / k, 1e-9);
}

TEST(Ties, ToAPointHoldABodyThere) {
  SceneSpec scene = test::free_block();
  scene.springs.push_back({test::everything(), SpringToPoint{{0.04, 0.04, 0.04}}, 500, {}});
  scene.method.damping = 5;
  World<3> world(scene);
  for (int step = 0; step < 800; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  // All springs together resist a shift of the block: those across by nothing at first (they are as
  // long as at rest), so on average by a third of their stiffness.
  double sunk = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i)
    sunk += (world.mesh().rest[i][1] - world.state().x[3 * i + 1]) / world.mesh().nodes();
  const double weight = 1000 * 0.08 * 0.08 * 0.08 * 9.81;
  EXPECT_NEAR(sunk, weight / (500 / 3.0), 0.15 * weight / (500 / 3.0));
}

TEST(Ties, RefuseToEndWhereTheyBegin) {
  SceneSpec scene = two_cubes(1);
  scene.springs[0].end = SpringToNodes{scene.springs[0].from};
  try {
    World<3> world(scene);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("springs[0]: node"), std::string::npos);
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
  }
}

TEST(Ties, GoOnAfterACut) {
  SceneSpec scene = two_cubes(20);
  scene.gravity = {0, -9.81, 0};
  scene.roles.push_back({NodeRole::fixed, body_slice("a", 0, 0)});
  World<3> world(scene);
  for (int step = 0; step < 5; ++step) ASSERT_EQ(world.advance().status, StepStatus::ok);
  CutSpec cut;
  cut.shape = CutPlane{{0.5 * kSide + kSide + kGap, 0, 0}, {1, 0, 0}, 0};
  cut.bodies = {"b"};
  ASSERT_TRUE(world.cut(cut).separated);
  EXPECT_EQ(world.pressure().sides.size(), 0u);
  for (int step = 0; step < 20; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
  }
  // The half that is tied stays with the other cube, the other half falls.
  EXPECT_LT(world.state().x.minCoeff(), -0.04);
}

// ---- welds --------------------------------------------------------------------------------------

/// Two bars end to end, `apart` from each other, 5 cm each.
SceneSpec two_bars(double apart) {
  SceneSpec scene;
  for (const double at : {0.0, 0.05 + apart}) {
    BodySpec bar;
    bar.name = at == 0 ? "left" : "right";
    bar.mesh.source = BoxMesh{{5, 2, 2}, {0.05, 0.02, 0.02}, {at, 0, 0}};
    scene.bodies.push_back(bar);
  }
  scene.materials.push_back(test::soft(1e6, 0));
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.1 + apart, 0.01, 0.01)});
  scene.welds.push_back({body_slice("left", 0, 0.05), body_slice("right", 0, 0.05 + apart), 1e-3});
  scene.gravity = {0, 0, 0};
  return scene;
}

TEST(Welds, CarryALoadAsOneBarWould) {
  SceneSpec scene = two_bars(0);
  constexpr double force = 0.04, area = 0.02 * 0.02;  // N, m^2
  PressureEvent pull;                                 // spread evenly over the end
  pull.select = test::slice(0, 0.1);
  pull.value = -force / area;
  scene.timeline.push_back(pull);
  World<3> world(scene);
  EXPECT_EQ(world.mesh().nodes(), 11 * 9);
  ASSERT_EQ(world.notices().size(), 1u);
  EXPECT_EQ(world.notices()[0], "welds[0]: 9 pairs of nodes are joined, up to 0 m apart");
  ASSERT_EQ(world.advance().status, StepStatus::ok);
  VectorXd x;
  ASSERT_TRUE(world.rest_state(x).converged);
  // F L / (E A), with Poisson's ratio 0; the rest is of second order in the strain of 1e-4.
  for (int i = 0; i < world.mesh().nodes(); ++i)
    EXPECT_NEAR(x[3 * i], world.mesh().rest[i][0] * (1 + force / (1e6 * area)), 1e-8);
}

TEST(Welds, MeetInTheMiddleOfAGap) {
  const Mesh<3> mesh = build_shape<3>(two_bars(4e-4)).mesh;
  EXPECT_EQ(mesh.nodes(), 11 * 9);
  int between = 0;
  for (const Vec<3>& p : mesh.rest) between += std::abs(p[0] - 0.0502) < 1e-12;
  EXPECT_EQ(between, 9);
  EXPECT_EQ(mesh.body_names.size(), 2u);
}

void expect_refused(const SceneSpec& scene, const std::string& words) {
  try {
    build_shape<3>(scene);
    FAIL() << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Welds, SayWhyTheyJoinNothingOrTooMuch) {
  expect_refused(two_bars(0.002),
                 "welds[0]: no two nodes are within 0.001 m; the nearest are 0.002");
  SceneSpec scene = two_bars(0.002);
  scene.welds[0] = {Selection{{SelectBody{{"left"}}}, "left"},
                    Selection{{SelectBody{{"right"}}}, "right"}, 1};
  expect_refused(scene, "welds[0]: would squash element");
}

}  // namespace
}  // namespace conjac
