#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "mesh/generate.h"
#include "mesh/quality.h"

namespace conjac {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

template <int Dim>
Mesh<Dim> single(const std::array<Vec<Dim>, Dim + 1>& points) {
  Mesh<Dim> mesh;
  for (const Vec<Dim>& p : points) mesh.rest.push_back(p);
  std::array<int, Dim + 1> nodes;
  for (int i = 0; i <= Dim; ++i) nodes[i] = i;
  mesh.elements = {nodes};
  mesh.region = {0};
  return mesh;
}

// acos(1/3): the dihedral angle of the regular tetrahedron.
TEST(Quality, RegularTetrahedron) {
  const auto q =
      element_quality(single<3>({{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}}), 0);
  EXPECT_NEAR(q.smallest_angle, std::acos(1.0 / 3) / kDegree, 1e-12);
  EXPECT_NEAR(q.largest_angle, std::acos(1.0 / 3) / kDegree, 1e-12);
  EXPECT_NEAR(q.radius_ratio, 1, 1e-14);
}

// Corner of a cube: three right angles, three of acos(1/sqrt 3); r = 1/(3 + sqrt 3), R = sqrt(3)/2.
TEST(Quality, CornerOfACube) {
  const auto q = element_quality(single<3>({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}), 0);
  EXPECT_NEAR(q.smallest_angle, std::acos(1 / std::sqrt(3.0)) / kDegree, 1e-12);
  EXPECT_NEAR(q.largest_angle, 90, 1e-12);
  EXPECT_NEAR(q.radius_ratio, 3 / (3 + std::sqrt(3.0)) / (std::sqrt(3.0) / 2), 1e-14);
}

// The sliver: four points near the equator of a ball, every other one lifted by 2e. Two opposite
// edges of length 2 cross at right angles at the distance 2e, and the dihedral angle along them is
// 180 degrees - 2 atan 2e.
TEST(Quality, Sliver) {
  for (const double e : {0.1, 1e-2, 1e-4, 1e-6}) {
    const auto q =
        element_quality(single<3>({{{1, 0, -e}, {0, 1, e}, {-1, 0, -e}, {0, -1, e}}}), 0);
    EXPECT_NEAR(q.largest_angle, 180 - 2 * std::atan(2 * e) / kDegree, 1e-8);
    // The area of each side, V = 2 * 2 * 2 e / 6, R^2 = 1 + e^2.
    const double area = std::sqrt(1 + 4 * e * e), volume = 8 * e / 6;
    EXPECT_NEAR(q.radius_ratio, 3 * (3 * volume / (4 * area)) / std::sqrt(1 + e * e),
                1e-10 * q.radius_ratio);
  }
}

TEST(Quality, Triangles) {
  const auto regular = element_quality(single<2>({{{0, 0}, {1, 0}, {0.5, std::sqrt(0.75)}}}), 0);
  EXPECT_NEAR(regular.smallest_angle, 60, 1e-12);
  EXPECT_NEAR(regular.largest_angle, 60, 1e-12);
  EXPECT_NEAR(regular.radius_ratio, 1, 1e-14);
  // 3-4-5: r = 1, R = 5/2.
  const auto right = element_quality(single<2>({{{0, 0}, {4, 0}, {0, 3}}}), 0);
  EXPECT_NEAR(right.smallest_angle, std::atan2(3.0, 4.0) / kDegree, 1e-12);
  EXPECT_NEAR(right.largest_angle, 90, 1e-12);
  EXPECT_NEAR(right.radius_ratio, 2 * 1 / 2.5, 1e-14);
}

// Size, place, orientation in space and numbering do not matter.
TEST(Quality, Invariant) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  const std::array<Vec<3>, 4> points{Vec<3>(0, 0, 0), Vec<3>(1, 0.1, 0), Vec<3>(0.3, 0.8, -0.1),
                                     Vec<3>(0.2, 0.4, 0.7)};
  const auto expected = element_quality(single<3>(points), 0);
  for (int round = 0; round < 20; ++round) {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(number(random), number(random), number(random), number(random))
            .normalized();
    const Vec<3> shift(number(random), number(random), number(random));
    std::array<Vec<3>, 4> moved;
    for (int i = 0; i < 4; ++i) moved[i] = 1e-3 * (turn * points[i] + shift);
    std::swap(moved[0], moved[1]);
    std::swap(moved[2], moved[3]);
    const auto q = element_quality(single<3>(moved), 0);
    EXPECT_NEAR(q.smallest_angle, expected.smallest_angle, 1e-9);
    EXPECT_NEAR(q.largest_angle, expected.largest_angle, 1e-9);
    EXPECT_NEAR(q.radius_ratio, expected.radius_ratio, 1e-11);
  }
}

// Six tetrahedra around the diagonal of each cube: 45 to 90 degrees.
TEST(Quality, BoxOfCubes) {
  const auto all = mesh_quality(box({2, 3, 2}, {2, 3, 2}));
  EXPECT_EQ(all.size(), 72u);
  for (const auto& q : all) {
    EXPECT_NEAR(q.smallest_angle, 45, 1e-10);
    EXPECT_NEAR(q.largest_angle, 90, 1e-10);
  }
}

TEST(Quality, Hinges) {
  EXPECT_EQ(side_connected_pieces(box({2, 2, 2}, {1, 1, 1})), 1);
  // Two tetrahedra that share an edge only.
  Mesh<3> hinge;
  hinge.rest = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}};
  hinge.elements = {{0, 2, 3, 1}, {0, 4, 5, 1}};
  hinge.region = {0, 0};
  EXPECT_EQ(side_connected_pieces(hinge), 2);
  Mesh<2> corner;
  corner.rest = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  corner.elements = {{0, 1, 2}, {0, 3, 4}};
  corner.region = {0, 0};
  EXPECT_EQ(side_connected_pieces(corner), 2);
}

}  // namespace
}  // namespace conjac
