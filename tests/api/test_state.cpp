#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <optional>

#include "api/scenes.h"
#include "support/paths.h"

namespace conjac {
namespace {

using testing::shipped;

/// All that somebody can see of a simulation, bit by bit.
std::vector<std::uint64_t> bits_of(Simulation& simulation, const StepReport& report) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double value) {
    std::uint64_t one = 0;
    std::memcpy(&one, &value, sizeof one);
    bits.push_back(one);
  };
  for (double value : simulation.positions()) add(value);
  for (double value : simulation.velocities()) add(value);
  for (double value : simulation.joint_positions()) add(value);
  for (double value : simulation.joint_velocities()) add(value);
  for (double value : simulation.contact_forces()) add(value);
  for (int role : simulation.roles()) bits.push_back(static_cast<std::uint64_t>(role));
  for (double value :
       {report.time, report.energy.kinetic, report.energy.elastic, report.energy.gravity,
        report.energy.contact, report.scripted_work, report.residual, report.contact.penetration,
        report.contact.normal_force, report.contact.friction_force})
    add(value);
  for (int k = 0; k < simulation.representatives(); ++k) add(simulation.liveliness(k));
  for (int count : {report.factorizations, report.undone, report.substeps, report.active_nodes,
                    report.contact.count, simulation.analyses(), simulation.factorizations()})
    bits.push_back(static_cast<std::uint64_t>(count));
  return bits;
}

/// A block falls onto a belt that moves, and slides; it is small enough for any test.
constexpr const char* kDrop = R"({
  "name": "drop",
  "mesh": {"box": {"cells": [4, 3, 4], "size": [0.04, 0.03, 0.04], "origin": [0, 0.01, 0]}},
  "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
  "placement": {"dynamic": 5},
  "obstacles": [{"name": "belt", "half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]},
                 "motion": [{"start": 0.1, "end": 0.6, "translate": [0.1, 0.01, 0]}]}],
  "contact": {"friction": 0.4},
  "time": {"step": 0.005, "duration": 1}
})";

