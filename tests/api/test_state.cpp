#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "api/scenes.h"

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

/// Runs on from each place, by itself and from the state saved there, and compares every step.
TEST_P(State, GoesOnToTheBit) {
  const Case& one = GetParam();
  Simulation whole(shipped(one.scene, one.overrides));
  int step = 0;
  for (const int place : one.places) {
    for (; step < place; ++step) ASSERT_EQ(whole.step().status, StepStatus::ok);
    const std::string state = whole.state();
    EXPECT_EQ(state, whole.state());  // looking changes nothing
    Simulation resumed = Simulation::from_state(state);
    EXPECT_EQ(resumed.notices(), whole.notices());
    EXPECT_EQ(resumed.topology(), whole.topology());
    EXPECT_TRUE(state == resumed.state()) << "what was loaded is saved as something else";
    for (int k = 0; k < one.more; ++k, ++step) {
      const StepReport mine = whole.step(), theirs = resumed.step();
      ASSERT_EQ(bits_of(whole, mine), bits_of(resumed, theirs))
          << "step " << step + 1 << ", saved after " << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Everywhere, State,
    ::testing::Values(
        Case{"start", "twist", {}, {0, 1}}, Case{"modes", "twist", {}, {7, 40}},
        Case{"reused_factor", "twist", {"method.reuse_tolerance=0.3"}, {9, 33}},
        Case{"nodes", "twist", {"method.integrator=trapezoidal"}, {5, 21}},
        Case{"linear_implicit", "twist", {"method.integrator=linear-implicit"}, {5, 21}},
        Case{"before_the_move", "twist",
             {"method.integrator=linear-implicit", "method.stabilisation=pre"}, {11}},
        Case{"vanilla", "twist", {"method.name=vanilla"}, {6}, 5},
        Case{"bdf2", "hang", {"method.name=vanilla", "method.integrator=bdf2"}, {6}, 5},
        Case{"midpoint", "hang", {"method.name=vanilla", "method.integrator=midpoint"}, {6}, 5},
        Case{"full_trapezoidal", "hang",
             {"method.name=vanilla", "method.integrator=trapezoidal"}, {6}, 5},
        Case{"verlet", "hang",
             {"method.name=vanilla", "method.integrator=verlet", "time.step=1e-5"}, {6}, 5},
        Case{"plane", "beam2d", {}, {10, 60}}, Case{"hang", "hang", {}, {15}},
        Case{"at_rest", "hang", {"start_at_rest=true"}, {3}},
        Case{"layers", "hetero", {}, {8}}, Case{"fibres", "aniso", {}, {8}},
        Case{"muscle", "muscle", {}, {10, 60}}, Case{"release", "release", {}, {30, 70}},
        Case{"bones", "arm", {}, {10, 60}}, Case{"bones_in_touch", "arm-pad", {}, {10, 60}},
        Case{"bones_in_full", "arm", {"method.name=vanilla"}, {6}, 4},
        Case{"bodies", "tower", {}, {10, 45}}, Case{"bodies_in_full", "tower",
                                                   {"method.name=vanilla"}, {30}, 4},
        Case{"drop", "bunny", {}, {5, 60, 110}, 8},
        Case{"drop_in_full", "bunny", {"method.name=vanilla"}, {70}, 3},
        Case{"asleep", "release", {"method.adaptive=true", "method.threshold=0.5"}, {20, 90}},
        Case{"cuts", "barcut", {}, {3, 30, 80, 130}, 8},
        Case{"cuts_in_full", "barcut", {"method.name=vanilla"}, {45}, 4}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace conjac
