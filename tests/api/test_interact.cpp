// A hand in a running simulation: what it pulls, what it costs, what it leaves behind.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "conjac/conjac.h"
#include "support/expect_error.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

int node_near(const Simulation& simulation, const Triple& p) {
  const auto rest = simulation.rest_positions();
  const int d = simulation.dimension();
  int best = 0;
  double least = HUGE_VAL;
  for (int i = 0; i < simulation.nodes(); ++i) {
    double square = 0;
    for (int c = 0; c < d; ++c) square += std::pow(rest[i * d + c] - p[c], 2);
    if (square < least) least = square, best = i;
  }
  return best;
}

Triple place(const Simulation& simulation, int node) {
  const int d = simulation.dimension();
  Triple p{};
  for (int c = 0; c < d; ++c) p[c] = simulation.positions()[node * d + c];
  return p;
}

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Triple operator+(const Triple& a, const Triple& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

SceneSpec bar(Method method) {
  SceneSpec scene = test::hanging_bar();
  scene.method.method = method;
  return scene;
}

class Interact : public ::testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, Interact, ::testing::Values(Method::conjac, Method::vanilla),
                         [](const auto& method) {
                           return method.param == Method::conjac ? "conjac" : "vanilla";
                         });

// In the end the springs pull exactly as hard as the body resists, which a second simulation
// without a hand says for the same positions.
TEST_P(Interact, GrabbedNodeSettlesInBalance) {
  SceneSpec scene = bar(GetParam());
  scene.method.damping = 40;
  Simulation simulation(scene);
  const int node = node_near(simulation, {0.02, 0, 0.01});
  const Triple start = place(simulation, node), target = start + Triple{0.015, 0.004, 0};
  simulation.grab(node, target);
  for (int i = 0; i < 600; ++i) ASSERT_EQ(simulation.step().status, StepStatus::ok);

  const Grip grip = simulation.grip();
  EXPECT_EQ(grip.node, node);
  EXPECT_LT(distance(grip.point, target), 0.5 * distance(start, target));
  const double pull = std::hypot(grip.force[0], grip.force[1], grip.force[2]);
  EXPECT_GT(pull, 1e-3);

  Simulation free(scene);
  free.set_positions(simulation.positions());
  Triple resisting{};
  const auto with = simulation.forces(), without = free.forces();
  const auto roles = simulation.roles();
  for (int i = 0; i < simulation.nodes(); ++i)
    for (int c = 0; c < 3; ++c) {
      if (roles[i] == 3) continue;
      EXPECT_NEAR(with[3 * i + c], 0, 1e-3 * pull);
      if (std::abs(with[3 * i + c] - without[3 * i + c]) > 1e-12)
        resisting[c] += without[3 * i + c];
    }
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(resisting[c], -grip.force[c], 2e-3 * pull);
}

TEST_P(Interact, ForceAndStiffnessOfAGripAgree) {
  Simulation simulation(bar(GetParam()));
  const int node = node_near(simulation, {0.02, 0, 0.01});
  simulation.grab(node, place(simulation, node) + Triple{0.01, 0, 0});
  simulation.step();
  const std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  const SparseView K = simulation.stiffness(false);
  const double step = 1e-7;
  for (int c = 0; c < 3; ++c) {
    const int unknown = 3 * node + c;
    const double slope = K.values[K.column_start[unknown]];  // the diagonal leads its column
    ASSERT_EQ(K.rows[K.column_start[unknown]], unknown);
    std::vector<double> moved = x;
    moved[unknown] += step;
    simulation.set_positions(moved);
    const double ahead = simulation.forces()[unknown];
    moved[unknown] -= 2 * step;
    simulation.set_positions(moved);
    const double behind = simulation.forces()[unknown];
    EXPECT_NEAR((ahead - behind) / (2 * step), slope, 1e-5 * std::abs(slope));
  }
}

// All energy there is was put in by the hand (or was there before), and letting go keeps most of
// it: the trapezoidal rule does not damp.
TEST(InteractOnce, WorkOfAHandIsTheEnergyGained) {
  SceneSpec scene = bar(Method::conjac);
  scene.gravity = {0, 0, 0};
  scene.time.step = 0.002;
  Simulation simulation(scene);
  const int node = node_near(simulation, {0.01, 0, 0.01});
  simulation.grab(node, place(simulation, node) + Triple{0.02, 0, 0});
  double work = 0, pulled = 0;
  for (int i = 0; i < 60; ++i) work += simulation.step().scripted_work;
  pulled = simulation.energy().total();
  simulation.let_go();
  EXPECT_EQ(simulation.grip().node, -1);
  StepReport report = simulation.step();
  work += report.scripted_work;  // the springs' own energy is gone with the hand
  EXPECT_NEAR(work, pulled, 0.1 * pulled);
  for (int i = 0; i < 50; ++i) {
    report = simulation.step();
    EXPECT_EQ(report.scripted_work, 0.0);
    EXPECT_LT(report.energy.total(), 1.1 * pulled);
  }
  EXPECT_GT(report.energy.total(), 0.3 * pulled);
}

