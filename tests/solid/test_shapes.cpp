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
