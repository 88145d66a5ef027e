#include "draw/page_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "draw/color_map.h"

namespace conjac::draw {
namespace {

using Lab = std::array<double, 3>;
struct Lch {
  double lightness, chroma, hue;
};

constexpr int kSamples = 256, kFine = 4096;
constexpr int kCategories = 66;  // the page keeps as many, the first for none

// From deep blue over green to light yellow; and from plum over red to cream.
constexpr Lch kCool[] = {
    {0.5, 0.14, 272}, {0.6, 0.13, 240}, {0.71, 0.12, 195}, {0.82, 0.17, 145}, {0.94, 0.17, 106}};
constexpr Lch kWarm[] = {
    {0.48, 0.12, 300}, {0.57, 0.18, 345}, {0.67, 0.2, 388}, {0.78, 0.16, 422}, {0.94, 0.12, 460}};

/// Linear sRGB; outside 0..1 where no screen shows it (the published OKLab matrices).
Lab linear(const Lch& c) {
  const double a = c.chroma * std::cos(c.hue * std::numbers::pi / 180);
  const double b = c.chroma * std::sin(c.hue * std::numbers::pi / 180);
  const double l = std::pow(c.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(c.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(c.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

/// Less chroma until a screen can show it.
Lch in_gamut(Lch color) {
  const auto fits = [&](double chroma) {
    const Lab rgb = linear({color.lightness, chroma, color.hue});
    return std::ranges::all_of(rgb, [](double v) { return v >= -1e-6 && v <= 1 + 1e-6; });
  };
  if (fits(color.chroma)) return color;
  double low = 0, high = color.chroma;
  for (int i = 0; i < 24; ++i) {
    const double middle = (low + high) / 2;
    (fits(middle) ? low : high) = middle;
  }
  color.chroma = low;
  return color;
}

double distance(const Lch& p, const Lch& q) {
  const auto at = [](const Lch& c) {
    const double hue = c.hue * std::numbers::pi / 180;
    return Lab{c.lightness, c.chroma * std::cos(hue), c.chroma * std::sin(hue)};
  };
  const Lab a = at(p), b = at(q);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Color shown(const Lch& color) {
  return from_oklch(color.lightness, color.chroma, color.hue);
}

}  // namespace

std::vector<Color> page_map(const std::string& quantity) {
  const bool warm = quantity == "von_mises" || quantity == "activation";
  const auto& stops = warm ? kWarm : kCool;
  std::vector<Lch> colors;
  std::vector<double> lengths{0};
  for (int i = 0; i <= kFine; ++i) {
    const double at = 4.0 * i / kFine;
    const int k = std::min(static_cast<int>(at), 3);
    const double s = at - k;
    const Lch &a = stops[k], &b = stops[k + 1];
    colors.push_back(in_gamut({a.lightness + s * (b.lightness - a.lightness),
                               a.chroma + s * (b.chroma - a.chroma), a.hue + s * (b.hue - a.hue)}));
    if (i > 0)
      lengths.push_back(lengths.back() + distance(colors.back(), colors[colors.size() - 2]));
  }
  std::vector<Color> map;
  std::size_t i = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    const double wanted = lengths.back() * sample / (kSamples - 1);
    while (i + 1 < lengths.size() && lengths[i] < wanted) ++i;
    map.push_back(shown(colors[i]));
  }
  return map;
}

Color page_category(int index) {
  if (index < 0) return shown(in_gamut({0.72, 0.01, 250}));
  constexpr double kLightness[] = {0.66, 0.8, 0.55};
  return shown(in_gamut({kLightness[index % 3], 0.14, std::fmod(250 + index * 137.508, 360)}));
}

Color page_region(int representative) {
  return page_category((representative + 1) % kCategories - 1);
}

Color page_material(int body_and_material) {
  const int body = body_and_material >> 16, material = body_and_material & 0xffff;
  return page_category((3 * body + material) % (kCategories - 1));
}

}  // namespace conjac::draw
