#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "draw/canvas.h"
#include "draw/color_map.h"
#include "draw/font.h"
#include "draw/glyphs.h"
#include "draw/page_colors.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"

namespace conjac::draw {
namespace {

/// Sum of darkness over all pixels: the area of black drawn on white.
double ink(const Image& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) sum += 1 - image.at(x, y).r;
  return sum;
}

TEST(Png, ComesBackPixelForPixel) {
  const testing::ScratchFolder folder;
  Image image(17, 9);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 17; ++x)
      image.at(x, y) = {x * 15 / 255.0f, y * 28 / 255.0f, (x * y) / 255.0f};
  write_png(folder / "a.png", image);
  const Image back = read_png(folder / "a.png");
  ASSERT_EQ(back.width(), 17);
  ASSERT_EQ(back.height(), 9);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 17; ++x) {
      EXPECT_FLOAT_EQ(back.at(x, y).r, image.at(x, y).r);
      EXPECT_FLOAT_EQ(back.at(x, y).g, image.at(x, y).g);
      EXPECT_FLOAT_EQ(back.at(x, y).b, image.at(x, y).b);
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.png"});
  folder.put("b.png", "no picture");
  testing::expect_error(ErrorKind::bad_input, "b.png", [&] { read_png(folder / "b.png"); });
}

TEST(Canvas, CoversTheAreaOfTheShape) {
  Image rect(60, 60);
  fill_rect(rect, {10.25, 7.5, 20.5, 11.75}, kBlack);
  EXPECT_NEAR(ink(rect), 20.5 * 11.75, 1e-3);

  Image disc(60, 60);
  fill_disc(disc, {30.3, 29.6}, 12, kBlack);
  EXPECT_NEAR(ink(disc), M_PI * 144, 0.01 * M_PI * 144);

  Image triangle(60, 60);
  fill_convex(triangle, {{5, 5}, {55, 12}, {20, 50}}, kBlack);
  EXPECT_NEAR(ink(triangle), 0.5 * (50 * 45 - 15 * 7), 15);

  Image line(80, 80);
  stroke_line(line, {10, 10}, {60, 50}, 3, kBlack);
  const double length = std::hypot(50, 40);
  EXPECT_NEAR(ink(line), 3 * length + M_PI * 2.25, 0.02 * 3 * length);
}

TEST(Canvas, LaysAPolylineOnOnce) {
  Image image(60, 60);
  const Polyline line = {{10, 30}, {50, 30}, {10, 30}, {50, 30}};
  stroke(image, std::span(&line, 1), 4, kBlack, 0.5);
  EXPECT_NEAR(image.at(30, 30).r, 0.5, 1e-6);
}

TEST(Canvas, CutsLinesAtARectangle) {
  const std::vector<Polyline> lines = {{{-10, 5}, {20, 5}, {20, 20}, {5, 20}, {5, 5}}};
  const auto inside = clipped(lines, {0, 0, 10, 10});
  ASSERT_EQ(inside.size(), 2u);
  EXPECT_NEAR(inside[0].front().x, 0, 1e-12);
  EXPECT_DOUBLE_EQ(inside[0].back().x, 10);
  EXPECT_DOUBLE_EQ(inside[1].front().y, 10);
  EXPECT_DOUBLE_EQ(inside[1].back().y, 5);
}

TEST(Canvas, DashesKeepTheirShareOfTheLine) {
  const std::vector<Polyline> lines = {{{0, 0}, {30, 0}, {30, 70}}};
  double drawn = 0;
  for (const Polyline& dash : dashed(lines, 6, 4))
    for (std::size_t i = 1; i < dash.size(); ++i)
      drawn += std::hypot(dash[i].x - dash[i - 1].x, dash[i].y - dash[i - 1].y);
  EXPECT_NEAR(drawn, 60, 1e-9);
}

TEST(Font, HasAShapeForEveryCharacterAndStaysInItsBox) {
  for (int c = '!'; c <= '~'; ++c) {
    const std::string text(1, static_cast<char>(c));
    EXPECT_FALSE(glyph(static_cast<unsigned char>(c)).path.empty()) << text;
    Image image(80, 100);
    const TextStyle style{.height = 28, .color = kBlack};
    draw_text(image, {20, 60}, text, style);
    EXPECT_GT(ink(image), 6) << text;
    const double right = 20 + text_width(text, style) + 3;
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 80; ++x)
        EXPECT_TRUE(image.at(x, y).r >= 0.5 || (x >= 14 && x <= right && y >= 26 && y <= 70))
            << text << " " << x << "," << y;
  }
}

