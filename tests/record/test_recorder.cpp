#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "record/reader.h"
#include "record/recorder.h"
#include "support/expect_error.h"
#include "support/moving_bar.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::expect_error;
using testing::moving_bar;
using testing::ScratchFolder;

void run(const Path& folder, int steps, RecorderOptions options = {}) {
  Recorder recorder(folder, options);
  for (int i = 0; i <= steps; ++i) {
    recorder.frame(moving_bar(2, 0.1 * i, {4, 2, 1}).view());
    if (i == 0) continue;
    StepReport report;
    report.time = 0.1 * i;
    report.energy.kinetic = i;
    report.residual = 0.5 * i;
    report.scripted_work = 2;
    report.books = {.dissipated = 0.5, .imbalance = i == 2 ? -0.5 : 0.125};
    report.unbalanced = 0.25 * (i - 1);
    report.stages = {0.001 * i, 0.002, 0, 0};
    report.factorizations = i % 2;
    report.undone = i == 3;
    report.substeps = i == 3 ? 2 : 1;
    recorder.step(report);
  }
  RunSummary summary;
  summary.scene = "made up";
  summary.method = "vanilla";
  recorder.finish(summary);
}

TEST(Recorder, MessagesOfTheStreamGoIntoARecording) {
  const ScratchFolder folder;
  const std::string text = text_message({}, "{}");
  for (const bool frames : {true, false}) {
    Recorder recorder(folder / (frames ? "with" : "without"), {.frames = frames});
    recorder.message(text);
    recorder.message(text);
  }
  const std::string bytes = read_whole(folder / "with/recording.cjvr");
  EXPECT_EQ(bytes, recording_head() + packed(text) + packed(text));
  EXPECT_FALSE(std::filesystem::exists(folder / "without/recording.cjvr"));
}

TEST(Recorder, WritesEveryFileOfARun) {
  const ScratchFolder folder;
  run(folder / "deep/out", 3);
  const std::vector<std::string> expected = {"deep",
                                             "deep/out",
                                             "deep/out/frames",
                                             "deep/out/frames.pvd",
                                             "deep/out/frames/frame_00000.vtu",
                                             "deep/out/frames/frame_00001.vtu",
                                             "deep/out/frames/frame_00002.vtu",
                                             "deep/out/frames/frame_00003.vtu",
                                             "deep/out/history.csv",
                                             "deep/out/summary.json"};
  EXPECT_EQ(folder.names(), expected);
  EXPECT_EQ(read_history(folder / "deep/out/history.csv").rows(), 3u);
  EXPECT_EQ(read_frame_list(folder / "deep/out/frames.pvd").size(), 4u);
}

TEST(Recorder, CompletesTheSummaryFromTheSteps) {
  const ScratchFolder folder;
  run(folder.path(), 4);
  const auto json = nlohmann::json::parse(read_whole(folder / "summary.json"));
  EXPECT_EQ(json["steps"], 4);
  EXPECT_DOUBLE_EQ(json["simulated_time"], 0.4);
  EXPECT_EQ(json["factorizations"], 2);
  EXPECT_EQ(json["undone_steps"], 1);
  EXPECT_EQ(json["substeps"], 5);
  EXPECT_DOUBLE_EQ(json["ms_per_step"]["fill"], 2.5);         // mean of 1 2 3 4
  EXPECT_DOUBLE_EQ(json["ms_per_step_median"]["fill"], 2.5);  // between 2 and 3
  EXPECT_DOUBLE_EQ(json["ms_per_step"]["total"], 4.5);
  EXPECT_DOUBLE_EQ(json["ms_per_step_median"]["total"], 4.5);
  EXPECT_DOUBLE_EQ(json["energy"]["kinetic"], 4);
  EXPECT_DOUBLE_EQ(json["residual"], 2);
  EXPECT_DOUBLE_EQ(json["scripted_work"], 8);
  EXPECT_DOUBLE_EQ(json["dissipated"], 2);
  EXPECT_DOUBLE_EQ(json["imbalance_over_energy_at_play"],
                   0.375 / 4);  // 1/8 - 1/2, of 4 J of motion
  EXPECT_DOUBLE_EQ(json["residual_over_load"], 0.375);
}

TEST(RunBooks, EnergyAtPlayIsMotionAndTheRangeOfBendAndContact) {
  RunBooks books;
  StepReport report;
  report.energy = {.kinetic = 3, .elastic = 10, .gravity = 100, .contact = 1};
  books.add(report);
  report.energy = {.kinetic = 1, .elastic = 12, .gravity = -100, .contact = 0};
  report.books.imbalance = -0.5;
  books.add(report);
  EXPECT_DOUBLE_EQ(books.at_play(), 3 + 12 - 11);
  EXPECT_DOUBLE_EQ(books.largest_share(), 0.125);
  EXPECT_EQ(RunBooks().largest_share(), 0);
}

