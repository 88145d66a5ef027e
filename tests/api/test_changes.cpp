// What a program changes between two steps does what the scene would have done from the start, is
// part of the state, and is refused aloud where it would do nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conjac/conjac.h"
#include "support/expect_error.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

SceneSpec hanging(Method method) {
  SceneSpec scene = test::hanging_bar();
  scene.method.method = method;
  return scene;
}

/// Nodes of the lower end.
std::vector<int> lower_end(const Simulation& simulation) {
  std::vector<int> nodes;
  for (int i = 0; i < simulation.nodes(); ++i)
    if (simulation.rest_positions()[3 * i + 1] < 1e-9) nodes.push_back(i);
  return nodes;
}

double farthest(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

void take(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) ASSERT_EQ(simulation.step().status, StepStatus::ok);
}

class Changes : public ::testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, Changes, ::testing::Values(Method::conjac, Method::vanilla),
                         [](const auto& method) {
                           return method.param == Method::conjac ? "conjac" : "vanilla";
                         });

TEST_P(Changes, ForcesEnterAsALoadOfTheTimelineDoes) {
  SceneSpec scene = hanging(GetParam());
  LoadEvent load{test::slice(1, 0.0), {0.02, 0.01, -0.005}, 0.05, 0.1501, 0, {}};
  scene.timeline.push_back(load);
  Simulation told(scene);
  scene.timeline.clear();
  Simulation pushed(scene);
  const std::vector<int> end = lower_end(pushed);
  double told_work = 0, pushed_work = 0;
  for (int k = 0; k < 60; ++k) {
    if (k == 10) pushed.apply_force(end, load.force);
    if (k == 30) pushed.set_external_forces(std::vector<double>(pushed.positions().size(), 0.0));
    told_work += told.step().scripted_work;
    pushed_work += pushed.step().scripted_work;
    ASSERT_LE(farthest(told.positions(), pushed.positions()), 1e-12 * told.size()) << k;
  }
  EXPECT_GT(std::abs(told_work), 1e-6);
  EXPECT_NEAR(told_work, pushed_work, 1e-9 * std::abs(told_work));
  const std::span<const double> x = told.positions(), rest = told.rest_positions();
  EXPECT_GT(farthest(x, rest), 5e-4);
}

TEST_P(Changes, ForcesAreThereAtOnceAndPartOfTheState) {
  Simulation whole(hanging(GetParam()));
  take(whole, 5);
  const std::vector<double> before(whole.forces().begin(), whole.forces().end());
  const std::vector<int> end = lower_end(whole);
  whole.apply_force(end, {0.9, 0, 0});
  double sum = 0;
  for (int node : end) sum += whole.forces()[3 * node] - before[3 * node];
  EXPECT_NEAR(sum, 0.9, 1e-12);
  EXPECT_NEAR(whole.external_forces()[3 * end[0]], 0.9 / static_cast<double>(end.size()), 1e-15);
  Simulation resumed = Simulation::from_state(whole.state());
  take(whole, 5), take(resumed, 5);
  EXPECT_EQ(farthest(whole.positions(), resumed.positions()), 0);
  EXPECT_EQ(farthest(whole.external_forces(), resumed.external_forces()), 0);
}

TEST_P(Changes, CopiesOfANodeShareItsForce) {
  Simulation simulation(hanging(GetParam()));
  simulation.apply_force(lower_end(simulation), {0, -0.03, 0});
  take(simulation, 2);
  CutSpec cut;
  cut.shape = CutPlane{{0.01, 0, 0}, {1, 0, 0}, 0};
  ASSERT_TRUE(simulation.cut(cut).separated);
  double sum = 0;
  for (std::size_t i = 1; i < simulation.external_forces().size(); i += 3)
    sum += simulation.external_forces()[i];
  EXPECT_NEAR(sum, -0.03, 1e-15);
  take(simulation, 2);
}

