#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "record/compare_pictures.h"
#include "record/material_points.h"
#include "record/recorder.h"
#include "record/run_distance.h"
#include "support/expect_error.h"
#include "support/moving_bar.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::expect_error;
using testing::moving_bar;
using testing::ScratchFolder;

/// A motion as a function of the rest position and time, with its velocity.
struct Made {
  std::function<Vec<3>(const Vec<3>&, double)> position, velocity;
};

/// Records the bar moved in this way at these times.
void record_run(const Path& folder, int dimension, std::array<int, 3> cells,
                const std::vector<double>& times, const Made& made) {
  Recorder recorder(folder, {.preview = false});
  const Frame rest = moving_bar(dimension, 0, cells);
  const auto d = static_cast<std::size_t>(dimension);
  for (const double time : times) {
    Frame frame = rest;
    frame.time = time;
    for (std::size_t i = 0; i < rest.roles.size(); ++i) {
      Vec<3> x = Vec<3>::Zero();
      for (std::size_t k = 0; k < d; ++k) x[static_cast<int>(k)] = rest.positions[i * d + k];
      const Vec<3> p = made.position(x, time), v = made.velocity(x, time);
      for (std::size_t k = 0; k < d; ++k) {
        frame.positions[i * d + k] = p[static_cast<int>(k)];
        frame.velocities[i * d + k] = v[static_cast<int>(k)];
      }
    }
    recorder.frame(frame.view());
    if (time == times.front()) continue;
    StepReport report;
    report.time = time;
    report.energy.kinetic = time;
    recorder.step(report);
  }
  RunSummary summary;
  summary.scene = "made up";
  recorder.finish(summary);
}

/// Every direction grows along a cubic of time, affine in space.
Made affine(double amount) {
  const auto at = [amount](const Vec<3>& x, double s) -> Vec<3> {
    return x + amount * s * Vec<3>(x[1], 0.5 * x[0] - x[1], 0);
  };
  return {[at](const Vec<3>& x, double t) { return at(x, t * t * t - t); },
          [at](const Vec<3>& x, double t) -> Vec<3> { return at(x, 3 * t * t - 1) - x; }};
}

Made shifted(const Made& made, const Vec<3>& rate) {
  return {[=](const Vec<3>& x, double t) -> Vec<3> { return made.position(x, t) + t * rate; },
          [=](const Vec<3>& x, double t) -> Vec<3> { return made.velocity(x, t) + rate; }};
}

class Compare : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dim, Compare, ::testing::Values(2, 3));

TEST_P(Compare, DistanceOfAShiftedMotionIsTheShift) {
  const ScratchFolder folder;
  const std::vector<double> times{0, 0.1, 0.2, 0.3};
  const Vec<3> rate(0.3, -0.4, 0);
  record_run(folder / "a", GetParam(), {4, 2, 2}, times, affine(1));
  record_run(folder / "b", GetParam(), {4, 2, 2}, times, shifted(affine(1), rate));
  const RunDistances distances = run_distances(RunFolder(folder / "a"), RunFolder(folder / "b"));
  ASSERT_EQ(distances.rows.size(), 4u);
  EXPECT_TRUE(distances.same_mesh);
  EXPECT_EQ(distances.interpolated, 0);
  for (const RunDistance& row : distances.rows) {
    EXPECT_NEAR(row.largest, 0.5 * row.time, 1e-15);
    EXPECT_NEAR(row.mean, 0.5 * row.time, 1e-15);
  }
}

TEST_P(Compare, OneNodeOutOfPlaceIsFound) {
  const ScratchFolder folder;
  const Made still = shifted(affine(0), Vec<3>::Zero());
  const Frame rest = moving_bar(GetParam(), 0, {4, 2, 2});
  const Vec<3> corner = points_of(rest.positions, GetParam())[7];
  const Made bump{[&](const Vec<3>& x, double t) -> Vec<3> {
                    return (x - corner).norm() < 1e-12 ? Vec<3>(x[0], x[1] + 0.01 * t, x[2]) : x;
                  },
                  [](const Vec<3>&, double) -> Vec<3> { return Vec<3>::Zero(); }};
  record_run(folder / "a", GetParam(), {4, 2, 2}, {0, 1}, still);
  record_run(folder / "b", GetParam(), {4, 2, 2}, {0, 1}, bump);
  const RunDistances distances = run_distances(RunFolder(folder / "a"), RunFolder(folder / "b"));
  EXPECT_EQ(distances.rows[1].node, 7);
  EXPECT_NEAR(distances.rows[1].largest, 0.01, 1e-15);
  EXPECT_NEAR(distances.rows[1].mean, 0.01 / static_cast<double>(rest.roles.size()), 1e-15);
}

