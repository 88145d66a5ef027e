#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "conjac/error.h"
#include "scene/world.h"
#include "support/cut_checks.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

using test::expect_sound;
using test::pieces_of;

/// Held at both ends, two dynamic nodes, on either side of the middle.
SceneSpec held_bar() {
  SceneSpec scene;
  scene.name = "held bar";
  scene.mesh.source = BoxMesh{{12, 3, 3}, {0.12, 0.03, 0.03}, {0, 0, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0.12)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.04, 0.01, 0.01)});
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0.08, 0.01, 0.01)});
  scene.contact.between = false;  // else what is cut out stays wedged between its neighbours
  return scene;
}

CutSpec plane(double x, bool snap = true) {
  CutSpec cut;
  cut.shape = CutPlane{{x, 0.015, 0.015}, {1, 0, 0}, 0};
  cut.snap = snap;
  return cut;
}

void run(auto& world, int steps) {
  for (int step = 0; step < steps; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message << " at t = " << report.time;
    ASSERT_TRUE(world.state().x.allFinite());
    ASSERT_TRUE(world.state().v.nodes.allFinite());
  }
}

/// Mass, volume, momenta of a world, by sums of this file.
struct Totals {
  double mass = 0, volume = 0, speed = 0;
  Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
  double angular_scale = 0;

  template <int Dim>
  explicit Totals(const World<Dim>& world) {
    for (int e = 0; e < world.mesh().element_count(); ++e)
      volume += test::volume_of(world.mesh(), e);
    for (int i = 0; i < world.mesh().nodes(); ++i) {
      Eigen::Vector3d x = Eigen::Vector3d::Zero(), v = x;
      x.head<Dim>() = world.state().x.template segment<Dim>(i * Dim);
      v.head<Dim>() = world.state().v.nodes.template segment<Dim>(i * Dim);
      const double m = world.mass()[i * Dim];
      mass += m;
      linear += m * v;
      angular += m * x.cross(v);
      speed += m * v.norm();
      angular_scale += m * x.norm() * v.norm();
    }
  }
  void expect_equal(const Totals& other) const {
    EXPECT_NEAR(mass, other.mass, 1e-12 * mass);
    EXPECT_NEAR(volume, other.volume, 1e-12 * volume);
    EXPECT_LE((linear - other.linear).norm(), 1e-12 * speed + 1e-300);
    EXPECT_LE((angular - other.angular).norm(), 1e-12 * angular_scale + 1e-300);
  }
};

TEST(WorldCut, TheBarComesApartAndRunsOn) {
  World<3> world(held_bar());
  run(world, 10);
  const int nodes = world.mesh().nodes();
  const CutReport report = world.cut(plane(0.06));
  EXPECT_TRUE(report.separated) << report.text;
  EXPECT_EQ(report.pieces_before, 1);
  EXPECT_EQ(report.pieces_after, 2);
  EXPECT_EQ(report.nodes_promoted, 0);
  EXPECT_GT(world.mesh().nodes(), nodes);
  EXPECT_EQ(world.mesh().nodes(), nodes + report.nodes_added);
  EXPECT_EQ(world.topology(), 1);
  EXPECT_EQ(world.representatives().size(), 2u);
  expect_sound(world.mesh());
  run(world, 40);
  EXPECT_EQ(pieces_of(world.mesh()), 2);
}

/// Lowest node of what is cut out, by full FE in fine steps.
double fallen_in_full_fe() {
  SceneSpec scene = held_bar();
  scene.method.method = Method::vanilla;
  scene.time.step = 2.5e-4;
  World<3> world(scene);
  run(world, 100);
  world.cut(plane(0.06));
  run(world, 100);
  world.cut(plane(0.1));
  run(world, 400);
  double lowest = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i)
    if (const double x = world.mesh().rest[i][0]; x >= 0.055 && x < 0.097)
      lowest = std::min(lowest, world.state().x[3 * i + 1]);
  return lowest;
}