TEST_P(Changes, GravityAndMaterialsAreAsIfTheSceneHadSaidSo) {
  SceneSpec scene = hanging(GetParam());
  scene.gravity = {3, -4, 1};
  scene.materials[0].laws[0].young = 5e4;
  scene.materials[0].laws[0].poisson = 0.3;
  scene.materials[0].density = 1500.0;
  Simulation said(scene);
  Simulation changed(hanging(GetParam()));
  std::vector<int> all(static_cast<std::size_t>(changed.elements()));
  for (std::size_t e = 0; e < all.size(); ++e) all[e] = static_cast<int>(e);
  changed.set_gravity({3, -4, 1});
  changed.set_material_value("young", 0, 5e4);
  changed.set_material_values("poisson", all, std::vector<double>(all.size(), 0.3));
  changed.set_material_value("density", 0, 1500);
  EXPECT_NEAR(changed.material_values("young")[3], 5e4, 1e-9);
  EXPECT_NEAR(changed.material_values("poisson")[0], 0.3, 1e-15);
  EXPECT_EQ(changed.masses()[0], said.masses()[0]);
  EXPECT_EQ(changed.scene().gravity, scene.gravity);
  for (int k = 0; k < 30; ++k) {
    ASSERT_EQ(said.step().status, StepStatus::ok);
    ASSERT_EQ(changed.step().status, StepStatus::ok);
    ASSERT_LE(farthest(said.positions(), changed.positions()), 1e-11 * said.size()) << k;
  }
  Simulation resumed = Simulation::from_state(changed.state());
  take(changed, 3), take(resumed, 3);
  EXPECT_EQ(farthest(changed.positions(), resumed.positions()), 0);
}

TEST_P(Changes, StiffeningWhileItSwingsKeepsTheBooks) {
  Simulation simulation(hanging(GetParam()));
  take(simulation, 12);
  const double before = simulation.energy().total();
  simulation.set_material_value("young", 0, 9e4);
  const double after = simulation.energy().total();
  EXPECT_GT(after, before);
  const StepReport report = simulation.step();
  EXPECT_EQ(report.status, StepStatus::ok);
  EXPECT_GE(report.scripted_work, after - before - 1e-12);
  take(simulation, 40);
  EXPECT_LT(simulation.energy().total(), after + 1e-3 * std::abs(after));
}

TEST_P(Changes, HeldNodesGoWhereTheyArePut) {
  Simulation simulation(hanging(GetParam()));
  take(simulation, 3);
  std::vector<double> places = simulation.held_positions();
  ASSERT_EQ(places.size(), simulation.held_nodes().size() * 3);
  for (std::size_t i = 0; i < places.size(); i += 3) places[i] += 0.004;
  simulation.set_held_positions(places);
  const std::string state = simulation.state();
  take(simulation, 10);
  const std::span<const int> held = simulation.held_nodes();
  for (std::size_t k = 0; k < held.size(); ++k)
    EXPECT_NEAR(simulation.positions()[3 * held[k]], places[3 * k], 1e-15);
  Simulation resumed = Simulation::from_state(state);
  take(resumed, 10);
  EXPECT_EQ(farthest(simulation.positions(), resumed.positions()), 0);
  EXPECT_EQ(simulation.held_positions(), places);
}

TEST(ChangesOnce, MovesThatHaveBegunLetGoOfAPlacedNode) {
  SceneSpec scene = test::hanging_bar();
  MoveEvent early{test::slice(1, 0.06), 0, 0.2, {0.01, 0, 0}, {}, 0, Ease::linear, {}};
  MoveEvent late{test::slice(1, 0.06), 0.1, 0.15, {0, 0.01, 0}, {}, 0, Ease::linear, {}};
  scene.timeline = {early, late};
  Simulation simulation(scene);
  take(simulation, 10);  // to 0.05
  std::vector<double> places = simulation.held_positions();
  EXPECT_NEAR(places[0], simulation.rest_positions()[3 * simulation.held_nodes()[0]] + 0.0025,
              1e-12);
  places[0] -= 0.001;  // one node; the others go on
  simulation.set_held_positions(places);
  take(simulation, 40);  // to 0.25
  const std::vector<double> now = simulation.held_positions();
  EXPECT_NEAR(now[0], places[0], 1e-15);
  EXPECT_NEAR(now[1], places[1] + 0.01, 1e-15);
  EXPECT_NEAR(now[3], places[3] + 0.0075, 1e-12);
  EXPECT_NEAR(now[4], places[4] + 0.01, 1e-12);
}

