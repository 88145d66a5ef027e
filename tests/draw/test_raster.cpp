#include <gtest/gtest.h>

#include "draw/raster.h"

namespace conjac::draw {
namespace {

constexpr Color kRed{1, 0, 0}, kBlue{0, 0, 1};

void expect_color(const Color& found, const Color& wanted, float tolerance = 1e-5f) {
  EXPECT_NEAR(found.r, wanted.r, tolerance);
  EXPECT_NEAR(found.g, wanted.g, tolerance);
  EXPECT_NEAR(found.b, wanted.b, tolerance);
}

/// Looks along -z at the square [-1, 1]^2, 101 x 101 pixels.
Camera square_camera(double field_of_view = 0, double depth = 0) {
  const std::vector<Vec<3>> corners = {
      {-1, -1, -depth}, {1, 1, -depth}, {-1, 1, depth}, {1, -1, depth}};
  Camera camera({{0, 0, 1}, field_of_view}, corners);
  camera.fit({0, 0, 101, 101});
  return camera;
}

Shading flat() {
  Shading shading;
  shading.ambient = 1;
  shading.edge_width = 0;
  shading.edge_opacity = 0;
  return shading;
}

struct Drawing {
  std::vector<Vec<3>> positions;
  std::vector<std::array<int, 3>> triangles;
  std::vector<Color> colors;

  void add(Vec<3> a, Vec<3> b, Vec<3> c, Color color) {
    const int first = static_cast<int>(positions.size());
    positions.insert(positions.end(), {a, b, c});
    triangles.push_back({first, first + 1, first + 2});
    colors.insert(colors.end(), 3, color);
  }
  TriangleSoup soup() const { return {positions, triangles, colors, {}, {}}; }
};

TEST(Raster, PaintsATriangleWhereItIs) {
  Drawing drawing;
  drawing.add({-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0, 0.5, 0}, kRed);
  Raster raster(101, 101);
  raster.draw(drawing.soup(), square_camera(), flat());
  Image image(101, 101);
  raster.resolve(image, 0, 0);
  expect_color(image.at(50, 50), kRed);
  expect_color(image.at(50, 70), kRed);    // y is up: the base is below the middle
  expect_color(image.at(30, 72), kRed);    // near the left foot
  expect_color(image.at(30, 30), kWhite);  // left of the tip
  expect_color(image.at(50, 20), kWhite);  // above the tip
  expect_color(image.at(50, 80), kWhite);  // below the base
  // A pixel cut by the right side is partly white.
  int partly = 0;
  for (int x = 0; x < 101; ++x) partly += image.at(x, 50).g > 0.02f && image.at(x, 50).g < 0.98f;
  EXPECT_GE(partly, 2);
  EXPECT_LE(partly, 4);
}

class NearerHides : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(FieldOfView, NearerHides, ::testing::Values(0.0, 20.0, 60.0));

TEST_P(NearerHides, WhateverTheOrderOfDrawing) {
  for (const bool near_first : {true, false}) {
    Drawing drawing;
    const auto add = [&](double z, Color color) {
      drawing.add({-0.5, -0.5, z}, {0.5, -0.5, z}, {0, 0.5, z}, color);
    };
    add(near_first ? 0.3 : -0.3, near_first ? kRed : kBlue);
    add(near_first ? -0.3 : 0.3, near_first ? kBlue : kRed);
    const Camera camera = square_camera(GetParam(), 0.3);
    Raster raster(101, 101);
    raster.draw(drawing.soup(), camera, flat());
    Image image(101, 101);
    raster.resolve(image, 0, 0);
    expect_color(image.at(50, 50), kRed);
    EXPECT_TRUE(raster.visible(camera.project({0, 0, 0.3}), camera, 1e-3));
    EXPECT_TRUE(raster.visible(camera.project({0, 0, 0.31}), camera, 1e-3));
    EXPECT_FALSE(raster.visible(camera.project({0, 0, 0.2}), camera, 1e-3));
    EXPECT_TRUE(raster.visible(camera.project({0.9, 0.9, -0.3}), camera, 1e-3));
  }
}

TEST(Raster, CrossingTrianglesHideEachOtherHalf) {
  Drawing drawing;
  drawing.add({-0.8, -0.5, 0.5}, {0.8, -0.5, -0.5}, {0, 0.8, 0}, kRed);
  drawing.add({-0.8, -0.5, -0.5}, {0.8, -0.5, 0.5}, {0, 0.8, 0}, kBlue);
  Raster raster(101, 101);
  raster.draw(drawing.soup(), square_camera(0, 1), flat());
  Image image(101, 101);
  raster.resolve(image, 0, 0);
  expect_color(image.at(40, 60), kRed);
  expect_color(image.at(60, 60), kBlue);
}

TEST(Raster, InterpolatesColoursAndPalettes) {
  const std::vector<Vec<3>> positions = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
  const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {2, 1, 3}};
  const std::vector<Color> colors = {kRed, kBlue, kRed, kRed, kBlue, kBlue};
  Image image(101, 101);
  Raster raster(101, 101);
  raster.draw({positions, triangles, colors, {}, {}}, square_camera(), flat());
  raster.resolve(image, 0, 0);
  expect_color(image.at(50, 30), {0.5f, 0, 0.5f}, 0.01f);
  expect_color(image.at(25, 70), {0.75f, 0, 0.25f}, 0.01f);

