#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "api/scenes.h"
#include "record/files.h"
#include "record/reader.h"
#include "support/scratch_folder.h"

namespace conjac {
namespace {

using testing::ScratchFolder;
using testing::shipped;

nlohmann::json summary_in(const ScratchFolder& folder) {
  return nlohmann::json::parse(record::read_whole(folder / "summary.json"));
}

TEST(Run, RecordsWhatTheStepsSaid) {
  const ScratchFolder folder;
  Simulation simulation(shipped("hang"));
  RunOptions options;
  options.folder = folder.path().string();
  options.steps = 30;
  std::vector<StepReport> reports;
  options.progress = [&](long long step, long long steps, const StepReport& report) {
    EXPECT_EQ(steps, 30);
    EXPECT_EQ(step, static_cast<long long>(reports.size()) + 1);
    reports.push_back(report);
  };
  const RunResult result = run(simulation, options);
  EXPECT_EQ(result.status, "ok");
  ASSERT_EQ(reports.size(), 30u);
  const auto summary = summary_in(folder);
  EXPECT_EQ(summary["steps"], 30);
  EXPECT_EQ(summary["factorizations"], result.factorizations);
  EXPECT_EQ(summary["energy"]["kinetic"], reports.back().energy.kinetic);
  EXPECT_EQ(result.energy.kinetic, reports.back().energy.kinetic);
  double fill = 0;
  for (const StepReport& report : reports) fill += report.stages.fill / 30;
  EXPECT_NEAR(result.mean_stages.fill, fill, 1e-12);
  // 0.15 s at a frame every 1/30 s, the first and the last included.
  EXPECT_EQ(folder.names().front(), "energy.png");
  int frames = 0;
  for (const std::string& name : folder.names()) frames += name.ends_with(".vtu");
  EXPECT_GE(frames, 5);
  EXPECT_LE(frames, 7);
}

TEST(Run, HistoryHasJointsContactsAndWhatACutLeaves) {
  const auto history = [](const SceneSpec& scene, int steps, Simulation*& kept) {
    static std::optional<Simulation> simulation;
    simulation.emplace(scene);
    kept = &*simulation;
    const ScratchFolder folder;
    RunOptions options;
    options.folder = folder.path().string();
    options.steps = steps;
    EXPECT_EQ(run(*kept, options).status, "ok");
    return record::read_history(folder / "history.csv");
  };
  Simulation* simulation = nullptr;
  const auto arm = history(shipped("muscle"), 3, simulation);
  const std::vector<std::string> joints = simulation->joint_names();
  ASSERT_EQ(joints.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_EQ(arm.column(joints[k]).back(), simulation->joint_positions()[k]);
  EXPECT_EQ(arm.column("active_0").back(), 1);

  const auto touching = history(shipped("tower"), 3, simulation);
  EXPECT_EQ(touching.column("contacts").back(), simulation->contacts().size());
  EXPECT_GT(touching.column("normal_force").back(), 0);

  const auto parted =
      history(shipped("hang", {R"(timeline=[{"cut": {"time": 0.01, "plane": {"point": [0, -0.05, 0],
                       "normal": [0, 1, 0]}}}])"}),
              6, simulation);
  EXPECT_EQ(parted.rows(), 6u);
  EXPECT_TRUE(parted.has("contacts"));
  EXPECT_EQ(parted.column("metric_0").back(), simulation->liveliness(0));
}

TEST(Run, WritesNothingWithoutAFolder) {
  const auto before = std::filesystem::current_path();
  const ScratchFolder folder;
  std::filesystem::current_path(folder.path());
  Simulation simulation(shipped("hang"));
  RunOptions options;
  options.steps = 2;
  EXPECT_EQ(run(simulation, options).steps, 2);
  EXPECT_TRUE(folder.names().empty());
  std::filesystem::current_path(before);
}

TEST(Run, StopsWhenAskedAndSaysSo) {
  const ScratchFolder folder;
  Simulation simulation(shipped("hang"));
  RunOptions options;
  options.folder = folder.path().string();
  int asked = 0;
  options.interrupted = [&] { return ++asked == 4; };
  const RunResult result = run(simulation, options);
  EXPECT_EQ(result.status, "interrupted");
  EXPECT_EQ(result.steps, 4);
  EXPECT_EQ(summary_in(folder)["status"], "interrupted");
  EXPECT_DOUBLE_EQ(simulation.time(), 4 * simulation.scene().time.step);
}

