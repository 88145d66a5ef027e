#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <map>

#include "draw/preview.h"
#include "draw/sheet_layout.h"
#include "draw/sheet_legend.h"
#include "support/moving_bar.h"
#include "support/scratch_folder.h"

namespace conjac::draw {
namespace {

using testing::moving_bar;

TEST(Skin, OfABoxIsClosedAndHasItsSurface) {
  const record::Frame frame = moving_bar(3, 0, {4, 2, 2});
  const auto triangles = boundary_triangles(frame.elements);
  EXPECT_EQ(triangles.size(), 2u * 2 * (4 * 2 + 4 * 2 + 2 * 2));
  std::map<std::pair<int, int>, int> sides;
  double area = 0;
  for (const auto& t : triangles) {
    std::array<Eigen::Map<const Vec<3>>, 3> p = {
        Eigen::Map<const Vec<3>>(&frame.positions[static_cast<std::size_t>(3 * t[0])]),
        Eigen::Map<const Vec<3>>(&frame.positions[static_cast<std::size_t>(3 * t[1])]),
        Eigen::Map<const Vec<3>>(&frame.positions[static_cast<std::size_t>(3 * t[2])])};
    area += 0.5 * (p[1] - p[0]).eval().cross((p[2] - p[0]).eval()).norm();
    for (std::size_t i = 0; i < 3; ++i) ++sides[std::minmax(t[i], t[(i + 1) % 3])];
  }
  for (const auto& [side, count] : sides) EXPECT_EQ(count, 2);
  EXPECT_NEAR(area, 4 * 0.1 * 0.05 + 2 * 0.05 * 0.05, 1e-12);
}

TEST(Skin, AveragesStressInsideEachRegionOnly) {
  // Two triangles side by side, then the same with different regions.
  record::Frame frame;
  frame.dimension = 2;
  frame.positions = {0, 0, 1, 0, 0, 1, 1, 1};
  frame.velocities.assign(8, 0);
  frame.roles = {0, 1, 0, 3};
  frame.elements = {0, 1, 2, 2, 1, 3};
  frame.von_mises = {10, 30};
  frame.region = {1, 1};
  const auto corner = [&](std::size_t triangle, std::size_t i) {
    const auto topology =
        std::make_shared<const SkinTopology>(skin_topology(2, frame.elements, frame.region));
    const Skin skin = skin_of(frame.view(), topology);
    return skin.von_mises[static_cast<std::size_t>(topology->corner_slots[triangle][i])];
  };
  EXPECT_FLOAT_EQ(corner(0, 0), 10);
  EXPECT_FLOAT_EQ(corner(0, 1), 20);
  EXPECT_FLOAT_EQ(corner(1, 0), 20);
  EXPECT_FLOAT_EQ(corner(1, 2), 30);
  frame.region = {1, 2};
  EXPECT_FLOAT_EQ(corner(0, 1), 10);
  EXPECT_FLOAT_EQ(corner(1, 1), 30);
  const Skin skin =
      skin_of(frame.view(),
              std::make_shared<const SkinTopology>(skin_topology(2, frame.elements, frame.region)));
  ASSERT_EQ(skin.dots.size(), 2u);
  EXPECT_EQ(skin.dots[0].role, record::FrameRole::dynamic);
  EXPECT_EQ(skin.dots[1].role, record::FrameRole::fixed);
}

TEST(Skin, FloorAndObstaclesAreShownNearTheBody) {
  record::Frame frame = moving_bar(3, 0, {4, 2, 2});
  EXPECT_EQ(skin_of(frame.view()).obstacle_triangles, 0u);
  SolidView floor, ball;
  // Its normal, local z, turned up.
  floor.rotation = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  floor.position = {50, -0.2, 0};  // somewhere on the plane, far from the body
  ball.kind = SolidKind::sphere;
  ball.radius = 0.01;
  ball.position = {0.05, -0.1, 0};
  frame.solids = {floor, ball};
  const Skin skin = skin_of(frame.view());
  EXPECT_GT(skin.obstacle_triangles, 20u);
  EXPECT_EQ(skin.obstacle_points, skin.solid_positions.size());
  double widest = 0;
  for (std::size_t i = 0; i < skin.solid_positions.size(); ++i) {
    const Vec<3>& p = skin.solid_positions[i];
    EXPECT_TRUE(std::abs(p[1] + 0.2) < 1e-9 || (p - Vec<3>(0.05, -0.1, 0)).norm() < 0.0101);
    widest = std::max(widest, std::abs(p[0]));
  }
  // The patch of the floor lies below the body, not where the plane was given.
  EXPECT_LT(widest, 0.5);
  // A bone is no obstacle.
  ball.role = SolidRole::bone;
  frame.solids = {ball};
  EXPECT_EQ(skin_of(frame.view()).obstacle_triangles, 0u);
  EXPECT_FALSE(skin_of(frame.view()).solid_triangles.empty());
}

TEST(Preview, SpreadsItsPanelsEvenlyHoweverLongTheRun) {
  for (const int frames : {1, 2, 5, 8, 9, 30, 65, 129, 130, 1000}) {
    Preview preview;
    for (int i = 0; i < frames; ++i) preview.offer(moving_bar(2, i * 0.01, {2, 1, 1}).view());
    const auto panels = preview.panels(8);
    ASSERT_EQ(panels.size(), static_cast<std::size_t>(std::min(frames, 8))) << frames;
    EXPECT_EQ(panels.front().time, 0);
    EXPECT_EQ(panels.back().time, (frames - 1) * 0.01);
    const double even = (frames - 1) * 0.01 / (static_cast<double>(panels.size()) - 1);
    for (std::size_t i = 1; i < panels.size(); ++i)
      EXPECT_NEAR(panels[i].time - panels[i - 1].time, even, std::max(0.011, 0.26 * even))
          << frames;
  }
}

TEST(Preview, DrawsBodyDotsAndTextOnWhite) {
  const testing::ScratchFolder folder;
  Preview preview(2);
  for (int i = 0; i <= 20; ++i) preview.offer(moving_bar(3, i / 20.0).view());
  preview.write(folder / "preview.png", {"bar", "made up"});
  const Image image = read_png(folder / "preview.png");
  EXPECT_GT(image.width(), 900);
  EXPECT_GT(image.height(), 400);
  int white = 0, colored = 0;
  std::map<record::FrameRole, int> dots;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Color& c = image.at(x, y);
      const float low = std::min({c.r, c.g, c.b}), high = std::max({c.r, c.g, c.b});
      white += low > 0.99f;
      colored += high - low > 0.1f;
      for (const record::FrameRole role :
           {record::FrameRole::dynamic, record::FrameRole::sleeping, record::FrameRole::scripted}) {
        const Color want = role_color(role);
        dots[role] +=
            std::abs(c.r - want.r) + std::abs(c.g - want.g) + std::abs(c.b - want.b) < 0.02f;
      }
    }
  }
  const int all = image.width() * image.height();
  EXPECT_GT(white, all / 4);
  EXPECT_GT(colored, all / 5);
  for (const auto& [role, count] : dots) EXPECT_GT(count, 20) << static_cast<int>(role);
}

