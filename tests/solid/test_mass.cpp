#include <gtest/gtest.h>

#include <functional>

#include "solid/shapes.h"

namespace conjac {
namespace {

using Point = Eigen::Vector3d;

/// Sums over a grid of small cells; `z` cells across are one in the plane.
MassProperties counted(const std::function<bool(const Point&)>& inside, double reach, int cells,
                       bool planar) {
  MassProperties sum;
  const double d = 2 * reach / cells, volume = planar ? d * d : d * d * d;
  std::vector<MassProperties> points;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < (planar ? 1 : cells); ++k) {
        Point p(-reach + (i + 0.5) * d, -reach + (j + 0.5) * d, -reach + (k + 0.5) * d);
        if (planar) p.z() = 0;
        if (!inside(p)) continue;
        points.push_back({volume, p, Eigen::Matrix3d::Zero()});
      }
  return together(points);
}

void expect_alike(const MassProperties& ours, const MassProperties& counted, bool planar) {
  EXPECT_NEAR(ours.mass, counted.mass, 0.01 * counted.mass);
  EXPECT_LT((ours.center - counted.center).norm(), 0.01);
  const double size = counted.inertia.cwiseAbs().maxCoeff();
  if (planar)
    EXPECT_NEAR(ours.inertia(2, 2), counted.inertia(2, 2), 0.015 * size);
  else
    EXPECT_LT((ours.inertia - counted.inertia).cwiseAbs().maxCoeff(), 0.015 * size);
}

TEST(Shape, MassPropertiesMatchACountOfCells) {
  for (bool planar : {false, true}) {
    const int cells = planar ? 480 : 96;
    const SolidCapsule capsule{{-0.3, 0.1, 0}, {0.4, 0.3, planar ? 0.0 : 0.2}, 0.2};
    const Point a(-0.3, 0.1, 0), b(0.4, 0.3, planar ? 0.0 : 0.2);
    expect_alike(unit_density(capsule, planar),
                 counted(
                     [&](const Point& p) {
                       const double s =
                           std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
                       return (p - a - s * (b - a)).norm() < 0.2;
                     },
                     0.8, cells, planar),
                 planar);
    const SolidCylinder cylinder{capsule.from, capsule.to, 0.2};
    expect_alike(unit_density(cylinder, planar),
                 counted(
                     [&](const Point& p) {
                       const double s = (p - a).dot(b - a) / (b - a).squaredNorm();
                       return s > 0 && s < 1 && (p - a - s * (b - a)).norm() < 0.2;
                     },
                     0.8, cells, planar),
                 planar);
    expect_alike(unit_density(SolidSphere{{0.1, -0.2, 0}, 0.5}, planar),
                 counted([&](const Point& p) { return (p - Point(0.1, -0.2, 0)).norm() < 0.5; },
                         0.8, cells, planar),
                 planar);
    SolidBox box{{0.1, 0, 0}, {0.8, 0.4, 0.2}, {}};
    box.rotate.degrees = 30;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(M_PI / 6, Point::UnitZ()).toRotationMatrix();
    expect_alike(unit_density(box, planar),
                 counted(
                     [&](const Point& p) {
                       const Point q = turn.transpose() * (p - Point(0.1, 0, 0));
                       return std::abs(q.x()) < 0.4 && std::abs(q.y()) < 0.2 &&
                              std::abs(q.z()) < 0.1;
                     },
                     0.8, cells, planar),
                 planar);
  }
}

TEST(Shape, PartsAddUp) {
  // Two halves of a box are the box.
  const MassProperties whole = unit_density(SolidBox{{0, 0, 0}, {2, 1, 1}, {}}, false);
  const MassProperties halves[] = {unit_density(SolidBox{{-0.5, 0, 0}, {1, 1, 1}, {}}, false),
                                   unit_density(SolidBox{{0.5, 0, 0}, {1, 1, 1}, {}}, false)};
  const MassProperties sum = together(halves);
  EXPECT_NEAR(sum.mass, whole.mass, 1e-14);
  EXPECT_LT((sum.inertia - whole.inertia).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace conjac
