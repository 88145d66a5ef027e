#include <gtest/gtest.h>

#include "api/medians.h"
#include "api/scenes.h"
#include "api/trial.h"

namespace conjac {
namespace {

using testing::shipped;

TEST(Medians, OfHandfuls) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(quantile({0, 10, 20, 30, 40}, 0.25), 10);
  EXPECT_EQ(quantile({0, 10}, 0.75), 7.5);
}

TEST(Trial, ComparesWithTheEnergyAtTheRelease) {
  const SceneSpec scene = shipped("release", {"time.step=0.01"});
  // By hand: kinetic and elastic energy when the end is let go (0.3 s) and at the end (0.6 s).
  Simulation simulation(scene);
  double released = 0, largest = 0;
  for (int step = 1; step <= 60; ++step) {
    const Energies energy = simulation.step().energy;
    const double now = energy.kinetic + energy.elastic;
    if (step == 30) released = now;
    if (step >= 30) largest = std::max(largest, now);
  }
  const Energies last = simulation.energy();
  TrialOptions options;
  options.release_time = 0.3;
  const TrialResult result = trial(scene, options);
  EXPECT_EQ(result.steps, 60);
  EXPECT_DOUBLE_EQ(result.energy_left, (last.kinetic + last.elastic) / released);
  EXPECT_DOUBLE_EQ(result.largest_ratio, largest / released);
}

TEST(Trial, EnergyOutOfNothingIsSeenAndHonestMotionIsNot) {
  TrialOptions options;
  options.bound_energy = true;
  for (const char* name : {"release", "hang", "twist"}) {
    const TrialResult honest = trial(shipped(name, {"method.name=vanilla", "method.beta=1",
                                                    "time.step=0.02", "time.duration=0.6"}),
                                     options);
    EXPECT_EQ(honest.status, "ok") << name;
    EXPECT_LT(honest.largest_gain, 1.2) << name;
  }
  const TrialResult wild =
      trial(shipped("release", {"method.name=vanilla", "method.beta=0.2"}), options);
  EXPECT_NE(wild.status, "ok");
  EXPECT_GT(wild.largest_gain, 2);
  EXPECT_LT(wild.time, 0.6);
}

TEST(BenchCost, WithCholmodInTheSameRun) {
  CostOptions options;
  options.dynamic = {2};
  options.rounds = options.steps = 1;
  options.against_cholmod = true;
  const CostTable table = bench_cost(shipped("hang", {}), options);
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[2].name, "Vanilla, CHOLMOD");
  EXPECT_EQ(table.rows[3].name, "ConJac 2, CHOLMOD");
  for (const CostRow& row : table.rows) {
    EXPECT_TRUE(row.ok) << row.name << ": " << row.message;
    EXPECT_GT(row.entries, 0) << row.name;
    EXPECT_GT(row.gflops, 0) << row.name;
  }
  EXPECT_GT(table.peaks.gflops, 0);
  EXPECT_GT(table.peaks.gbytes, 0);
}

TEST(Tune, StopsWhenAsked) {
  TuneOptions options;
  options.progress = [](double, int tried, double) { return tried < 2; };
  const TuneResult result =
      smallest_stable_beta(shipped("release", {"method.name=vanilla"}), options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(result.found);
  EXPECT_EQ(result.trials.size(), 2u);
}

/// In the linear limit the step x += h v, (1 + beta z) v = v0 - h w^2 x0 of an oscillator with
/// z = (h w)^2 is stable for every z when beta >= 1/2, and for z <= 4 / (1 - 2 beta) below.
TEST(Tune, FindsOneHalfForSmallStiffMotion) {
  const SceneSpec scene =
      shipped("release", {"method.name=vanilla", "mesh.box.cells=[6,2,2]",
                          "timeline[0].move.translate=[1e-5,0,0]", "time.duration=1.5"});
  const TuneResult result = smallest_stable_beta(scene, {});
  ASSERT_TRUE(result.found);
  EXPECT_NEAR(result.beta, 0.5, 1e-12);
}

TEST(Tune, SmallEnoughStepsAreStableWithAnyBeta) {
  const SceneSpec scene = shipped("release", {"method.name=vanilla", "mesh.box.cells=[6,2,2]",
                                              "time.step=0.0001", "time.duration=0.4"});
  const TuneResult result = smallest_stable_beta(scene, {});
  ASSERT_TRUE(result.found);
  EXPECT_NEAR(result.beta, 0.1, 1e-12);
}

TEST(Tune, RefusesGridsWithoutPoints) {
  TuneOptions options;
  options.max_beta = 0.05;
  EXPECT_THROW(smallest_stable_beta(shipped("hang"), options), Error);
}

TEST(BenchCost, EveryStepRefactorsAndStagesAddUp) {
  CostOptions options;
  options.dynamic = {1, 3};
  options.rounds = 2;
  options.steps = 2;
  double last = -1;
  const CostTable table =
      bench_cost(shipped("hang"), options, [&](double done, double total, const std::string&) {
        EXPECT_GE(done, last);
        EXPECT_LE(done, total);
        last = done;
        return true;
      });
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_TRUE(table.complete);
  for (const CostRow& row : table.rows) {
    EXPECT_TRUE(row.ok) << row.message;
    EXPECT_GT(row.median.factor, 0);
    EXPECT_LE(row.low, row.total);
    EXPECT_GE(row.high, row.total);
  }
  EXPECT_EQ(table.rows[0].ratio, 1);
  EXPECT_EQ(table.rows[2].dynamic_nodes, 3);
}

TEST(BenchCost, StopsWhenAsked) {
  const CostTable table =
      bench_cost(shipped("hang"), {}, [](double done, double, const auto&) { return done < 2; });
  EXPECT_FALSE(table.complete);
  EXPECT_LE(table.rows.size(), 2u);
}

}  // namespace
}  // namespace conjac
