#include "draw/color_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace conjac::draw {

namespace {

float gamma_encoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  return static_cast<float>(c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

}  // namespace

Color from_oklch(double lightness, double chroma, double hue) {
  // The published OKLab matrices (B. Ottosson, 2020).
  const double a = chroma * std::cos(hue * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {gamma_encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          gamma_encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          gamma_encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Color color_map(double value) {
  const double t = std::clamp(std::isfinite(value) ? value : 1.0, 0.0, 1.0);
  // The chroma dips in the middle, where screens show little saturated blue-green.
  const double chroma = 0.13 + 0.045 * t - 0.04 * std::sin(std::numbers::pi * t);
  return from_oklch(0.45 + 0.48 * t, chroma, 280 - 176 * t);
}

}  // namespace conjac::draw
