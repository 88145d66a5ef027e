// The reference is what finer steps lead to, whichever way it is found, and distances to it mean
// what they say.
#include "conjac/truth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "api/scenes.h"
#include "api/trajectory.h"
#include "api/truth_reference.h"
#include "conjac/error.h"
#include "support/contact_scenes.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

/// A small bar that is pulled aside and let go.
SceneSpec pulled() {
  SceneSpec scene = test::hanging_bar();
  scene.gravity = {0, 0, 0};
  MoveEvent move;
  move.select = test::slice(1, 0);
  move.end = 0.04;
  move.translate = {0.004, 0, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 0.05});
  return scene;
}

TruthOptions quick(std::vector<std::string> methods) {
  TruthOptions options;
  options.methods = std::move(methods);
  options.windows = {0.05, 0.2};
  options.time_steps = {0.005};
  return options;
}

TEST(Truth, BothReferencesAreTheSameMotion) {
  TruthOptions options = quick({"full:midpoint"});
  options.reference = "verlet";
  const TruthTable verlet = bench_truth(pulled(), options);
  options.reference = "midpoint";
  options.reference_step = 1e-4;
  const TruthTable midpoint = bench_truth(pulled(), options);
  EXPECT_EQ(verlet.reference.integrator, "verlet");
  EXPECT_EQ(midpoint.reference.integrator, "midpoint");
  EXPECT_LT(verlet.reference.time_step, verlet.reference.stable_step);
  EXPECT_NEAR(verlet.reference.energy_kept, 1, 2e-3);
  EXPECT_NEAR(midpoint.reference.energy_kept, 1, 2e-3);
  EXPECT_LT(verlet.reference.difference.back(), 5e-3);
  // The same method is as far from the one as from the other, to what halving either changes.
  const double apart = std::abs(verlet.rows[0].distance.back() - midpoint.rows[0].distance.back());
  EXPECT_LT(apart, verlet.reference.difference.back() + 2 * midpoint.reference.difference.back());
  EXPECT_NEAR(verlet.scale, midpoint.scale, 1e-3 * verlet.scale);
  ASSERT_FALSE(verlet.reference.peaks.empty());
  EXPECT_NEAR(verlet.reference.peaks[0], midpoint.reference.peaks[0], 0.05);
}

/// RELEASE, two dynamic nodes: by modes the bar swings as full FE does, at its pitch; by its nodes
/// alone it swings as long, at another.
TEST(Truth, ModesSwingAsFullFE) {
  TruthOptions options = quick({"scene", "conjac:trapezoidal"});
  options.windows = {0.1, 0.3};
  const TruthTable table = bench_truth(testing::shipped("release"), options);
  ASSERT_EQ(table.rows.size(), 2u);
  const TruthRow &modes = table.rows[0], &nodes = table.rows[1];
  EXPECT_LT(modes.distance[0], 0.04);
  EXPECT_LT(modes.distance[1], 0.06);
  EXPECT_GT(nodes.distance[1], 0.3);
  ASSERT_GE(modes.peaks.size(), 2u);
  EXPECT_NEAR(modes.peaks[1], table.reference.peaks[1], 0.02 * table.reference.peaks[1]);
  EXPECT_LT(modes.energy_kept, 1.02);
  EXPECT_LE(modes.parts, 1.3 * static_cast<double>(modes.steps));
}

TEST(Truth, FinerStepsComeNearerAndDampingIsTold) {
  TruthOptions options = quick({"full:midpoint", "full"});
  options.time_steps = {0.005, 0.00125};
  const TruthTable table = bench_truth(pulled(), options);
  ASSERT_EQ(table.rows.size(), 4u);
  const auto& midpoint = table.rows[0];
  const auto& fine = table.rows[1];
  const auto& damped = table.rows[2];
  for (const TruthRow& row : table.rows) EXPECT_EQ(row.status, "ok") << row.message;
  EXPECT_LT(fine.distance.back(), 0.5 * midpoint.distance.back());
  EXPECT_GT(midpoint.energy_kept, 0.9);
  EXPECT_LT(damped.energy_kept, 0.5);
  EXPECT_GT(damped.distance.back(), fine.distance.back());
  EXPECT_EQ(damped.factorizations, damped.steps);
  EXPECT_GT(midpoint.factorizations, 2 * midpoint.steps);  // Newton's method
  EXPECT_NEAR(table.from, 0.05, 1e-12);
  EXPECT_NEAR(table.until, 0.25, 1e-12);
}

