#pragma once

#include <string_view>

namespace conjac::draw {

/// The shape of a character: its width, and a path of
///   M x y              begin a line (alone it is a dot)
///   L x y              straight to
///   Q cx cy x y        quadratic curve to
///   A cx cy rx ry a b  arc of an ellipse from angle a to b, degrees, joined to what came before
/// with y up from the base line; see font.h for the grid.
struct Glyph {
  double width = 0;
  std::string_view path;
};

/// 0x7f is µ; whatever is not printable is an empty box.
const Glyph& glyph(unsigned char character);

}  // namespace conjac::draw