TEST(Font, DifferentCharactersLookDifferent) {
  std::vector<Image> all;
  for (int c = '!'; c <= 0x7f; ++c) {
    Image image(40, 44);
    const std::string text = c == 0x7f ? "µ" : std::string(1, static_cast<char>(c));
    draw_text(image, {8, 30}, text, {.height = 21, .color = kBlack});
    for (const Image& other : all) {
      double difference = 0;
      for (int y = 0; y < 44; ++y)
        for (int x = 0; x < 40; ++x) difference += std::abs(image.at(x, y).r - other.at(x, y).r);
      EXPECT_GT(difference, 3) << text;
    }
    all.push_back(std::move(image));
  }
}

TEST(Font, AlignsAndMeasures) {
  const TextStyle left{.height = 14};
  EXPECT_GT(text_width("mm", left), 1.9 * text_width("m", left));
  EXPECT_DOUBLE_EQ(text_width("", left), 0);
  EXPECT_NEAR(text_width("12", {.height = 28}), 2 * text_width("12", left), 1e-9);
  EXPECT_DOUBLE_EQ(text_width("µ", left), text_width("u", left));
  Image image(200, 40);
  draw_text(image, {190, 30}, "right", {.height = 14, .color = kBlack, .align = Align::right});
  double outside = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 193; x < 200; ++x) outside += 1 - image.at(x, y).r;
  EXPECT_EQ(outside, 0);
  EXPECT_GT(ink(image), 20);
}

TEST(ColorMap, GrowsEvenlyInLightness) {
  // CIE lightness L* of sRGB, an opinion independent of the OKLab the map is made in.
  const auto lightness = [](Color c) {
    const auto linear = [](double v) {
      return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    return 116 * std::cbrt(y) - 16;
  };
  const double low = lightness(color_map(0)), high = lightness(color_map(1));
  EXPECT_GT(high - low, 45);
  for (int i = 1; i <= 20; ++i) {
    const double step = lightness(color_map(i / 20.0)) - lightness(color_map((i - 1) / 20.0));
    EXPECT_NEAR(step, (high - low) / 20, 0.6 * (high - low) / 20) << i;
  }
  const Color clamped = color_map(7), end = color_map(1);
  EXPECT_EQ(clamped.r, end.r);
}

TEST(ColorMap, KnowsWhiteBlackAndRed) {
  EXPECT_NEAR(from_oklch(1, 0, 0).g, 1, 1e-3);
  EXPECT_NEAR(from_oklch(0, 0, 0).g, 0, 1e-6);
  const Color red = from_oklch(0.62796, 0.25768, 29.234);
  EXPECT_NEAR(red.r, 1, 2e-3);
  EXPECT_NEAR(red.g, 0, 2e-2);
  EXPECT_NEAR(red.b, 0, 2e-2);
}

}  // namespace
// What viewer/test/unit/display.test.ts expects of the page, to the byte.
TEST(PageColors, AreThoseOfThePage) {
  const auto text = [](const Color& color) {
    char buffer[8];
    const auto byte = [](float v) { return static_cast<int>(std::lround(255 * v)); };
    std::snprintf(buffer, sizeof buffer, "#%02x%02x%02x", byte(color.r), byte(color.g),
                  byte(color.b));
    return std::string(buffer);
  };
  const auto cool = page_map("speed"), warm = page_map("von_mises");
  ASSERT_EQ(cool.size(), 256u);
  EXPECT_EQ(text(cool[0]) + text(cool[128]) + text(cool[255]), "#495ab2#00c3b2#fbf257");
  EXPECT_EQ(text(warm[0]) + text(warm[128]) + text(warm[255]), "#694b96#f95947#feed8c");
  EXPECT_EQ(text(page_region(-1)) + text(page_region(0)) + text(page_region(4)),
            "#a0a5ab#4697e4#edb345");
  EXPECT_EQ(text(page_material(0)) + text(page_material(65536 + 1)), "#4697e4#edb345");
}

}  // namespace conjac::draw
