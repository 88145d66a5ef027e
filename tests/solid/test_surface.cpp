#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <random>

#include "solid/surface.h"
#include "support/cube_surface.h"

namespace conjac {
namespace {

/// A cube whose points were shaken, so that no two triangles are alike.
struct Shaken {
  std::vector<std::array<int, 3>> triangles = test::cube_surface(1.0).triangles;
  VectorXd x;
  explicit Shaken(unsigned seed) {
    const auto points = test::cube_surface(1.0).points;
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    x.resize(24);
    for (int i = 0; i < 24; ++i) x[i] = points[i / 3][i % 3] + uniform(rng);
  }
};

/// Solid angle of the surface seen from p over 4 pi (van Oosterom and Strackee): 1 inside, 0 out.
double winding(const Shaken& s, const Vec<3>& p) {
  double sum = 0;
  for (const auto& t : s.triangles) {
    const Vec<3> a = s.x.segment<3>(3 * t[0]) - p, b = s.x.segment<3>(3 * t[1]) - p,
                 c = s.x.segment<3>(3 * t[2]) - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)),
                          la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (4 * M_PI);
}

TEST(Surface, NearestAgreesWithSamplesAndSideWithTheSolidAngle) {
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> uniform(-0.9, 0.9), share(0, 1);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Shaken s(seed);
    const Surface<3> surface(s.triangles, s.x);
    EXPECT_TRUE(surface.closed());
    for (int trial = 0; trial < 200; ++trial) {
      const Vec<3> p(uniform(rng), uniform(rng), uniform(rng));
      const auto found = surface.nearest(s.x, p, HUGE_VAL);
      ASSERT_GE(found.facet, 0);
      // No point of any triangle may be nearer.
      for (const auto& t : s.triangles)
        for (int k = 0; k < 20; ++k) {
          double a = share(rng), b = share(rng);
          if (a + b > 1) a = 1 - a, b = 1 - b;
          const Vec<3> q = (1 - a - b) * s.x.segment<3>(3 * t[0]) + a * s.x.segment<3>(3 * t[1]) +
                           b * s.x.segment<3>(3 * t[2]);
          EXPECT_GE((q - p).squaredNorm(), found.place.squared * (1 - 1e-12));
        }
      EXPECT_EQ(surface.side(s.x, found, p) < 0, winding(s, p) > 0.5);
    }
  }
}

// Boxes follow, and what is out of reach is not found.
TEST(Surface, NearestWithinReachIsThatOfAllFacets) {
  Shaken s(9);
  Surface<3> surface(s.triangles, s.x);
  s.x *= 1.7;  // deformed since
  surface.refit(s.x);
  std::mt19937 rng(4);
  std::uniform_real_distribution<double> uniform(-1.2, 1.2);
  int within = 0, beyond = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec<3> p(uniform(rng), uniform(rng), uniform(rng));
    double nearest = HUGE_VAL;
    for (int f = 0; f < static_cast<int>(s.triangles.size()); ++f)
      nearest = std::min(nearest, surface.on_facet(s.x, f, p).squared);
    const auto found = surface.nearest(s.x, p, 0.3);
    (nearest <= 0.09 ? within : beyond) += 1;
    ASSERT_EQ(found.facet >= 0, nearest <= 0.09);
    if (found.facet >= 0) {
      EXPECT_EQ(found.place.squared, nearest);
    }
  }
  EXPECT_GT(within, 20);
  EXPECT_GT(beyond, 20);
}