TEST_P(Compare, DifferentMeshesOfOneAffineMotionAgree) {
  const ScratchFolder folder;
  const std::vector<double> times{0, 0.25, 0.5};
  record_run(folder / "a", GetParam(), {6, 3, 3}, times, affine(0.7));
  record_run(folder / "b", GetParam(), {4, 2, 2}, times, affine(0.7));
  const RunDistances distances = run_distances(RunFolder(folder / "a"), RunFolder(folder / "b"));
  EXPECT_FALSE(distances.same_mesh);
  for (const RunDistance& row : distances.rows) EXPECT_LT(row.largest, 1e-14) << row.time;
}

TEST_P(Compare, MissingMomentsAreInterpolatedByCubics) {
  const ScratchFolder folder;
  record_run(folder / "a", GetParam(), {3, 2, 1}, {0, 0.1, 0.2, 0.35, 0.5, 0.9}, affine(1));
  record_run(folder / "b", GetParam(), {3, 2, 1}, {0, 0.3, 0.5, 0.7}, affine(1));
  const RunDistances distances = run_distances(RunFolder(folder / "a"), RunFolder(folder / "b"));
  ASSERT_EQ(distances.rows.size(), 5u);  // 0.9 s is beyond B
  EXPECT_EQ(distances.interpolated, 3);
  for (const RunDistance& row : distances.rows) EXPECT_LT(row.largest, 1e-14) << row.time;
}

TEST(CompareErrors, SayWhatIsWrong) {
  const ScratchFolder folder;
  record_run(folder / "a", 3, {4, 2, 2}, {0, 0.1}, affine(1));
  record_run(folder / "flat", 2, {4, 2, 2}, {0, 0.1}, affine(1));
  record_run(folder / "thick", 3, {4, 4, 4}, {0, 0.1}, affine(1));
  record_run(folder / "late", 3, {4, 2, 2}, {0.5, 0.6}, affine(1));
  const RunFolder a(folder / "a");
  expect_error(ErrorKind::bad_input, "in the plane",
               [&] { run_distances(a, RunFolder(folder / "flat")); });
  expect_error(ErrorKind::bad_input, "not show the same body",
               [&] { run_distances(a, RunFolder(folder / "thick")); });
  expect_error(ErrorKind::bad_input, "no time in common",
               [&] { run_distances(a, RunFolder(folder / "late")); });
  expect_error(ErrorKind::bad_input, "no such folder", [&] { RunFolder(folder / "nothing"); });
  create_folder(folder / "empty");
  expect_error(ErrorKind::bad_input, "no history.csv", [&] { RunFolder(folder / "empty"); });
  std::filesystem::remove(folder / "late/frames.pvd");
  expect_error(ErrorKind::bad_input, "recorded no frames", [&] { RunFolder(folder / "late"); });
  folder.put("a/summary.json", "[]");
  expect_error(ErrorKind::bad_input, "not a summary", [&] { RunFolder(folder / "a"); });
}

TEST(CompareKilledRun, HasNoFactsButAMotion) {
  const ScratchFolder folder;
  record_run(folder / "a", 2, {4, 2, 1}, {0, 0.1}, affine(1));
  std::filesystem::remove(folder / "a/summary.json");
  const RunFolder run(folder / "a");
  EXPECT_EQ(run.facts().status, "");
  EXPECT_EQ(run.history().rows(), 1u);
}

/// Whether a picture shows anything but white in this part of it.
bool drawn(const Image& image, double left, double top, double right, double bottom) {
  for (int y = static_cast<int>(top * image.height()); y < bottom * image.height(); ++y)
    for (int x = static_cast<int>(left * image.width()); x < right * image.width(); ++x)
      if (image.at(x, y).r < 0.6f) return true;
  return false;
}

TEST(ComparePictures, ShowBothRuns) {
  const ScratchFolder folder;
  const std::vector<double> times{0, 0.1, 0.2};
  record_run(folder / "a", 2, {8, 2, 1}, times, affine(1));
  record_run(folder / "b", 2, {8, 2, 1}, times, shifted(affine(1), {0.01, 0, 0}));
  const RunFolder a(folder / "a"), b(folder / "b");
  const RunNames names{"one", "other"};
  const Image sheet = side_by_side(a, b, names);
  EXPECT_TRUE(drawn(sheet, 0.05, 0.1, 0.45, 0.9));
  EXPECT_TRUE(drawn(sheet, 0.55, 0.1, 0.95, 0.9));
  EXPECT_TRUE(drawn(energies_plot(a.history(), b.history(), names), 0.1, 0.2, 0.9, 0.9));
  EXPECT_TRUE(drawn(distance_plot(run_distances(a, b).rows, names), 0.1, 0.2, 0.9, 0.9));
  EXPECT_GT(stages_chart(a.facts(), b.facts(), names).width(), 100);
}

}  // namespace
}  // namespace conjac::record