// Jerked about at large steps, tries fail and line searches give up; what a step reports must be of
// the state it ended in all the same (the guard measures with it), and the body must hold together.
TEST(InteractOnce, JerkedAboutItReportsTheStateItIsIn) {
  int undone = 0;
  for (const Integrator integrator : {Integrator::linear_implicit, Integrator::trapezoidal}) {
    SceneSpec scene = bar(Method::conjac);
    scene.materials[0] = test::soft(3e3, 0.49);
    scene.time.step = 1.0 / 60;
    scene.method.integrator = integrator;
    Simulation simulation(scene), other(scene);
    const int node = node_near(simulation, {0.02, 0, 0.02});
    const Triple start = place(simulation, node);
    simulation.grab(node, start);
    for (int i = 0; i < 150; ++i) {
      const double a = 1.2 * i;
      simulation.drag(start + Triple{0.08 * std::sin(a), 0.08 * (1 - std::cos(a)), 0.04});
      const StepReport report = simulation.step();
      ASSERT_EQ(report.status, StepStatus::ok) << report.message;
      undone += report.undone;
      other.set_positions(simulation.positions());
      ASSERT_NEAR(report.energy.elastic, other.energy().elastic, 1e-9) << "step " << i;
      for (double x : simulation.positions()) ASSERT_LT(std::abs(x), 0.5);
    }
  }
  EXPECT_GT(undone, 0);
}

TEST(InteractOnce, MethodSwitchKeepsPositionsAndGoesOn) {
  Simulation simulation(bar(Method::conjac));
  for (int i = 0; i < 10; ++i) simulation.step();
  const std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  const std::vector<double> v(simulation.velocities().begin(), simulation.velocities().end());
  for (Method method : {Method::vanilla, Method::conjac, Method::vanilla}) {
    simulation.options().method = method;
    const std::vector<double> before(simulation.positions().begin(), simulation.positions().end());
    const StepReport report = simulation.step();
    ASSERT_EQ(report.status, StepStatus::ok);
    double largest = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      largest = std::max(largest, std::abs(simulation.positions()[i] - before[i]));
    EXPECT_LT(largest, 0.005);  // one step of motion, no jump
  }
  // The first step after the switch is the one a Vanilla run takes from the same state.
  Simulation vanilla(bar(Method::vanilla)), switched(bar(Method::conjac));
  for (Simulation* s : {&vanilla, &switched}) {
    s->set_positions(x);
    s->set_velocities(v);
  }
  switched.step();
  switched.set_positions(x);
  switched.set_velocities(v);
  switched.options().method = Method::vanilla;
  vanilla.step();
  switched.step();
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(vanilla.positions()[i], switched.positions()[i], 1e-12);
}

TEST(InteractOnce, TimeGoesOnWhenTheStepChanges) {
  Simulation simulation(bar(Method::conjac));
  for (int i = 0; i < 4; ++i) simulation.step();
  simulation.set_time_step(0.001);
  for (int i = 0; i < 10; ++i) simulation.step();
  EXPECT_NEAR(simulation.time(), 4 * 0.005 + 10 * 0.001, 1e-15);
  testing::expect_error(ErrorKind::usage, "time.step", [&] { simulation.set_time_step(0); });
}

TEST(InteractOnce, RepresentativesSleepAndWakeAsTold) {
  SceneSpec scene = bar(Method::conjac);
  scene.roles[1].role = NodeRole::representative;
  scene.roles.push_back({NodeRole::representative, test::nearest(0.01, 0.03, 0.01)});
  Simulation simulation(scene);
  simulation.step();
  EXPECT_TRUE(simulation.awake(0) && simulation.awake(1));
  simulation.set_wake(1, Wake::asleep);
  for (int i = 0; i < 5; ++i) simulation.step();
  EXPECT_TRUE(simulation.awake(0));
  EXPECT_FALSE(simulation.awake(1));
  EXPECT_EQ(simulation.roles()[simulation.representative_node(1)], 2);
  simulation.set_wake(1, Wake::awake);
  simulation.step();
  EXPECT_TRUE(simulation.awake(1));
  simulation.set_wake(1, Wake::asleep);
  simulation.step();
  simulation.set_wake(1, Wake::automatic);
  simulation.step();
  EXPECT_TRUE(simulation.awake(1));  // nothing sleeps by itself here
  // A threshold nobody reaches lets them fall asleep, one told to be awake excepted.
  simulation.options().adaptive = true;
  simulation.options().threshold = 1e6;
  simulation.set_wake(0, Wake::awake);
  for (int i = 0; i < 30; ++i) simulation.step();
  EXPECT_TRUE(simulation.awake(0));
  EXPECT_FALSE(simulation.awake(1));
}