TEST(ChangesOnce, TimeMovesTheTimelineAlone) {
  SceneSpec scene = test::hanging_bar();
  scene.timeline.push_back(LoadEvent{test::slice(1, 0.0), {0.02, 0, 0}, 1.0, 2.0, 0, {}});
  Simulation simulation(scene);
  take(simulation, 4);
  const std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  simulation.set_time(1.0);
  EXPECT_EQ(simulation.time(), 1.0);
  EXPECT_EQ(farthest(x, simulation.positions()), 0);
  take(simulation, 1);
  EXPECT_DOUBLE_EQ(simulation.time(), 1.005);
  EXPECT_GT(simulation.step().scripted_work, 0);
}

TEST(ChangesOnce, FrictionDecidesWhetherItSlides) {
  SceneSpec scene = test::free_block();
  scene.method.method = Method::vanilla;
  ObstacleSpec floor;
  floor.shape = HalfSpaceObstacle{{0, 0, 0}, {0.3, 1, 0}};  // 17 degrees
  scene.obstacles.push_back(floor);
  scene.contact.friction = 1;
  const auto middle = [](const Simulation& s) {
    double sum = 0;
    for (std::size_t i = 0; i < s.positions().size(); i += 3) sum += s.positions()[i];
    return sum / s.nodes();
  };
  SceneSpec smooth = scene;
  smooth.contact.friction = 0;
  Simulation said(smooth), changed(scene);
  changed.set_friction(0);
  take(said, 30), take(changed, 30);
  EXPECT_EQ(farthest(said.positions(), changed.positions()), 0);
  Simulation rough(scene);
  rough.set_friction(0.8, 0);
  take(rough, 30);
  EXPECT_GT(middle(changed) - middle(rough), 0.004);
  Simulation resumed = Simulation::from_state(changed.state());
  EXPECT_EQ(resumed.scene().contact.friction, 0);
  take(changed, 3), take(resumed, 3);
  EXPECT_EQ(farthest(changed.positions(), resumed.positions()), 0);
}

TEST(ChangesOnce, WhatWouldDoNothingIsRefused) {
  Simulation simulation(test::hanging_bar());
  const auto refused = [&](const char* word, auto&& action) {
    testing::expect_error(ErrorKind::usage, word, action);
  };
  const std::vector<int> one{0}, none, beyond{simulation.nodes()};
  const std::vector<double> half{0.5};
  refused("no element", [&] { simulation.set_material_values("young", std::vector{9999}, half); });
  refused("between -1 and 0.5", [&] { simulation.set_material_values("poisson", one, half); });
  refused("has a \"stiffness\"", [&] { simulation.set_material_values("stiffness", one, half); });
  refused("there is no \"youg\"", [&] { simulation.set_material_values("youg", one, half); });
  refused("1 elements but 0", [&] { simulation.set_material_values("young", one, {}); });
  refused("material 7", [&] { simulation.set_material_value("young", 7, 1e4); });
  refused("fibres", [&] { simulation.set_activation(one, 0.5); });
  refused("no element", [&] { simulation.set_activation(std::vector{-1}, 0.5); });
  refused("nodes: there are none", [&] { simulation.apply_force(none, {}); });
  refused("no node", [&] { simulation.apply_force(beyond, {}); });
  refused("external forces", [&] { simulation.set_external_forces(half); });
  refused("gravity", [&] { simulation.set_gravity({0, NAN, 0}); });
  refused("nothing can touch", [&] { simulation.set_friction(0.1); });
  refused("no obstacle 0", [&] { simulation.set_friction(0.1, 0); });
  refused("friction", [&] { simulation.set_friction(-1); });
  refused("time", [&] { simulation.set_time(std::numeric_limits<double>::infinity()); });
  refused("held positions", [&] { simulation.set_held_positions(half); });
  EXPECT_EQ(simulation.step().status, StepStatus::ok);
}

}  // namespace
}  // namespace conjac
