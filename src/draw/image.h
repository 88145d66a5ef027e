#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/files.h"

namespace conjac::draw {

/// sRGB, each channel 0..1.
struct Color {
  float r = 0, g = 0, b = 0;
};
inline Color mix(Color a, Color b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}
inline constexpr Color kWhite{1, 1, 1}, kBlack{0, 0, 0};

/// A picture in memory; row 0 is the top. Channels are kept as floats, so that many thin layers
/// blended over each other do not lose to rounding.
class Image {
 public:
  Image(int width, int height, Color fill = kWhite)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

  int width() const { return width_; }
  int height() const { return height_; }
  Color& at(int x, int y) { return pixels_[index(x, y)]; }
  const Color& at(int x, int y) const { return pixels_[index(x, y)]; }
  /// Lays a colour over a pixel; outside the picture nothing happens.
  void blend(int x, int y, Color color, float opacity) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    at(x, y) = mix(at(x, y), color, opacity);
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<Color> pixels_;
};

/// 8-bit RGB PNG, whole or not at all. Throws Error(io).
void write_png(const record::Path& path, const Image& image);
/// Throws Error(bad_input) when the file is not a PNG.
Image read_png(const record::Path& path);

}  // namespace conjac::draw