TEST(Run, DurationThatIsNoMultipleOfTheStepIsCovered) {
  Simulation simulation(shipped("hang", {"time.step=0.03", "time.duration=0.1"}));
  EXPECT_EQ(run(simulation, {}).steps, 4);
}

TEST(Run, DivergenceIsAResultWithTheLastGoodState) {
  const ScratchFolder folder;
  Simulation simulation(shipped("release", {"method.name=vanilla", "method.beta=0.1",
                                            "timeline[0].move.translate=[0.08,0.03,0]"}));
  RunOptions options;
  options.folder = folder.path().string();
  const RunResult result = run(simulation, options);
  EXPECT_EQ(result.status, "diverged");
  EXPECT_FALSE(result.message.empty());
  EXPECT_GT(result.steps, 0);
  for (double x : simulation.positions()) ASSERT_TRUE(std::isfinite(x));
  const auto summary = summary_in(folder);
  EXPECT_EQ(summary["status"], "diverged");
  EXPECT_EQ(summary["steps"], result.steps);
  const auto frames = record::read_frame_list(folder / "frames.pvd");
  ASSERT_FALSE(frames.empty());
  EXPECT_DOUBLE_EQ(frames.back().time, simulation.time());
}

TEST(Run, AFrameThatIsNotFiniteLeavesASummary) {
  const ScratchFolder folder;
  Simulation simulation(shipped("hang"));
  std::vector<double> x(simulation.positions().begin(), simulation.positions().end());
  for (double& value : x) value *= 1e200;  // finite, but no stress is
  simulation.set_positions(x);
  RunOptions options;
  options.folder = folder.path().string();
  const RunResult result = run(simulation, options);
  EXPECT_EQ(result.status, "diverged");
  EXPECT_NE(result.message.find("is not a finite number"), std::string::npos) << result.message;
  const auto summary = summary_in(folder);
  EXPECT_EQ(summary["status"], "diverged");
  EXPECT_EQ(summary["steps"], 0);
}

TEST(Run, GoesOnFromACheckpoint) {
  const ScratchFolder folder;
  const auto scene = [] { return shipped("beam2d"); };
  RunOptions options;
  options.checkpoint = 1e-6;  // after every step
  options.steps = 25;
  options.folder = (folder / "whole").string();
  Simulation whole(scene());
  run(whole, options);
  options.folder = (folder / "parts").string();
  options.steps = 11;
  Simulation first(scene());
  run(first, options);
  const Checkpoint checkpoint = read_checkpoint(options.folder);
  EXPECT_EQ(checkpoint.step, 11);
  EXPECT_EQ(checkpoint.steps, 11);
  EXPECT_EQ(checkpoint.time, first.time());
  EXPECT_TRUE(checkpoint.notices.empty());
  EXPECT_EQ(saved_elsewhere(checkpoint.state), "");
  Simulation second = Simulation::from_state(checkpoint.state);
  options.steps = 25;
  const RunResult result = resume(second, checkpoint, options);
  EXPECT_EQ(result.steps, 25);
  EXPECT_TRUE(whole.state() == second.state());
  EXPECT_EQ(record::read_whole(folder / "whole/frames.pvd"),
            record::read_whole(folder / "parts/frames.pvd"));
  const auto mine = record::read_history(folder / "whole/history.csv");
  const auto theirs = record::read_history(folder / "parts/history.csv");
  for (const std::string& name : mine.names) {
    if (name.ends_with("_ms")) continue;
    EXPECT_TRUE(std::ranges::equal(mine.column(name), theirs.column(name))) << name;
  }
}

TEST(Run, DistanceToRestOnDemand) {
  Simulation simulation(shipped("hang", {"method.damping=30", "time.duration=3"}));
  RunOptions options;
  options.check_rest = true;
  const RunResult result = run(simulation, options);
  ASSERT_TRUE(result.rest.has_value());
  EXPECT_LT(result.rest->relative, 1e-8);
}

TEST(Run, RefusesAFolderOfSomebodyElse) {
  const ScratchFolder folder;
  folder.put("letter.txt", "do not lose me");
  Simulation simulation(shipped("hang"));
  RunOptions options;
  options.folder = folder.path().string();
  EXPECT_THROW(run(simulation, options), Error);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"letter.txt"});
}

}  // namespace
}  // namespace conjac
