#include "draw/seen_surface.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/small_recording.h"

namespace conjac::draw {
namespace {

TEST(SeenSurface, AnAffineMotionCarriesSkinAndNormals) {
  SkinView given;
  given.nodes = {{0, 1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4}};
  given.weights = {{0.25, 0.25, 0.25, 0.25}, {0, 0, 0, 1}, {-0.5, 0.5, 0.5, 0.5}};
  given.normals = {{0, 0, 1}, {0, 0.6, 0.8}, {1, 0, 0}};
  given.triangles = {{0, 1, 2}};
  given.bare = {{1, 2, 4}};
  const record::Stage stage("a", testing::small_recording(&given));
  const auto body = stage.moment(0).body;
  const SeenSurface seen(*body);
  EXPECT_TRUE(seen.carried);
  EXPECT_EQ(seen.vertices(), 6u);  // three of the skin, three of the bare triangle
  EXPECT_EQ(seen.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(seen.elements, (std::vector<int>{0, 1}));
  Eigen::Matrix3d A;
  A << 1.3, 0.2, -0.1, 0.4, 0.7, 0.3, -0.2, 0.5, 1.1;
  for (const double sign : {1.0, -1.0}) {  // and mirrored: the outside stays outside
    Eigen::Matrix3d F = A;
    F.row(0) *= sign;
    std::vector<Vec<3>> moved;
    for (const Vec<3>& p : body->rest) moved.push_back(F * p + Vec<3>(1, 2, 3));
    const std::vector<Vec<3>> rest = seen.positions(body->rest), now = seen.positions(moved);
    const std::vector<Vec<3>> normals = seen.normals(moved, now);
    for (std::size_t v = 0; v < 3; ++v) {
      EXPECT_LT((now[v] - F * rest[v] - Vec<3>(1, 2, 3)).norm(), 1e-6);
      const Vec<3> n(given.normals[v][0], given.normals[v][1], given.normals[v][2]);
      const Vec<3> turned = sign * (F.inverse().transpose() * n).normalized();
      EXPECT_LT((normals[v] - turned).norm(), 1e-6);
    }
  }
  EXPECT_EQ(seen.value(1, {1, 2, 3, 4, 5}), 5.0f);
  EXPECT_EQ(seen.value(2, {1, 2, 3, 4, 5}), 4.0f);  // the mean of 3, 4 and 5: none below zero
}

TEST(SeenSurface, WithoutASkinItIsTheBodysOwn) {
  const record::Stage stage("a", testing::small_recording());
  const record::Moment moment = stage.moment(1);
  const SeenSurface seen(*moment.body);
  EXPECT_FALSE(seen.carried);
  EXPECT_EQ(seen.vertices(), 5u);
  EXPECT_EQ(seen.elements, moment.body->triangle_elements);
  const std::vector<Vec<3>> positions = seen.positions(moment.positions);
  for (std::size_t t = 0; t < seen.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(positions[seen.triangles[t][k]], moment.positions[moment.body->triangles[t][k]]);
}

}  // namespace
}  // namespace conjac::draw