TEST(WorldCut, PieceWithoutDynamicNodesThatIsHeldGoesQuasistatic) {
  World<3> world(held_bar());
  run(world, 5);
  world.cut(plane(0.06));
  run(world, 5);
  const CutReport report = world.cut(plane(0.1));
  EXPECT_EQ(report.pieces_after, 3);
  // The middle piece floats: it has one dynamic node and needs two more.
  EXPECT_EQ(report.nodes_promoted, 2) << report.text;
  run(world, 20);
  int dynamic[3] = {0, 0, 0};
  double middle = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i) {
    const double x = world.mesh().rest[i][0];
    const int piece = x < 0.055 ? 0 : x < 0.097 ? 1 : x > 0.103 ? 2 : -1;
    if (piece >= 0) dynamic[piece] += world.roles()[i] == Role::dynamic;
    if (piece == 1) middle = std::min(middle, world.state().x[3 * i + 1]);
  }
  EXPECT_EQ(dynamic[0], 1);
  EXPECT_EQ(dynamic[1], 3);
  EXPECT_EQ(dynamic[2], 0);
  // Free fall for 0.1 s, with what speed it had.
  EXPECT_LT(middle, -0.03);
  EXPECT_NEAR(middle, fallen_in_full_fe(), 0.01);
}

TEST(WorldCut, MassVolumeAndMomentaStay) {
  for (bool snap : {false, true}) {
    SceneSpec scene = test::free_block();
    scene.materials[0].density = Layers{1, {0.04}, {500, 2000}};
    scene.placement.dynamic = 5;
    World<3> world(scene);
    VectorXd v(world.state().x.size());
    for (int i = 0; i < v.size(); ++i) v[i] = 0.3 * std::sin(50 * world.state().x[i] + i % 3);
    world.set_velocities(v);
    run(world, 3);
    for (int k = 0; k < 4; ++k) {
      CutSpec cut;
      cut.shape =
          CutPlane{{0.03 + 0.005 * k, 0.04 - 0.01 * k, 0.04}, {1.0, 0.3 * k, std::sin(2.0 * k)}, 0};
      cut.snap = snap;
      const Totals before(world);
      const CutReport report = world.cut(cut);
      EXPECT_TRUE(report.separated) << report.text;
      EXPECT_EQ(report.nodes_moved > 0, snap) << report.text;
      Totals(world).expect_equal(before);
      for (int e = 0; e < world.mesh().element_count(); ++e)
        ASSERT_GT(test::volume_of(world.mesh(), e), 0);
      expect_sound(world.mesh());
      run(world, 2);
    }
  }
}

TEST(WorldCut, SnapPutsTheCutOnThePlane) {
  const auto roughness = [](bool snap) {
    World<3> world(held_bar());
    const int before = world.mesh().nodes();
    world.cut(plane(0.0634, snap));
    double sum = 0;
    for (int i = before; i < world.mesh().nodes(); ++i)
      sum += std::abs(world.state().x[3 * i] - 0.0634);
    return sum / (world.mesh().nodes() - before);
  };
  EXPECT_GT(roughness(false), 1e-3);
  EXPECT_LT(roughness(true), 1e-4);
}

TEST(WorldCut, MissedAndGrazedBodiesStayAsTheyAre) {
  World<3> world(held_bar());
  run(world, 3);
  const VectorXd x = world.state().x;
  CutReport report = world.cut(plane(0.5));
  EXPECT_FALSE(report.separated);
  EXPECT_NE(report.text.find("misses"), std::string::npos) << report.text;
  report = world.cut(plane(0.1199));
  EXPECT_FALSE(report.separated);
  EXPECT_NE(report.text.find("graze"), std::string::npos) << report.text;
  EXPECT_EQ(world.state().x, x);
  EXPECT_EQ(world.topology(), 0);
  EXPECT_EQ(world.analyses(), 1);
}

