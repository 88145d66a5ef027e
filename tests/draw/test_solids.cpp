#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "draw/skin.h"
#include "draw/stage_solids.h"
#include "support/moving_bar.h"

namespace conjac::draw {
namespace {

TEST(StageSolid, VolumesAreThoseOfTheSolids) {
  const auto volume = [](const StageSolid& solid) {
    double sum = 0;
    for (const auto& t : solid.mesh.triangles) {
      const auto at = [&](int i) { return solid.mesh.positions[static_cast<std::size_t>(t[i])]; };
      sum += at(0).dot(at(1).cross(at(2))) / 6;
    }
    return sum;
  };
  const auto solids = stage_solids(
      R"({"solids":[{"kind":"box","half":[1,2,3]},{"kind":"sphere","radius":2},)"
      R"({"kind":"capsule","radius":1,"half_length":3,"role":"bone"},{"kind":"half_space"},)"
      R"({"kind":"mesh","positions":[0,0,0,1,0,0,0,1,0],"triangles":[0,1,2,0,1,7]},)"
      R"({"kind":"unheard of"},{"kind":"box","half":"wide"}]})",
      5);
  ASSERT_EQ(solids.size(), 7u);
  EXPECT_NEAR(volume(solids[0]), 48, 1e-9);
  EXPECT_NEAR(volume(solids[1]) / (4 * M_PI / 3 * 8), 1, 0.03);
  EXPECT_NEAR(volume(solids[2]) / (4 * M_PI / 3 + 6 * M_PI), 1, 0.03);
  EXPECT_TRUE(solids[2].bone);
  EXPECT_TRUE(solids[3].half_space);
  EXPECT_EQ(solids[4].mesh.triangles.size(), 1u);  // the other names a corner that is not there
  EXPECT_TRUE(solids[5].mesh.positions.empty());
  EXPECT_TRUE(solids[6].mesh.positions.empty());
  const record::SolidPose turned{{1, 0, 0}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}};  // x becomes y
  EXPECT_LT((in_place(solids[4], turned, 0)[1] - Vec<3>(1, 1, 0)).norm(), 1e-12);
}

/// One of each kind that a preview shows.
std::vector<SolidView> views() {
  std::vector<SolidView> solids(3);
  solids[0].kind = SolidKind::box;
  solids[0].half = {1, 2, 3};
  solids[1].kind = SolidKind::sphere;
  solids[1].radius = 2;
  solids[2].kind = SolidKind::capsule;
  solids[2].radius = 1;
  solids[2].half_length = 3;
  return solids;
}

// A preview draws what a rendering and a comparison draw, where the solid is.
TEST(SolidMesh, IsTheSameInAPreviewAndInARendering) {
  const auto rendered =
      stage_solids(R"({"solids":[{"kind":"box","half":[1,2,3]},{"kind":"sphere","radius":2},)"
                   R"({"kind":"capsule","radius":1,"half_length":3}]})",
                   0);
  const record::SolidPose pose{{0.5, -1, 2}, {0.1, 0.5, -0.5, 0.7}};
  record::Frame frame = testing::moving_bar(3, 0, {2, 1, 1});
  frame.solids = views();
  Skin expected = skin_of(testing::moving_bar(3, 0, {2, 1, 1}).view());
  for (std::size_t i = 0; i < 3; ++i) {
    frame.solids[i].position = pose.position;
    frame.solids[i].rotation = pose.rotation;
    add_solid(expected, in_place(rendered[i], pose, 0), rendered[i].mesh.triangles);
  }
  const Skin skin = skin_of(frame.view());
  EXPECT_FALSE(skin.solid_positions.empty());
  EXPECT_EQ(skin.solid_positions, expected.solid_positions);
  EXPECT_EQ(skin.solid_triangles, expected.solid_triangles);
}

// In the plane a solid is its outline: as large as itself, and behind the body.
TEST(SolidMesh, IsFlatInThePlane) {
  record::Frame frame = testing::moving_bar(2, 0, {2, 1, 1});
  frame.solids = {views()[2]};
  frame.solids[0].rotation = {0, std::sqrt(0.5), 0, std::sqrt(0.5)};  // its z along x
  const Skin skin = skin_of(frame.view());
  Vec<3> low = Vec<3>::Constant(9), high = -low;
  for (const Vec<3>& p : skin.solid_positions) low = low.cwiseMin(p), high = high.cwiseMax(p);
  EXPECT_LT((high - Vec<3>(4, 1, -1e-6)).norm(), 1e-12);
  EXPECT_LT((low - Vec<3>(-4, -1, -1e-6)).norm(), 1e-12);
}

}  // namespace
}  // namespace conjac::draw
