#include "api/run_health.h"

#include <gtest/gtest.h>

#include "core/archive.h"

namespace conjac {
namespace {

StepReport report(int parts, double kinetic, double gravity, double work = 0) {
  StepReport step;
  step.substeps = parts;
  step.energy.kinetic = kinetic;
  step.energy.gravity = gravity;
  step.scripted_work = work;
  return step;
}

RunResult taken(RunHealth& health, const std::vector<StepReport>& reports) {
  RunResult result;
  result.status = "ok";
  for (const StepReport& one : reports) health.note(one);
  return result;
}

TEST(RunHealth, AFallIsNoGain) {
  RunHealth health;
  health.begin({0, 0, 5, 0});
  RunResult result = taken(health, {report(1, 1, 4), report(1, 3, 2), report(1, 5, 0)});
  EXPECT_TRUE(health.judge(result).empty());
  EXPECT_EQ(result.status, "ok");
  EXPECT_EQ(health.energy_excess(), 0);
  EXPECT_EQ(health.steps_in_parts(), 0);
}

TEST(RunHealth, EnergyOutOfNothingIsToldOf) {
  RunHealth health;
  health.begin({0, 0, 5, 0});
  // Work puts one in, then there are 42 times the six that the body can have.
  RunResult result = taken(health, {report(1, 6, 0, 1), report(1, 6 * 43, 0), report(1, 1, 0)});
  EXPECT_DOUBLE_EQ(health.energy_excess(), 6 * 42);
  const auto said = health.judge(result);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("42 times"), std::string::npos) << said[0];
  EXPECT_NE(said[0].find("method.guard"), std::string::npos) << said[0];
}

TEST(RunHealth, MoreThanATenthOfTheStepsInPartsIsStrained) {
  for (const int parted : {4, 5, 10, 11}) {
    for (const int steps : {12, 100}) {
      RunHealth health;
      health.begin({});
      std::vector<StepReport> reports;
      for (int i = 0; i < steps; ++i) reports.push_back(report(i < parted ? 2 : 1, 0, 0));
      RunResult result = taken(health, reports);
      const bool strained = parted >= 5 && parted > 0.1 * steps;
      EXPECT_EQ(health.judge(result).size(), strained ? 1u : 0u);
      EXPECT_EQ(result.status, strained ? "strained" : "ok") << parted << " of " << steps;
      EXPECT_EQ(result.message.empty(), !strained);
    }
  }
  RunHealth health;
  health.begin({});
  RunResult stopped = taken(health, std::vector<StepReport>(9, report(2, 0, 0)));
  stopped.status = "interrupted";
  health.judge(stopped);
  EXPECT_EQ(stopped.status, "interrupted");
}

/// A run that goes on judges as one that was never stopped.
TEST(RunHealth, GoesOnFromItsBytes) {
  RunHealth health, other;
  health.begin({1, 2, 3, 4});
  taken(health, {report(1, 6, -2, 1)});
  Archive out;
  out(health);
  const std::string bytes = out.take();
  Archive in(bytes);
  in(other);
  in.end();
  RunResult one = taken(health, {report(1, 100, -3)}), two = taken(other, {report(1, 100, -3)});
  EXPECT_EQ(health.energy_excess(), other.energy_excess());
  EXPECT_EQ(health.judge(one), other.judge(two));
}

}  // namespace
}  // namespace conjac
