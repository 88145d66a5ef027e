#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "api/scenes.h"

namespace conjac {
namespace {

struct Released {
  bool ok = true;
  int undone = 0;
  double largest = 0;  // kinetic + elastic energy over that at the release, largest after it
};

Released armadillo_release(bool guard, const std::string& integrator, const std::string& step) {
  Simulation simulation(testing::shipped("armadillo-release",
                                         {guard ? "method.guard=true" : "method.guard=false",
                                          "method.integrator=" + integrator, "time.step=" + step}));
  Released result;
  double at_release = 0;
  while (result.ok && simulation.time() < 0.45) {
    const StepReport report = simulation.step();
    result.ok = report.status == StepStatus::ok;
    result.undone += report.undone;
    const double energy = report.energy.kinetic + report.energy.elastic;
    if (report.time < 0.3 + 1e-9)
      at_release = energy;
    else
      result.largest = std::max(result.largest, energy / at_release);
  }
  return result;
}

/// Thin limbs, a violent release, one correction per step: without the guard some steps multiply
/// the energy (ten times), with it they are undone and taken again.
TEST(PaperScenesSlow, GuardKeepsTheArmadilloFromGainingEnergy) {
  const Released guarded = armadillo_release(true, "trapezoidal", "0.01");
  EXPECT_TRUE(guarded.ok);
  EXPECT_GT(guarded.undone, 0);
  EXPECT_LT(guarded.largest, 1.05);
  const Released bare = armadillo_release(false, "trapezoidal", "0.01");
  EXPECT_TRUE(!bare.ok || bare.largest > 1.5) << bare.largest;
}

/// Modes lose what is no mode at the release and never have more than was put in. Without the guard
/// they stop at 0.445 s, since their means stay (docs/decisions/0014-contact-with-modes.md).
TEST(PaperScenesSlow, ModesKeepTheArmadilloFromGainingEnergy) {
  const Released guarded = armadillo_release(true, "modal", "0.005");
  EXPECT_TRUE(guarded.ok);
  EXPECT_LT(guarded.largest, 1.02);
}

/// Automatic placement once put a node on a horn's tip, and the run diverged.
TEST(PaperScenesSlow, NodesPlacedByTheProgramCarryTheDragon) {
  Simulation simulation(testing::shipped(
      "dragon", {R"(roles=[{"role": "fixed", "select": "feet"}])", "placement.dynamic=6"}));
  double released = 0, largest = 0;
  while (simulation.time() < 0.6) {
    const StepReport report = simulation.step();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    const double energy = report.energy.kinetic + report.energy.elastic;
    if (report.time < 0.5 + 1e-9)
      released = energy;
    else
      largest = std::max(largest, energy / released);
  }
  EXPECT_LT(largest, 1.1);
}

}  // namespace
}  // namespace conjac