  // Half way between the ends of a palette stands its own middle colour.
  const std::vector<Color> palette = {kRed, {0, 1, 0}, kBlue};
  const std::vector<float> values = {0, 1, 0, 0, 1, 1};
  Raster looked_up(101, 101);
  looked_up.draw({positions, triangles, {}, values, palette}, square_camera(), flat());
  looked_up.resolve(image, 0, 0);
  expect_color(image.at(50, 50), {0, 1, 0});
  expect_color(image.at(3, 50), kRed);
  expect_color(image.at(97, 50), kBlue);
}

TEST(Raster, DrawsEdgesOnlyAtEdges) {
  Drawing drawing;
  drawing.add({-0.8, -0.8, 0}, {0.8, -0.8, 0}, {-0.8, 0.8, 0}, kRed);
  drawing.add({0.8, 0.8, 0}, {0.8, -0.8, 0}, {-0.8, 0.8, 0}, kRed);
  Shading shading = flat();
  shading.edge_width = 2;
  shading.edge_opacity = 1;
  Raster raster(101, 101);
  raster.draw(drawing.soup(), square_camera(), shading);
  Image image(101, 101);
  raster.resolve(image, 0, 0);
  expect_color(image.at(50, 50), shading.edge_color, 0.02f);  // on the diagonal
  expect_color(image.at(30, 50), kRed);
  expect_color(image.at(70, 50), kRed);
}

TEST(Raster, LightsBothSidesAlike) {
  const auto brightness = [](bool turned) {
    Drawing drawing;
    const Vec<3> a(-0.5, -0.5, 0), b(0.5, -0.5, 0.2), c(0, 0.5, 0);
    drawing.add(a, turned ? c : b, turned ? b : c, kRed);
    Shading shading;
    shading.edge_width = 0;
    shading.edge_opacity = 0;
    Raster raster(101, 101);
    raster.draw(drawing.soup(), square_camera(0, 1), shading);
    Image image(101, 101);
    raster.resolve(image, 0, 0);
    return image.at(50, 50).r;
  };
  EXPECT_FLOAT_EQ(brightness(false), brightness(true));
  EXPECT_GT(brightness(false), 0.5f);
}

TEST(Camera, FitsWhatItIsGiven) {
  const std::vector<Vec<3>> points = {{0, 0, 0}, {3, 0, 0}, {3, 1, -1}, {0, 1, 2}, {1, -2, 0.5}};
  for (const View& view : {straight_view(), three_quarter_view()}) {
    Camera camera(view, points);
    camera.fit({10, 20, 300, 200});
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (const Vec<3>& p : points) {
      const Projected q = camera.project(p);
      left = std::min(left, q.x), right = std::max(right, q.x);
      top = std::min(top, q.y), bottom = std::max(bottom, q.y);
    }
    EXPECT_GE(left, 10 - 1e-9);
    EXPECT_LE(right, 310 + 1e-9);
    EXPECT_GE(top, 20 - 1e-9);
    EXPECT_LE(bottom, 220 + 1e-9);
    EXPECT_NEAR((right - left) / (bottom - top), camera.aspect(), 1e-9);
    // Touching two opposite sides: as large as fits.
    EXPECT_TRUE(right - left > 300 - 1e-9 || bottom - top > 200 - 1e-9);
  }
}

}  // namespace
}  // namespace conjac::draw
