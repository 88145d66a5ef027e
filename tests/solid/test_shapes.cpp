#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "solid/shapes.h"
#include "support/cube_surface.h"
#include "support/expect_error.h"

namespace conjac {
namespace {

using Eigen::Vector3d;

struct Case {
  const char* name;
  Shape shape;
};

std::vector<Case> shapes() {
  return {{"half space", HalfSpace{}},
          {"ball", Ball{0.7}},
          {"brick", Brick{{0.5, 0.8, 0.3}}},
          {"capsule", Capsule{0.4, 0.6}},
          {"cylinder", Cylinder{0.4, 0.6}},
          {"grid", GridSolid{std::make_shared<DistanceGrid>(test::cube_surface(1.0), 24)}}};
}

Vector3d random_point(std::mt19937& rng, double size = 1.0) {
  std::uniform_real_distribution<double> uniform(-size, size);
  return {uniform(rng), uniform(rng), uniform(rng)};
}

TEST(Shapes, GradientIsThatOfTheDistance) {
  std::mt19937 rng(1);
  const double e = 1e-6;
  for (const Case& one : shapes()) {
    int checked = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const Vector3d p = random_point(rng);
      const Distance d = distance(one.shape, p);
      if (!std::isfinite(d.gap)) continue;
      Vector3d quotient;
      bool smooth = true;
      for (int c = 0; c < 3; ++c) {
        const Distance up = distance(one.shape, p + e * Vector3d::Unit(c));
        const Distance down = distance(one.shape, p - e * Vector3d::Unit(c));
        quotient[c] = (up.gap - down.gap) / (2 * e);
        smooth &= (up.gradient - down.gradient).norm() < 1e-3;  // not across a crease
      }
      if (!smooth) continue;
      ++checked;
      EXPECT_LT((quotient - d.gradient).norm(), 1e-5) << one.name << " at " << p.transpose();
    }
    EXPECT_GT(checked, 50) << one.name;
  }
}

TEST(Shapes, KnownDistances) {
  EXPECT_NEAR(distance(Ball{0.5}, {0, 2, 0}).gap, 1.5, 1e-15);
  EXPECT_NEAR(distance(Brick{{1, 2, 3}}, {0.9, 0, 0}).gap, -0.1, 1e-15);
  EXPECT_NEAR(distance(Brick{{1, 2, 3}}, {4, 6, 3}).gap, 5, 1e-15);  // 3-4-5 from an edge
  EXPECT_NEAR(distance(Capsule{0.25, 1}, {0.5, 0, 0.3}).gap, 0.25, 1e-15);
  EXPECT_NEAR(distance(Capsule{0.25, 1}, {0, 0, 2}).gap, 0.75, 1e-15);
  EXPECT_NEAR(distance(HalfSpace{}, {5, 6, -0.2}).gap, -0.2, 1e-15);
  EXPECT_NEAR(distance(Cylinder{1, 2}, {0.9, 0, 0}).gap, -0.1, 1e-15);
  EXPECT_NEAR(distance(Cylinder{1, 2}, {0, 0, -1.8}).gap, -0.2, 1e-15);
  EXPECT_NEAR(distance(Cylinder{1, 2}, {0, 4, 6}).gap, 5, 1e-15);  // 3-4-5 from a rim
}

TEST(Shapes, FeaturesLieAsDeepAsTheirRadius) {
  for (bool planar : {false, true})
    for (const Case& one : shapes())
      for (const Feature& feature : features(one.shape, planar)) {
        EXPECT_NEAR(distance(one.shape, feature.point).gap, -feature.radius, 1e-15) << one.name;
      }
}

/// Enclosed by triangles that face outward.
double volume(const SolidView& view) {
  const auto corner = [&](int k) {
    return Eigen::Map<const Vector3d>(view.positions.data() + 3 * static_cast<Eigen::Index>(k));
  };
  double sum = 0;
  for (std::size_t t = 0; t + 2 < view.triangles.size(); t += 3)
    sum += corner(view.triangles[t])
               .cross(corner(view.triangles[t + 1]))
               .dot(corner(view.triangles[t + 2])) /
           6;
  return sum;
}

TEST(Shapes, WhatIsDrawnAsTrianglesIsTheSolid) {
  const SolidCylinder spec{{0.2, 0, 0}, {0.2, 0.5, 0.3}, 0.1};
  const SolidView view = solid_view(spec);
  ASSERT_EQ(view.kind, SolidKind::mesh);
  const double whole = unit_density(spec, false).mass;
  EXPECT_NEAR(volume(view), whole, 0.01 * whole);  // 32 facets instead of a circle: 0.6 %
  const Shape shape = placed(spec, 3).shape;
  for (std::size_t i = 0; i < view.positions.size(); i += 3)
    EXPECT_NEAR(distance(shape, Vector3d(view.positions.data() + i)).gap, 0, 1e-15);
}

TEST(Shapes, InThePlaneACylinderIsARectangle) {
  const PlacedShape at = placed(SolidCylinder{{0, 0, 0}, {3, 4, 0}, 0.5}, 2);
  const auto gap = [&](double along, double across) {
    const Vector3d p(0.6 * along - 0.8 * across, 0.8 * along + 0.6 * across, 0);
    return distance(at.shape, at.pose.to_local(p)).gap;
  };
  EXPECT_NEAR(gap(2.5, 0.5), 0, 1e-14);
  EXPECT_NEAR(gap(2.5, -1.5), 1, 1e-14);
  EXPECT_NEAR(gap(8, 4.5), 5, 1e-14);
  for (const Feature& feature : features(at.shape, true))
    EXPECT_NEAR(at.pose.to_world(feature.point).z(), 0, 1e-14);
}

TEST(Shapes, GridFollowsTheSurface) {
  // Against the closed form of the same cube: trilinear interpolation is exact but near creases.
  const DistanceGrid grid(test::cube_surface(1.0), 32);
  std::mt19937 rng(2);
  for (int trial = 0; trial < 500; ++trial) {
    const Vector3d p = random_point(rng, 0.53);
    double gap = HUGE_VAL;
    Vector3d gradient;
    grid.sample(p, gap, gradient);
    const Distance exact = distance(Brick{{0.5, 0.5, 0.5}}, p);
    EXPECT_NEAR(gap, exact.gap, 0.5 * grid.spacing());
    if (std::abs(gap) > grid.spacing()) {
      EXPECT_EQ(gap < 0, exact.gap < 0);
    }
  }
}

TEST(Shapes, OpenSurfaceIsRefused) {
  TriangleSurface open = test::cube_surface(1.0);
  open.triangles.pop_back();
  testing::expect_error(ErrorKind::bad_input, "not closed", [&] { DistanceGrid grid(open, 16); });
}

}  // namespace
}  // namespace conjac
