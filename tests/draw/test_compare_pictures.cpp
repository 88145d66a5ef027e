#include <gtest/gtest.h>

#include "draw/compare_pictures.h"
#include "record/run_distance.h"
#include "support/recorded_run.h"
#include "support/scratch_folder.h"

namespace conjac::draw {
namespace {

using testing::affine;
using testing::record_run;
using testing::ScratchFolder;
using testing::shifted;

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
  const record::RunFolder a(folder / "a"), b(folder / "b");
  const RunNames names{"one", "other"};
  const Image sheet = side_by_side(a, b, names);
  EXPECT_TRUE(drawn(sheet, 0.05, 0.1, 0.45, 0.9));
  EXPECT_TRUE(drawn(sheet, 0.55, 0.1, 0.95, 0.9));
  EXPECT_TRUE(drawn(energies_plot(a.history(), b.history(), names), 0.1, 0.2, 0.9, 0.9));
  EXPECT_TRUE(drawn(distance_plot(run_distances(a, b).rows, names), 0.1, 0.2, 0.9, 0.9));
  EXPECT_GT(stages_chart(a.facts(), b.facts(), names).width(), 100);
}

}  // namespace
}  // namespace conjac::draw