TEST(Surface, SquareInThePlane) {
  VectorXd x(8);
  x << 0, 0, 1, 0, 1, 1, 0, 1;
  const Surface<2> square({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, x);
  EXPECT_TRUE(square.closed());
  for (const auto& [p, inside] : {std::pair(Vec<2>(0.5, 0.1), true),
                                  {Vec<2>(0.9, 0.5), true},
                                  {Vec<2>(1.1, 1.1), false},
                                  {Vec<2>(-0.2, 0.5), false}}) {
    const auto found = square.nearest(x, p, HUGE_VAL);
    EXPECT_EQ(square.side(x, found, p) < 0, inside);
  }
}

/// Two tetrahedra that share the edge (0, 1), one on each side of it: a point is inside when it is
/// inside of either.
TEST(Surface, WedgesThatTouchAlongAnEdgeAreAskedOneByOne) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  for (double opening : {0.3, 0.6, 1.2}) {
    VectorXd x(18);
    x << 0, 0, -1, 0, 0, 1,               // the edge
        1, opening, 0, 1, -opening, 0,    // one wedge opens to +x
        -1, -opening, 0, -1, opening, 0;  // the other to -x
    const auto tetrahedron = [](int a, int b, int c, int d) {
      return std::vector<std::array<int, 3>>{{a, c, b}, {a, b, d}, {a, d, c}, {b, c, d}};
    };
    const auto one = tetrahedron(0, 1, 3, 2), two = tetrahedron(0, 1, 5, 4);
    std::vector<std::array<int, 3>> both = one;
    both.insert(both.end(), two.begin(), two.end());
    const Surface<3> first(one, x), second(two, x), surface(both, x);
    EXPECT_TRUE(surface.closed());
    int inside = 0, on_the_edge = 0;
    for (int trial = 0; trial < 2000; ++trial) {
      const Vec<3> p(uniform(rng), uniform(rng), uniform(rng));
      const bool expected = first.winding(x, p) > 0.5 || second.winding(x, p) > 0.5;
      const auto found = surface.nearest(x, p, HUGE_VAL);
      EXPECT_EQ(surface.side(x, found, p) < 0, expected);
      inside += expected;
      on_the_edge += found.place.point.head<2>().norm() < 1e-12;
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(on_the_edge, 10);
  }
}

/// A block with two hollows that meet at one vertex, from opposite sides: two fans of facets around
/// it, and a point in either hollow is outside.
TEST(Surface, HollowsThatMeetAtAVertexAreOutside) {
  VectorXd x(3 * 9);
  const double a = 0.6;
  x << -1, -a, -a, -1, a, -a, -1, a, a, -1, -a, a,  // the mouth of one hollow, at x = -1
      1, -a, -a, 1, a, -a, 1, a, a, 1, -a, a,       // of the other
      0, 0, 0;
  std::vector<std::array<int, 3>> facets;
  const int tip = 8;
  for (int k = 0; k < 4; ++k) {
    const int l = (k + 1) % 4;
    facets.push_back({l, k, tip});  // outward is into the hollow
    facets.push_back({4 + k, 4 + l, tip});
    facets.push_back({k, l, 4 + k});  // the four sides of the block
    facets.push_back({l, 4 + l, 4 + k});
  }
  const Surface<3> surface(facets, x);
  ASSERT_TRUE(surface.closed());
  EXPECT_GT(surface.winding(x, {0, 0.3, 0}), 0.5);
  std::mt19937 rng(6);
  std::uniform_real_distribution<double> uniform(-1.2, 1.2);
  int outside = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Vec<3> p(uniform(rng), 0.5 * uniform(rng), 0.5 * uniform(rng));
    const auto found = surface.nearest(x, p, HUGE_VAL);
    const bool inside = surface.winding(x, p) > 0.5;
    EXPECT_EQ(surface.side(x, found, p) < 0, inside);
    outside += !inside;
  }
  // From inside of a hollow with flat sides the tip is never the nearest place; but for the side it
  // is asked all the same when that place is given.
  EXPECT_GT(outside, 100);
  typename Surface<3>::Nearest tip_place;
  tip_place.facet = 0;
  tip_place.place.weights = {0, 0, 1};
  tip_place.place.point.setZero();
  EXPECT_GE(surface.side(x, tip_place, {-0.3, 0, 0}), 0);
  EXPECT_GE(surface.side(x, tip_place, {0.3, 0, 0}), 0);
  EXPECT_LT(surface.side(x, tip_place, {0, 0.2, 0}), 0);
}

TEST(Surface, WindingCountsInThePlaneToo) {
  VectorXd x(8);
  x << 0, 0, 1, 0, 1, 1, 0, 1;
  const Surface<2> square({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, x);
  EXPECT_NEAR(square.winding(x, {0.3, 0.6}), 1, 1e-12);
  EXPECT_NEAR(square.winding(x, {1.3, 0.6}), 0, 1e-12);
}

}  // namespace
}  // namespace conjac
