#include "draw/font.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "draw/glyphs.h"

namespace conjac::draw {

namespace {

constexpr double kCapital = 14;  // grid height of capitals
constexpr double kGap = 3.2;     // between characters, grid units

/// One byte per character: µ becomes 0x7f, anything else beyond ASCII becomes 0x80 (a box).
std::string single_bytes(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0x7f || (byte >= 0x80 && byte < 0xc0)) continue;  // control, or inside a character
    if (text.compare(i, 2, "µ") == 0)
      result += '\x7f';
    else
      result += byte < 0x80 ? text[i] : '\x80';
  }
  return result;
}

/// Follows a glyph's path, in grid units.
class Pen {
 public:
  explicit Pen(std::string_view path) : at_(path.data()), end_(path.data() + path.size()) {}

  std::vector<Polyline> lines() {
    while (at_ != end_) {
      const char command = *at_++;
      if (command == 'M') lines_.push_back({point()});
      if (command == 'L') lines_.back().push_back(point());
      if (command == 'Q') curve();
      if (command == 'A') arc();
    }
    return std::move(lines_);
  }

 private:
  double number() {
    while (at_ != end_ && *at_ == ' ') ++at_;
    double value = 0;
    at_ = std::from_chars(at_, end_, value).ptr;
    while (at_ != end_ && *at_ == ' ') ++at_;
    return value;
  }
  Point point() {
    const double x = number();
    return {x, number()};
  }
  void curve() {
    const Point from = lines_.back().back(), control = point(), to = point();
    for (int i = 1; i <= kPieces; ++i) {
      const double t = static_cast<double>(i) / kPieces, s = 1 - t;
      lines_.back().push_back({s * s * from.x + 2 * s * t * control.x + t * t * to.x,
                               s * s * from.y + 2 * s * t * control.y + t * t * to.y});
    }
  }
  void arc() {
    const Point center = point(), radius = point(), angles = point();
    // An arc far from the pen (the second bowl of %) would be joined by a line: M comes first
    // there.
    if (lines_.empty()) lines_.push_back({});
    const int pieces = std::max(2, static_cast<int>(std::abs(angles.y - angles.x) / 9));
    for (int i = 0; i <= pieces; ++i) {
      const double a = (angles.x + (angles.y - angles.x) * i / pieces) * std::numbers::pi / 180;
      lines_.back().push_back(
          {center.x + radius.x * std::cos(a), center.y + radius.y * std::sin(a)});
    }
  }

  static constexpr int kPieces = 10;
  const char* at_;
  const char* end_;
  std::vector<Polyline> lines_;
};

}  // namespace

double text_width(const std::string& text, const TextStyle& style) {
  double width = 0;
  for (const char c : single_bytes(text))
    width += glyph(static_cast<unsigned char>(c)).width + kGap;
  return std::max(0.0, width - kGap) * style.height / kCapital;
}

void draw_text(Image& image, Point at, const std::string& text, const TextStyle& style) {
  const double scale = style.height / kCapital;
  const double width = text_width(text, style);
  double pen = style.align == Align::left ? 0 : style.align == Align::center ? -width / 2 : -width;
  for (const char c : single_bytes(text)) {
    const Glyph& shape = glyph(static_cast<unsigned char>(c));
    std::vector<Polyline> lines = Pen(shape.path).lines();
    for (Polyline& line : lines) {
      for (Point& p : line) {
        const double along = pen + p.x * scale, up = p.y * scale;
        p = style.upright ? Point{at.x - up, at.y - along} : Point{at.x + along, at.y - up};
      }
    }
    stroke(image, lines, style.weight * style.height, style.color);
    pen += (shape.width + kGap) * scale;
  }
}

}  // namespace conjac::draw