TEST(RunBooks, SaysWhenFollowersAreFarFromTheirBalance) {
  RunBooks books;
  StepReport report;
  report.unbalanced = 0.79;
  for (int step = 0; step < 10; ++step) books.add(report);
  EXPECT_EQ(left_unbalanced(books), "");  // a start says little
  report.unbalanced = 0.01;
  for (int step = 0; step < 10; ++step) books.add(report);
  EXPECT_NE(left_unbalanced(books).find("40 % of the load"), std::string::npos);
  EXPECT_NE(left_unbalanced(books).find("method.newton_steps"), std::string::npos);
}

TEST(Recorder, MedianOfAnOddNumberOfStepsIsTheMiddleOne) {
  const ScratchFolder folder;
  Recorder recorder(folder.path());
  for (const double fill : {0.001, 0.9, 0.003}) {
    StepReport report;
    report.stages.fill = fill;
    recorder.step(report);
  }
  EXPECT_DOUBLE_EQ(recorder.finish({}).median_stages.fill, 0.003);
}

TEST(Recorder, ReplacesAnEarlierRunAndKeepsForeignFiles) {
  const ScratchFolder folder;
  run(folder.path(), 9);
  folder.put("preview.png", "of the earlier run");
  folder.put("notes.txt", "mine");
  folder.put("frames/picture.png", "mine");
  folder.put("frames/frame_best.vtu", "mine");
  folder.put("frames/.frame_00042.vtu.tmp", "of a killed run");
  folder.put(".summary.json.tmp", "of a killed run");
  run(folder.path(), 1);
  const std::vector<std::string> expected = {"frames",
                                             "frames.pvd",
                                             "frames/frame_00000.vtu",
                                             "frames/frame_00001.vtu",
                                             "frames/frame_best.vtu",
                                             "frames/picture.png",
                                             "history.csv",
                                             "notes.txt",
                                             "summary.json"};
  EXPECT_EQ(folder.names(), expected);
}

TEST(Recorder, LeavesAFolderAloneThatIsNotItsOwn) {
  const ScratchFolder folder;
  folder.put("thesis.tex", "years of work");
  expect_error(ErrorKind::io, folder.path().string(), [&] { Recorder(folder.path()); });
  EXPECT_EQ(folder.names(), std::vector<std::string>{"thesis.tex"});
  expect_error(ErrorKind::io, "thesis.tex/out", [&] { Recorder(folder / "thesis.tex/out"); });
}

TEST(Recorder, LeavesAReadableRunWhenItIsKilled) {
  const ScratchFolder folder;
  {
    Recorder recorder(folder.path(), {.frames = true, .extra_columns = {"metric_0"}});
    const double extra[] = {0.5};
    for (int i = 0; i < 3; ++i) {
      recorder.frame(moving_bar(3, i, {2, 1, 1}).view());
      recorder.step({}, extra);
    }
    // No finish: the process is gone.
  }
  EXPECT_EQ(read_history(folder / "history.csv").column("metric_0").size(), 3u);
  const auto list = read_frame_list(folder / "frames.pvd");
  ASSERT_EQ(list.size(), 3u);
  for (const FrameEntry& entry : list) EXPECT_EQ(read_frame(entry.file).time, entry.time);
  run(folder.path(), 1);  // and the folder may be used again
  EXPECT_EQ(read_frame_list(folder / "frames.pvd").size(), 2u);
}

TEST(Recorder, WritesNoFrameThatDiverged) {
  const ScratchFolder folder;
  Recorder recorder(folder.path());
  recorder.frame(moving_bar(3, 0, {2, 1, 1}).view());
  Frame bad = moving_bar(3, 1, {2, 1, 1});
  bad.positions[4] = std::nan("");
  expect_error(ErrorKind::diverged, "node 1", [&] { recorder.frame(bad.view()); });
  RunSummary summary;
  summary.status = "diverged";
  recorder.finish(summary);
  EXPECT_EQ(read_frame_list(folder / "frames.pvd").size(), 1u);
}

TEST(Recorder, CanLeaveFramesOut) {
  const ScratchFolder folder;
  run(folder.path(), 2, {.frames = false});
  const std::vector<std::string> expected = {"history.csv", "summary.json"};
  EXPECT_EQ(folder.names(), expected);
}

}  // namespace
}  // namespace conjac::record
