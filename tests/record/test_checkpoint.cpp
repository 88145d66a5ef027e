#include "record/checkpoint.h"

#include <gtest/gtest.h>

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

TEST(CheckpointFiles, TheOneBeforeStays) {
  const ScratchFolder folder;
  EXPECT_TRUE(checkpoints(folder.path()).empty());
  for (const char* bytes : {"one", "two", "three"}) write_checkpoint(folder.path(), bytes);
  const auto files = checkpoints(folder.path());
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(read_whole(files[0]), "three");
  EXPECT_EQ(read_whole(files[1]), "two");
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"checkpoint-before.cjcp", "checkpoint.cjcp"}));
}

TEST(CheckpointFiles, AFullDiskLeavesBoth) {
  const ScratchFolder folder;
  for (const char* bytes : {"one", "two"}) write_checkpoint(folder.path(), bytes);
  std::filesystem::create_symlink("/dev/full", folder / ".checkpoint.cjcp.tmp");
  expect_error(ErrorKind::io, "free some space",
               [&] { write_checkpoint(folder.path(), std::string(100, 'x')); });
  EXPECT_EQ(read_whole(folder / kCheckpoint), "two");
  EXPECT_EQ(read_whole(folder / kCheckpointBefore), "one");
}

TEST(CheckpointFiles, ASpoiltOneDoesNotTakeThePlaceOfAWholeOne) {
  const ScratchFolder folder;
  for (const char* bytes : {"whole", "spoilt"}) write_checkpoint(folder.path(), bytes);
  go_on_from(folder.path(), folder / kCheckpoint);
  EXPECT_EQ(checkpoints(folder.path()).size(), 2u);
  go_on_from(folder.path(), folder / kCheckpointBefore);
  write_checkpoint(folder.path(), "next");
  EXPECT_EQ(read_whole(folder / kCheckpoint), "next");
  EXPECT_EQ(read_whole(folder / kCheckpointBefore), "whole");
}

StepReport step(int i) {
  StepReport report;
  report.time = 0.1 * i;
  report.energy.kinetic = 1.0 / i;
  report.scripted_work = 0.25;
  report.books = {0.1 * i, 0, 0, i % 2 ? 0.01 : -0.02};
  report.unbalanced = 0.001 * i;
  report.factorizations = 2;
  report.stages = {0.001 * i, 0.002, 0.003, 0.004};
  return report;
}

void take(Recorder& recorder, int from, int to) {
  for (int i = from; i <= to; ++i) {
    const std::vector<double> extra{0.5 * i};
    recorder.step(step(i), extra);
    recorder.frame(moving_bar(2, 0.1 * i, {4, 2, 1}).view());
    recorder.message(text_message({}, std::to_string(i)));
  }
}

TEST(Recorder, GoesOnFromAMarkAsIfNothingHadFollowed) {
  const ScratchFolder folder;
  const RecorderOptions options{.frames = true, .extra_columns = {"metric_0"}};
  RunSummary whole, parts;
  {
    Recorder recorder(folder / "whole", options);
    take(recorder, 1, 7);
    whole = recorder.finish({});
  }
  Recorder::Mark mark;
  {
    Recorder recorder(folder / "parts", options);
    take(recorder, 1, 4);
    mark = recorder.mark();
    take(recorder, 5, 6);  // killed: nobody finishes it
    write_summary(folder / "parts/summary.json", {});
    write_checkpoint(folder / "parts", "kept");
  }
  Recorder::check(folder / "parts", mark);
  {
    Recorder recorder(folder / "parts", options, mark);
    EXPECT_EQ(recorder.steps(), 4);
    EXPECT_EQ(recorder.frames(), 4);
    EXPECT_FALSE(std::filesystem::exists(folder / "parts/summary.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "parts/checkpoint.cjcp"));
    EXPECT_FALSE(std::filesystem::exists(folder / "parts" / frame_name(4)));
    EXPECT_EQ(read_frame_list(folder / "parts/frames.pvd").size(), 4u);
    take(recorder, 5, 7);
    parts = recorder.finish({});
  }
  for (const char* name : {"history.csv", "frames.pvd", "recording.cjvr"})
    EXPECT_EQ(read_whole(folder / "whole" / name), read_whole(folder / "parts" / name)) << name;
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(read_whole(folder / "whole" / frame_name(i)),
              read_whole(folder / "parts" / frame_name(i)));
  EXPECT_EQ(parts.steps, whole.steps);
  EXPECT_EQ(parts.scripted_work, whole.scripted_work);
  EXPECT_EQ(parts.dissipated, whole.dissipated);
  EXPECT_EQ(parts.imbalance, whole.imbalance);
  EXPECT_EQ(parts.unbalanced, whole.unbalanced);
  EXPECT_EQ(parts.factorizations, whole.factorizations);
  EXPECT_EQ(parts.energy.kinetic, whole.energy.kinetic);
  EXPECT_NEAR(parts.mean_stages.fill, whole.mean_stages.fill, 1e-15);
}

TEST(Recorder, AMarkWithoutItsFilesIsRefused) {
  const ScratchFolder folder;
  Recorder recorder(folder / "out");
  recorder.step(step(1));
  recorder.frame(moving_bar(2, 0.1, {4, 2, 1}).view());
  const Recorder::Mark mark = recorder.mark();
  Recorder::check(folder / "out", mark);
  Recorder::Mark longer = mark;
  longer.history_bytes += 1;
  expect_error(ErrorKind::bad_input, "history.csv",
               [&] { Recorder::check(folder / "out", longer); });
  std::filesystem::remove(folder / "out" / frame_name(0));
  expect_error(ErrorKind::bad_input, "frame_00000", [&] { Recorder::check(folder / "out", mark); });
}

}  // namespace
}  // namespace conjac::record