TEST(WorldCut, TimelineCutsAndSelectionsKeepTheirMeaning) {
  SceneSpec scene = held_bar();
  // Pulled at both cut faces: their nodes are selected at rest, before there is a cut.
  LoadEvent load;
  load.select = test::slice(0, 0.06);
  load.force = {0, 0.2, 0};
  scene.timeline.push_back(load);
  CutEvent cut;
  cut.time = 0.05;
  cut.cut = plane(0.06, false);
  scene.timeline.push_back(cut);
  World<3> world(scene);
  run(world, 10);
  EXPECT_EQ(world.topology(), 0);
  const StepReport report = world.advance();
  ASSERT_EQ(report.cuts.size(), 1u);
  EXPECT_TRUE(report.cuts[0].separated);
  EXPECT_EQ(world.topology(), 1);
  EXPECT_NE(world.notices().back().find("2 pieces"), std::string::npos) << world.notices().back();
  // The whole force is still there: on a body at rest it and the weight are all there is.
  double total = 0;
  const VectorXd& force = world.force();
  for (int i = 1; i < force.size(); i += 3) total += force[i];
  EXPECT_NEAR(total, 0.2 - 9.81 * Totals(world).mass, 1e-9);
  run(world, 20);
}

TEST(WorldCut, CrumbsAreKeptFrozenOrRemoved) {
  for (Crumbs crumbs : {Crumbs::rejoin, Crumbs::keep, Crumbs::freeze, Crumbs::remove}) {
    World<3> world(held_bar());
    run(world, 2);
    CutSpec cut;
    // Along one long edge: what comes off is about a fifth of the 648 elements.
    cut.shape = CutPlane{{0.06, 0.02, 0.02}, {0.02, 1, 1}, 0};
    cut.crumbs = crumbs;
    cut.crumb_elements = 200;
    const int elements = world.mesh().element_count();
    const double mass = Totals(world).mass;
    const CutReport report = world.cut(cut);
    EXPECT_GT(report.crumbs, 0) << report.text;
    EXPECT_EQ(report.separated, crumbs != Crumbs::rejoin) << report.text;
    EXPECT_EQ(report.elements_removed > 0, crumbs == Crumbs::remove);
    EXPECT_EQ(world.mesh().element_count(), elements - report.elements_removed);
    EXPECT_NEAR(Totals(world).mass, mass - report.mass_removed, 1e-12 * mass);
    expect_sound(world.mesh());
    if (crumbs == Crumbs::freeze) {
      EXPECT_EQ(report.nodes_promoted, 0);
    }
    run(world, 10);
  }
}

// However high the limit, the largest part is no crumb: something is left.
TEST(WorldCut, TheLargestPartIsNoCrumb) {
  World<3> world(held_bar());
  CutSpec cut = plane(0.0434);
  cut.crumbs = Crumbs::remove;
  cut.crumb_elements = 100000;
  const CutReport report = world.cut(cut);
  EXPECT_EQ(report.crumbs, 1) << report.text;
  EXPECT_GT(world.mesh().element_count(), report.elements_removed);
  EXPECT_EQ(pieces_of(world.mesh()), 1);
  run(world, 5);
}

TEST(WorldCut, PieceHeldForNowWakesItsNodesWhenItIsLetGo) {
  SceneSpec scene = held_bar();
  scene.timeline.push_back(ReleaseEvent{test::slice(0, 0.12), 0.1});
  World<3> world(scene);
  run(world, 4);
  world.cut(plane(0.06));
  run(world, 2);
  world.cut(plane(0.1));
  const auto dynamic_right = [&] {
    int count = 0;
    for (int i = 0; i < world.mesh().nodes(); ++i)
      count += world.mesh().rest[i][0] > 0.103 && world.roles()[i] == Role::dynamic;
    return count;
  };
  run(world, 2);
  EXPECT_EQ(dynamic_right(), 0);
  run(world, 15);
  EXPECT_GE(dynamic_right(), 3);
}

