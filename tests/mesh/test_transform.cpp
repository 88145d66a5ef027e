#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "conjac/error.h"
#include "mesh/generate.h"
#include "mesh/topology.h"
#include "mesh/transform.h"

namespace conjac {
namespace {

TEST(Transform, RotationMatchesEigenAndKeepsVolumes) {
  const Mesh<3> before = box({2, 3, 2}, {1, 2, 3}, {0.3, -1, 2});
  const Vec<3> axis(1, -2, 0.5), center(4, 1, -3);
  Mesh<3> after = before;
  rotate(after, axis, center, 33);
  const Eigen::AngleAxisd turn(33 * EIGEN_PI / 180, axis.normalized());
  for (int n = 0; n < before.nodes(); ++n)
    EXPECT_LT((after.rest[n] - (center + turn * (before.rest[n] - center))).norm(), 1e-13);
  for (int e = 0; e < before.element_count(); ++e)
    EXPECT_NEAR(signed_volume(after, e), signed_volume(before, e), 1e-13);
}

TEST(Transform, QuarterTurnsAreExact) {
  Mesh<3> mesh = box({1, 1, 1}, {0.1, 0.3, 0.7});
  rotate(mesh, Vec<3>(0, 0, 5), Vec<3>::Zero(), 90);
  EXPECT_EQ(mesh.rest[1], (Vec<3>(0, 0.1, 0)));
  EXPECT_EQ(mesh.rest[2], (Vec<3>(-0.3, 0, 0)));
  rotate(mesh, Vec<3>(0, 0, -1), Vec<3>::Zero(), 360 + 90);
  EXPECT_EQ(mesh.rest[7], (Vec<3>(0.1, 0.3, 0.7)));
  Mesh<2> sheet = rectangle({1, 1}, {0.1, 0.3});
  rotate(sheet, Vec<3>(0, 0, 1), Vec<3>(0.1, 0, 9), -180);
  EXPECT_EQ(sheet.rest[0], (Vec<2>(0.2, 0)));
  EXPECT_EQ(sheet.rest[2], (Vec<2>(0.2, -0.3)));
}

TEST(Transform, ScaleAndTranslate) {
  Mesh<2> mesh = rectangle({1, 1}, {1, 2}, {1, 1});
  scale(mesh, 0.5);
  translate(mesh, Vec<2>(-1, 3));
  EXPECT_EQ(mesh.rest[0], (Vec<2>(-0.5, 3.5)));
  EXPECT_EQ(mesh.rest[3], (Vec<2>(0, 4.5)));
}

TEST(Transform, NonsenseIsRefused) {
  Mesh<2> sheet = rectangle({1, 1}, {1, 1});
  Mesh<3> block = box({1, 1, 1}, {1, 1, 1});
  EXPECT_THROW(scale(block, -1), Error);
  EXPECT_THROW(scale(block, 0), Error);
  EXPECT_THROW(scale(block, INFINITY), Error);
  EXPECT_THROW(rotate(block, Vec<3>::Zero(), Vec<3>::Zero(), 10), Error);
  EXPECT_THROW(rotate(block, Vec<3>(0, 0, 1), Vec<3>::Zero(), std::nan("")), Error);
  EXPECT_THROW(rotate(sheet, Vec<3>(1, 0, 1), Vec<3>::Zero(), 10), Error);
  EXPECT_THROW(translate(sheet, Vec<2>(0, INFINITY)), Error);
}

}  // namespace
}  // namespace conjac