TEST(Preview, FollowsAMeshThatChanges) {
  const testing::ScratchFolder folder;
  Preview preview(2);
  for (int i = 0; i < 100; ++i) preview.offer(moving_bar(3, i * 0.01, {2 + i % 7, 1, 2}).view());
  for (const Skin& skin : preview.panels(9)) {
    EXPECT_EQ(skin.positions.size(), skin.topology->nodes.size());
    EXPECT_EQ(skin.von_mises.size(), static_cast<std::size_t>(skin.topology->slots));
  }
  preview.write(folder / "preview.png", {"changing", ""});
  EXPECT_GT(read_png(folder / "preview.png").width(), 0);
}

TEST(SheetLayout, KeepsEverythingApartAndInside) {
  for (const double aspect : {0.1, 0.4, 1.0, 1.8, 4.0, 20.0}) {
    for (const int panels : {1, 2, 5, 6, 7, 8, 9}) {
      const SheetLayout layout(panels, aspect);
      EXPECT_LE(layout.width(), 1800);
      EXPECT_LE(layout.height(), 1600);
      for (int i = 0; i < panels; ++i) {
        const Rect a = layout.panel(i), inner = layout.drawing(i);
        EXPECT_GE(inner.left, a.left);
        EXPECT_LE(inner.bottom(), a.bottom());
        EXPECT_LE(a.right(), layout.width());
        EXPECT_LE(a.bottom(), layout.legend().top);
        for (int j = 0; j < i; ++j) {
          const Rect b = layout.panel(j);
          EXPECT_TRUE(b.right() <= a.left || b.left >= a.right() || b.bottom() <= a.top);
        }
      }
    }
  }
}

TEST(StressScale, IsRoundAndCoversTheLargest) {
  const StressScale scale = stress_scale(23456);
  EXPECT_EQ(scale.unit, "kPa");
  EXPECT_GE(scale.top, 23456);
  EXPECT_LE(scale.top, 30000);
  EXPECT_EQ(stress_scale(0).unit, "Pa");
  EXPECT_GT(stress_scale(0).top, 0);
}

}  // namespace
}  // namespace conjac::draw