/// A bar that is cut in four, the pieces onto the floor and each other.
constexpr const char* kSlices = R"({
  "name": "slices",
  "mesh": {"box": {"cells": [10, 3, 3], "size": [0.1, 0.03, 0.03], "origin": [0, 0.01, 0]}},
  "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
  "roles": [{"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
            {"role": "dynamic", "select": {"nearest": {"point": [0.1, 0.03, 0.015]}}}],
  "timeline": [
    {"cut": {"time": 0.1, "plane": {"point": [0.062, 0.02, 0.01], "normal": [1, 0.9, 0.3]}, "crumbs": "keep", "crumb_elements": 12}},
    {"cut": {"time": 0.15, "plane": {"point": [0.03, 0.02, 0.01], "normal": [1, 0, 0]}}},
    {"cut": {"time": 0.2, "plane": {"point": [0.05, 0.02, 0.01], "normal": [0.1, 0, 1]}, "crumbs": "keep"}}],
  "obstacles": [{"name": "floor", "half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}],
  "time": {"step": 0.005, "duration": 1}
})";

SceneSpec scene_named(const std::string& name, const std::vector<std::string>& overrides) {
  if (name == "drop") return scene_from_json(kDrop, "drop.json", "", overrides);
  if (name == "slices") return scene_from_json(kSlices, "slices.json", "", overrides);
  return shipped(name, overrides);
}

struct Case {
  const char* name;
  const char* scene;
  std::vector<std::string> overrides;
  std::vector<int> places;  // steps after which it is saved
  int more = 12;            // steps taken from there
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

class State : public ::testing::TestWithParam<Case> {};

/// Both take `steps` more, and every bit is compared.
void expect_same_steps(Simulation& whole, Simulation& resumed, int steps) {
  for (int k = 1; k <= steps; ++k) {
    const StepReport mine = whole.step(), theirs = resumed.step();
    ASSERT_EQ(bits_of(whole, mine), bits_of(resumed, theirs)) << k << " steps after";
  }
}

/// Runs on from each place, by itself and from the state saved there.
void expect_goes_on(const Case& one) {
  Simulation whole(scene_named(one.scene, one.overrides));
  int step = 0;
  for (const int place : one.places) {
    for (; step < place; ++step) ASSERT_EQ(whole.step().status, StepStatus::ok);
    SCOPED_TRACE("saved after step " + std::to_string(step));
    const std::string state = whole.state();
    EXPECT_TRUE(state == whole.state()) << "looking has changed something";
    Simulation resumed = Simulation::from_state(state);
    EXPECT_EQ(resumed.notices(), whole.notices());
    EXPECT_EQ(resumed.topology(), whole.topology());
    EXPECT_TRUE(state == resumed.state()) << "what was loaded is saved as something else";
    expect_same_steps(whole, resumed, one.more);
    step += one.more;
  }
}

TEST_P(State, GoesOnToTheBit) {
  expect_goes_on(GetParam());
}

/// Every scene that comes with the project, on the way, in touch and near its end.
/// The first steps of every scene, as many as CI has time for; CONJAC_STATE_STEPS=300 for more.
TEST(State, SlowEverySceneGoesOnToTheBit) {
  const char* asked = std::getenv("CONJAC_STATE_STEPS");
  const int most = asked != nullptr ? std::atoi(asked) : 48;
  for (const std::string& name : scene_names(test::source_dir() + "/scenes")) {
    SCOPED_TRACE(name);
    const SceneSpec scene = shipped(name);
    const int steps = std::min(most, static_cast<int>(scene.time.duration / scene.time.step));
    expect_goes_on({"", name.c_str(), {}, {steps / 4, steps / 2, steps - 6}, 5});
  }
}

TEST(State, ThreadsDoNotMatter) {
  for (const char* name : {"twist", "drop", "slices"}) {
    std::optional<ThreadCount> threads(1);
    Simulation whole(scene_named(name, {}));
    for (int k = 0; k < 45; ++k) whole.step();
    const std::string state = whole.state();
    std::vector<std::vector<std::uint64_t>> alone;
    for (int k = 0; k < 8; ++k) alone.push_back(bits_of(whole, whole.step()));
    threads.emplace(2);
    Simulation resumed = Simulation::from_state(state);
    EXPECT_TRUE(state == resumed.state());
    for (const auto& bits : alone) EXPECT_EQ(bits, bits_of(resumed, resumed.step())) << name;
  }
}

/// What a person did is part of it: a grip, options, the step size, muscles, nodes put to sleep.
TEST(State, RemembersWhatAPersonDid) {
  Simulation whole(shipped("muscle"));
  for (int k = 0; k < 5; ++k) whole.step();
  whole.grab(whole.representative_node(0), {0.1, 0.1, 0.0});
  whole.step();
  whole.drag({0.12, 0.05, 0.01});
  whole.set_wake(0, Wake::awake);
  const std::vector<int> elements{0, 1, 2, 3};
  whole.set_activation(elements, 0.5);
  whole.options().damping = 0.3;
  whole.options().reuse_tolerance = 0.2;
  whole.set_time_step(0.004);
  Simulation resumed = Simulation::from_state(whole.state());
  EXPECT_EQ(resumed.scene().time.step, 0.004);
  EXPECT_EQ(resumed.options().damping, 0.3);
  EXPECT_EQ(resumed.grip().node, whole.grip().node);
  expect_same_steps(whole, resumed, 6);
  whole.let_go();
  resumed.set_state(whole.state());  // into one that was somewhere else
  expect_same_steps(whole, resumed, 6);
  whole.options().method = Method::vanilla;
  whole.step();
  whole.options().method = Method::conjac;
  resumed.set_state(whole.state());
  expect_same_steps(whole, resumed, 3);
}

/// Every way bytes can be spoilt is an error, and the simulation stays what it was.
TEST(State, SpoiltBytesAreRefused) {
  Simulation simulation(scene_named("slices", {}));
  for (int k = 0; k < 25; ++k) simulation.step();
  const std::string state = simulation.state();
  const double time = simulation.time();
  const auto refused = [&](const std::string& bytes) {
    EXPECT_THROW(simulation.set_state(bytes), Error);
    EXPECT_EQ(simulation.time(), time);
  };
  refused("");
  refused("CJ state");
  for (std::size_t size = 0; size < state.size(); size += 1 + state.size() / 50)
    refused(state.substr(0, size));
  for (std::size_t at = 0; at < state.size(); at += 1 + state.size() / 50) {
    std::string spoilt = state;
    spoilt[at] = static_cast<char>(spoilt[at] ^ 0x10);
    refused(spoilt);
  }
  refused(state + "x");
}

INSTANTIATE_TEST_SUITE_P(
    Everywhere, State,
    ::testing::Values(
        Case{"start", "twist", {}, {0, 1}}, Case{"modes", "twist", {}, {7, 40}},
        Case{"reused_factor", "twist", {"method.reuse_tolerance=0.3"}, {9, 33}},
        Case{"nodes", "twist", {"method.integrator=trapezoidal"}, {5, 21}},
        Case{"linear_implicit", "twist", {"method.integrator=linear-implicit"}, {5, 21}},
        Case{"before_the_move",
             "twist",
             {"method.integrator=linear-implicit", "method.stabilisation=pre"},
             {11}},
        Case{"vanilla", "twist", {"method.name=vanilla"}, {6}, 5},
        Case{"bdf2", "hang", {"method.name=vanilla", "method.integrator=bdf2"}, {6}, 5},
        Case{"midpoint", "hang", {"method.name=vanilla", "method.integrator=midpoint"}, {6}, 5},
        Case{"full_trapezoidal",
             "hang",
             {"method.name=vanilla", "method.integrator=trapezoidal"},
             {6},
             5},
        Case{"verlet",
             "hang",
             {"method.name=vanilla", "method.integrator=verlet", "time.step=1e-5"},
             {6},
             5},
        Case{"plane", "beam2d", {}, {10, 60}}, Case{"hang", "hang", {}, {15}},
        Case{"at_rest", "hang", {"start_at_rest=true"}, {3}},
        Case{"muscle", "muscle", {}, {10, 60}}, Case{"release", "release", {}, {30, 70}},
        Case{"bones", "arm", {}, {10, 60}}, Case{"bones_in_touch", "arm-pad", {}, {10, 60}},
        Case{"bones_in_full", "arm", {"method.name=vanilla"}, {6}, 4},
        Case{"bodies", "tower", {}, {10, 45}},
        Case{"bodies_in_full", "tower", {"method.name=vanilla"}, {30}, 4},
        Case{"drop", "drop", {}, {5, 30, 60, 120}},
        Case{"drop_by_modes", "drop", {"method.integrator=modal"}, {30, 60}},
        Case{"drop_in_full", "drop", {"method.name=vanilla"}, {35}},
        Case{"woken_by_touch", "drop", {"contact.wake=true"}, {10, 34, 50}},
        Case{"asleep", "release", {"method.adaptive=true", "method.threshold=0.5"}, {20, 90}},
        Case{"cuts", "slices", {}, {3, 22, 30, 45, 90}},
        Case{"cuts_by_modes", "slices", {"method.integrator=modal"}, {22, 30, 45}},
        Case{"frozen_crumbs", "slices", {"timeline[0].cut.crumbs=freeze"}, {22, 45}},
        Case{"removed_crumbs", "slices", {"timeline[0].cut.crumbs=remove"}, {22, 45}},
        Case{"cuts_in_full", "slices", {"method.name=vanilla"}, {22, 45}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace conjac