TEST(WorldCut, OneOfTwoBodies) {
  SceneSpec scene;
  BodySpec left, right;
  left.name = "left";
  left.mesh.source = BoxMesh{{4, 3, 3}, {0.04, 0.03, 0.03}, {0, 0, 0}};
  right.name = "right";
  right.mesh.source = BoxMesh{{4, 3, 3}, {0.04, 0.03, 0.03}, {0.06, 0, 0}};
  scene.bodies = {left, right};
  scene.materials.push_back(test::soft());
  World<3> world(scene);
  run(world, 2);
  CutSpec cut;
  cut.shape = CutPlane{{0, 0.0145, 0}, {0.001, 1, 0.002}, 0};
  cut.bodies = {"right"};
  cut.crumbs = Crumbs::remove;
  cut.crumb_elements = 100;
  const CutReport report = world.cut(cut);
  EXPECT_EQ(report.pieces_before, 2);
  EXPECT_EQ(report.pieces_after, 2) << report.text;  // the smaller part of the right one is gone
  EXPECT_GT(report.elements_removed, 0);
  for (int e = 0; e < world.mesh().element_count(); ++e)
    for (int node : world.mesh().elements[e])
      EXPECT_EQ(world.mesh().rest[node][0] > 0.05, world.mesh().body_of(e) == 1);
  run(world, 5);
  cut.bodies = {"middle"};
  EXPECT_THROW(world.cut(cut), Error);
}

TEST(WorldCut, Vanilla) {
  SceneSpec scene = held_bar();
  scene.method.method = Method::vanilla;
  World<3> world(scene);
  run(world, 3);
  EXPECT_TRUE(world.cut(plane(0.06)).separated);
  run(world, 10);
}

TEST(WorldCut, LivelinessGoesOn) {
  SceneSpec scene = held_bar();
  scene.method.adaptive = true;
  for (RoleSpec& role : scene.roles)
    if (role.role == NodeRole::dynamic) role.role = NodeRole::representative;
  World<3> world(scene);
  run(world, 8);
  const double before[] = {world.liveliness(0), world.liveliness(1)};
  EXPECT_GT(before[0], 0);
  world.cut(plane(0.06));
  EXPECT_EQ(world.liveliness(0), before[0]);
  EXPECT_EQ(world.liveliness(1), before[1]);
  run(world, 10);
}

TEST(WorldCut, FlatBody) {
  SceneSpec scene;
  scene.mesh.source = RectangleMesh{{10, 5}, {0.1, 0.05}, {0, 0}};
  scene.materials.push_back(test::soft());
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  scene.placement.dynamic = 2;
  World<2> world(scene);
  run(world, 5);
  CutSpec cut;
  cut.shape = CutSweep{{{0.052, -0.5, 0}, {0.056, 0.02, 0}, {0.05, 0.5, 0}}};
  const Totals before(world);
  const CutReport report = world.cut(cut);
  EXPECT_EQ(report.pieces_after, 2) << report.text;
  Totals(world).expect_equal(before);
  expect_sound(world.mesh());
  run(world, 20);
  cut.shape = CutTriangles{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  EXPECT_THROW(world.cut(cut), Error);
}

// The hand holds on to a piece that comes off, and the rest of the bar stays where it is.
TEST(WorldCut, HandOnAPieceThatComesOff) {
  SceneSpec scene = held_bar();
  scene.roles.erase(scene.roles.begin() + 1);  // the far end is free
  World<3> world(scene);
  run(world, 3);
  int node = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i)
    if ((world.mesh().rest[i] - Vec<3>(0.11, 0.02, 0.02)).norm() <
        (world.mesh().rest[node] - Vec<3>(0.11, 0.02, 0.02)).norm())
      node = i;
  const Vec<3> start = world.state().x.segment<3>(3 * node);
  world.grab(node, start);
  world.drag(start + Vec<3>(0.01, 0, 0));
  run(world, 3);
  EXPECT_EQ(world.cut(plane(0.0634)).pieces_after, 2);
  ASSERT_EQ(world.hand().gripped(), node);
  world.drag(start + Vec<3>(0.05, 0.02, 0));
  run(world, 150);
  EXPECT_LT((world.state().x.segment<3>(3 * node) - start - Vec<3>(0.05, 0.02, 0)).norm(), 0.02);
  // Cut through the grip itself, then let go.
  EXPECT_GE(world.cut(plane(start[0] + 0.05)).pieces_after, 2);
  run(world, 10);
  world.let_go();
  run(world, 10);
}

}  // namespace
}  // namespace conjac
