#include <gtest/gtest.h>

#include <cmath>

#include "record/material_points.h"
#include "record/run_distance.h"
#include "support/expect_error.h"
#include "support/recorded_run.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::affine;
using testing::expect_error;
using testing::Made;
using testing::moving_bar;
using testing::record_run;
using testing::ScratchFolder;
using testing::shifted;

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

}  // namespace
}  // namespace conjac::record