TEST(Truth, ReferencesAreKeptByContentAndABrokenOneIsMadeAnew) {
  const testing::ScratchFolder folder;
  TruthOptions options = quick({"full"});
  options.cache = (folder.path() / "cache").string();
  const TruthTable first = bench_truth(pulled(), options);
  EXPECT_FALSE(first.reference.cached);
  // Another method and other dynamic nodes have the same truth.
  SceneSpec scene = pulled();
  scene.roles.push_back({NodeRole::dynamic, test::nearest(0, 0.03, 0)});
  options.methods = {"scene", "full"};
  const TruthTable second = bench_truth(scene, options);
  EXPECT_TRUE(second.reference.cached);
  EXPECT_EQ(second.rows[1].distance, first.rows[0].distance);
  EXPECT_EQ(second.reference.probe.value, first.reference.probe.value);
  EXPECT_EQ(second.reference.difference, first.reference.difference);
  // Another body has not.
  scene.materials[0].laws[0].young = 2e4;
  options.methods = {"full"};
  EXPECT_FALSE(bench_truth(scene, options).reference.cached);
  // Half a file is none; one with a wrong byte neither.
  for (bool cut : {true, false}) {
    for (const auto& entry : std::filesystem::directory_iterator(options.cache)) {
      if (cut) std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
      if (cut) continue;
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(200);
      file.put('\x55');
    }
    EXPECT_FALSE(bench_truth(pulled(), options).reference.cached);
    EXPECT_TRUE(bench_truth(pulled(), options).reference.cached);
  }
}

TEST(Truth, ContactAndFrictionHaveOneToo) {
  SceneSpec scene = test::dropped_block(0.01);
  scene.time.step = 0.005;
  TruthOptions options = quick({"scene", "full", "full:bdf2"});
  options.windows = {0.15};
  const TruthTable table = bench_truth(scene, options);
  EXPECT_EQ(table.reference.integrator, "verlet");
  EXPECT_LT(table.reference.difference.back(), 0.01);
  EXPECT_EQ(table.rows[0].status, "ok");
  EXPECT_LT(table.rows[0].distance.back(), 1);
  EXPECT_EQ(table.rows[2].status, "ok");
  EXPECT_LT(table.rows[2].distance.back(), 1);
}

TEST(Truth, WhatItCannotDoIsSaid) {
  testing::expect_error(ErrorKind::usage, "unknown method",
                        [] { bench_truth(pulled(), quick({"fast"})); });
  testing::expect_error(ErrorKind::bad_input, "integrator",
                        [] { bench_truth(pulled(), quick({"full:symplectic"})); });
  testing::expect_error(ErrorKind::usage, "+option=value",
                        [] { bench_truth(pulled(), quick({"full+guard"})); });
  SceneSpec cut = pulled();
  cut.timeline.push_back(CutEvent{});
  testing::expect_error(ErrorKind::bad_input, "cuts", [&] { bench_truth(cut, quick({"full"})); });
  TruthOptions backwards = quick({"full"});
  backwards.windows = {0.3, 0.1};
  testing::expect_error(ErrorKind::usage, "ascending", [&] { bench_truth(pulled(), backwards); });
}

TEST(Truth, StopsWhenAsked) {
  int calls = 0;
  const TruthTable table = bench_truth(
      pulled(), quick({"full"}), [&](double, double, const std::string&) { return ++calls < 3; });
  EXPECT_FALSE(table.complete);
  EXPECT_TRUE(table.rows.empty());
}

TEST(Truth, TheStableLimitIsThatOfVerlet) {
  SceneSpec scene = test::hanging_bar();
  scene.method.method = Method::vanilla;
  Simulation still(scene);
  const double limit = stable_step(still);
  for (double share : {0.9, 1.15}) {
    scene.time.step = share * limit;
    scene.method.integrator = Integrator::verlet;
    scene.method.guard = false;
    const RunLog log = run_watched(scene, 3000 * scene.time.step, [](Simulation&) { return true; });
    EXPECT_EQ(log.status, share < 1 ? "ok" : "diverged") << share;
  }
}

}  // namespace
}  // namespace conjac
