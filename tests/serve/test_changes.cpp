// Who is held, who is dynamic and the floor, changed while it runs: another simulation in the place of
// the first, the same to the bit wherever it is done again.
#include "serve/changes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conjac/conjac.h"
#include "serve/inputs.h"
#include "support/small_scenes.h"

namespace conjac::serve {
namespace {

Command change(const char* name, const std::string& text) {
  Command command;
  command.op = Op::change;
  command.name = name;
  command.text = text;
  return command;
}

/// Three steps, and after each of them something else.
Simulation changed_on_its_way(const std::string& state, const std::vector<Command>& changes) {
  Simulation simulation = Simulation::from_state(state);
  for (const Command& one : changes) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(simulation.step().status, StepStatus::ok);
    apply_input(simulation, one);
  }
  for (int k = 0; k < 3; ++k) EXPECT_EQ(simulation.step().status, StepStatus::ok);
  return simulation;
}

int free_node(const Simulation& simulation) {
  const auto roles = simulation.roles();
  return static_cast<int>(std::ranges::find(roles, 0) - roles.begin());
}

TEST(Changes, ThatBuildAnewAreTheSameToTheBitWhereverTheyAreDone) {
  Simulation first(test::hanging_bar());
  const std::string start = first.state();
  const int node = free_node(first);
  const std::vector<Command> changes = {
      change("node", std::to_string(node)), change("floor", "true"),
      change("hold", R"({"on":true,"radius":0.005,"points":[[0.02,0,0.02]]})")};
  Simulation one = changed_on_its_way(start, changes), two = changed_on_its_way(start, changes);
  EXPECT_EQ(one.state(), two.state());
  EXPECT_EQ(one.representatives(), first.representatives() + 1);
  EXPECT_EQ(one.scene().obstacles.size(), first.scene().obstacles.size() + 1);
  // What was done counts: without the last of them it ends elsewhere.
  Simulation other = changed_on_its_way(start, {changes[0], changes[1]});
  for (int k = 0; k < 3; ++k) other.step();
  EXPECT_NE(one.state(), other.state());
}

TEST(Changes, GoOnFromWhereItWas) {
  Simulation simulation(test::hanging_bar());
  for (int k = 0; k < 5; ++k) simulation.step();
  const std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  const std::vector<double> v(simulation.velocities().begin(), simulation.velocities().end());
  const double time = simulation.time();
  apply_input(simulation, change("node", std::to_string(free_node(simulation))));
  EXPECT_EQ(simulation.time(), time);
  EXPECT_TRUE(std::ranges::equal(simulation.positions(), x));
  EXPECT_TRUE(std::ranges::equal(simulation.velocities(), v));
}

TEST(Changes, ThatAreRefusedLeaveEverythingAsItWas) {
  Simulation simulation(test::hanging_bar());
  simulation.step();
  const std::string before = simulation.state();
  for (const Command& wrong :
       {change("node", "-1"), change("node", "1e9"), change("floor", "1"), change("hold", "[]"),
        change("hold", R"({"on":false,"radius":1e-9,"points":[[9,9,9]]})")})
    EXPECT_THROW(apply_input(simulation, wrong), Error) << wrong.text;
  EXPECT_EQ(simulation.state(), before);
}

}  // namespace
}  // namespace conjac::serve