TEST(InteractOnce, ActivatedFibresContract) {
  SceneSpec scene = bar(Method::conjac);
  scene.gravity = {0, 0, 0};
  scene.method.damping = 20;
  LawSpec fibre;
  fibre.law = "aSTVK";
  fibre.stiffness = 1e5;
  fibre.fibers = ConstantFibers{{0, 1, 0}};
  scene.materials[0].laws.push_back(fibre);
  Simulation simulation(scene);
  EXPECT_EQ(simulation.fibers().size(), static_cast<std::size_t>(simulation.elements()));
  const int tip = node_near(simulation, {0.01, 0, 0.01});
  for (int i = 0; i < 20; ++i) simulation.step();
  EXPECT_NEAR(place(simulation, tip)[1], 0, 1e-6);
  std::vector<int> all(simulation.elements());
  std::iota(all.begin(), all.end(), 0);
  simulation.set_activation(all, 1);
  double work = 0;
  for (int i = 0; i < 200; ++i) work += simulation.step().scripted_work;
  EXPECT_GT(place(simulation, tip)[1], 0.005);  // it is held at the top
  EXPECT_GT(work, 0);
  EXPECT_EQ(simulation.activations()[0], 1.0);
}

TEST(InteractOnce, WrongHandsAreRefused) {
  Simulation simulation(bar(Method::conjac));
  const int held = node_near(simulation, {0, 0.06, 0});
  const auto refused = [&](const char* word, auto&& action) {
    testing::expect_error(ErrorKind::usage, word, action);
  };
  refused("no node", [&] { simulation.grab(-1, {}); });
  refused("no node", [&] { simulation.grab(simulation.nodes(), {}); });
  refused("held", [&] { simulation.grab(held, {}); });
  refused("finite", [&] { simulation.grab(0, {NAN, 0, 0}); });
  refused("no node is grabbed", [&] { simulation.drag({}); });
  refused("representative", [&] { simulation.set_wake(7, Wake::awake); });
  refused("activation", [&] { simulation.set_activation({}, 2); });
  EXPECT_EQ(simulation.grip().node, -1);
  EXPECT_EQ(simulation.step().status, StepStatus::ok);
}

TEST(InteractOnce, SameHandSameBits) {
  const auto played = [] {
    Simulation simulation(bar(Method::conjac));
    const int node = node_near(simulation, {0.02, 0, 0});
    for (int i = 0; i < 40; ++i) {
      if (i == 3) simulation.grab(node, {0.03, 0.01, 0});
      if (i > 3 && i < 20) simulation.drag({0.03, 0.01, 0.001 * i});
      if (i == 25) simulation.let_go();
      simulation.step();
    }
    return std::vector<double>(simulation.positions().begin(), simulation.positions().end());
  };
  EXPECT_EQ(played(), played());
}

TEST_P(Interact, GripIsAsFastAndAsLateAsTheSceneSays) {
  const auto first_pull = [](const SceneSpec& scene) {
    Simulation simulation(scene);
    const int node = node_near(simulation, {0.02, 0, 0.01});
    simulation.grab(node, place(simulation, node) + Triple{0.01, 0, 0});
    simulation.step();
    return simulation.grip();
  };
  SceneSpec slow = bar(GetParam()), slower = slow;
  slow.hand.grip_frequency = 0.2;  // far below what the flesh would bear
  slower.hand.grip_frequency = 0.1;
  EXPECT_NEAR(first_pull(slow).stiffness / first_pull(slower).stiffness, 4, 1e-12);

  // Within a step of h the grip goes 1 - exp(-h / lag) of the way to the cursor. So soft, it does
  // not move the body to speak of.
  SceneSpec early = slow, late = slow;
  early.hand.grip_lag = slow.time.step;
  late.hand.grip_lag = 10 * slow.time.step;
  early.gravity = late.gravity = {0, 0, 0};
  const double ratio = first_pull(late).force[0] / first_pull(early).force[0];
  EXPECT_NEAR(ratio, std::expm1(-0.1) / std::expm1(-1.0), 1e-2);
}

}  // namespace
}  // namespace conjac
