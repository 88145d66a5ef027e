#include <gtest/gtest.h>

#include <random>

#include "core/sequence_time.h"
#include "solid/moving_surface.h"
#include "solid/shapes.h"
#include "support/cube_surface.h"

namespace conjac {
namespace {

VectorXd flat(const std::vector<Vec<3>>& points, double scale, const Vec<3>& shift) {
  VectorXd x(static_cast<Eigen::Index>(points.size()) * 3);
  for (std::size_t i = 0; i < points.size(); ++i)
    x.segment<3>(static_cast<Eigen::Index>(i) * 3) = scale * points[i] + shift;
  return x;
}

MovingSurface::Plan cubes(bool repeat) {
  const TriangleSurface cube = test::cube_surface(1.0);
  return {.start = 0.5,
          .interval = 0.1,
          .repeat = repeat,
          .shapes = {flat(cube.points, 1, {0, 0, 0}), flat(cube.points, 1, {0, 0.2, 0}),
                     flat(cube.points, 3, {0.2, 0.2, 0})},
          .triangles = cube.triangles};
}

TEST(MovingSurface, MomentsLieBetweenTheShapesBesideThem) {
  const auto at = [](double time, bool repeat) {
    return sequence_moment(0.5, 0.1, repeat, 3, time);
  };
  const auto expect = [](const SequenceMoment& moment, int from, int to, double share) {
    EXPECT_EQ(moment.from, from);
    EXPECT_EQ(moment.to, to);
    EXPECT_NEAR(moment.share, share, 1e-12);
  };
  for (bool repeat : {false, true}) {
    expect(at(-1, repeat), 0, 0, 0);
    expect(at(0.5, repeat), 0, 0, 0);
    expect(at(0.525, repeat), 0, 1, 0.25);
    expect(at(0.675, repeat), 1, 2, 0.75);
  }
  expect(at(0.71, false), 2, 2, 0);
  expect(at(99, false), 2, 2, 0);
  expect(at(0.775, true), 2, 0, 0.75);                  // on the way back to the first
  expect(at(0.5 + 0.3 * 7 + 0.025, true), 0, 1, 0.25);  // seven rounds later
}

/// Against the box in closed form, inside and outside, at several moments.
TEST(MovingSurface, DistanceIsThatOfTheShapeAsItIsNow) {
  MovingSurface surface(cubes(false));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  for (double time : {0.0, 0.55, 0.6, 0.67, 2.0}) {
    surface.move(time, 0);
    const auto [from, to, share] = sequence_moment(0.5, 0.1, false, 3, time);
    const double scales[] = {1, 1, 3};
    const double scale = scales[from] + share * (scales[to] - scales[from]);
    Vec<3> center = Vec<3>::Zero();
    for (Eigen::Index i = 0; i < 8; ++i) center += surface.positions().segment<3>(3 * i) / 8;
    SolidBox box{{center[0], center[1], center[2]}, {scale, scale, scale}, {}};
    const auto placed = Brick::place(box, 3);
    for (int k = 0; k < 200; ++k) {
      const Vec<3> p = center + Vec<3>(uniform(random), uniform(random), uniform(random)) * scale;
      const Distance expected = placed.shape.distance(placed.pose.to_local(p));
      const Distance found = surface.distance(p);
      ASSERT_NEAR(found.gap, expected.gap, 1e-12 * scale) << "at " << time;
      if (std::abs(found.gap) > 1e-9) {
        ASSERT_NEAR(found.gradient.norm(), 1, 1e-12);
        const Distance ahead = surface.distance(p + 1e-6 * found.gradient);
        ASSERT_NEAR((ahead.gap - found.gap) / 1e-6, 1, 1e-4);
      }
    }
  }
}

TEST(MovingSurface, VelocityIsThatOfTheNearestPlace) {
  MovingSurface surface(cubes(false));
  EXPECT_FALSE(surface.move(0.3, 0.01));  // it stands before its start
  EXPECT_TRUE(surface.move(0.55, 0.01));
  const Vec<3> above(0.3, 1.4, 0.4);
  EXPECT_LT((surface.velocity(above) - Vec<3>(0, 2, 0)).norm(), 1e-10);
  EXPECT_FALSE(surface.move(5, 0.01));
  EXPECT_EQ(surface.velocity(above).norm(), 0);
  // Back to an earlier moment: as if it had never been later.
  surface.move(0.55, 0.01);
  EXPECT_LT((surface.velocity(above) - Vec<3>(0, 2, 0)).norm(), 1e-10);
}

}  // namespace
}  // namespace conjac
