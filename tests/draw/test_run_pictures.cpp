#include <gtest/gtest.h>

#include <cmath>

#include "draw/plot.h"
#include "draw/run_pictures.h"
#include "record/recorder.h"
#include "support/moving_bar.h"
#include "support/scratch_folder.h"

namespace conjac::draw {
namespace {

using testing::moving_bar;
using testing::ScratchFolder;

/// Records and draws a run of so many steps.
void run(const record::Path& folder, int steps, const RunPicturesOptions& options) {
  record::Recorder recorder(folder, {.frames = false});
  RunPictures pictures(options);
  for (int i = 0; i <= steps; ++i) {
    pictures.frame(moving_bar(2, 0.1 * i, {4, 2, 1}).view());
    if (i == 0) continue;
    StepReport report;
    report.time = 0.1 * i;
    report.energy.kinetic = i;
    recorder.step(report);
  }
  pictures.write(folder, recorder.completed({}));
}

TEST(RunPictures, AreThoseTheRunHasDataFor) {
  const ScratchFolder folder;
  run(folder.path(), 3, {.preview_panels = 2});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"energy.png", "history.csv", "preview.png"}));
}

TEST(RunPictures, ARunWithoutAStepHasNoEnergies) {
  const ScratchFolder folder;
  run(folder.path(), 0, {.preview_panels = 2});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"history.csv", "preview.png"}));
}

TEST(RunPictures, CanLeaveThePreviewOut) {
  const ScratchFolder folder;
  run(folder.path(), 2, {.preview = false});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"energy.png", "history.csv"}));
}

TEST(RunPictures, AreRemovedByTheNextRunInTheFolder) {
  const ScratchFolder folder;
  run(folder.path(), 2, {.preview_panels = 2});
  record::Recorder recorder(folder.path(), {.frames = false});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"history.csv"});
}

TEST(RunPictures, DrawLivelinessWhenTheHistoryHasIt) {
  const ScratchFolder folder;
  record::Recorder recorder(folder.path(),
                            {.frames = false, .extra_columns = {"metric_0", "active_0"}});
  for (int i = 1; i <= 100; ++i) {
    StepReport report;
    report.time = 0.01 * i;
    const double extra[] = {0.1 * std::exp(-0.05 * i), i < 50 ? 1.0 : 0.0};
    recorder.step(report, extra);
  }
  RunPictures({.preview = false, .threshold = 0.02}).write(folder.path(), recorder.completed({}));
  const Image image = read_png(folder / "liveliness.png");
  // The band: the lowest row that has the colour of the curve. Awake for the first half.
  const Color color = series_color(0);
  const auto drawn = [&](int x, int y) { return std::abs(image.at(x, y).r - color.r) < 0.01f; };
  int left = -1, right = -1;
  for (int y = image.height() - 1; y > 0 && left < 0; --y) {
    for (int x = 0; x < image.width(); ++x) {
      if (!drawn(x, y)) continue;
      if (left < 0) left = x;
      right = x;
    }
  }
  EXPECT_NEAR(right - left, 0.49 * 1060, 25);
}

}  // namespace
}  // namespace conjac::draw
