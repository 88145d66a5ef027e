#pragma once

#include "draw/image.h"

namespace conjac::draw {

/// 0..1 to a colour whose lightness grows evenly (linear in OKLab), from blue-violet over green to
/// yellow: differences look equally large everywhere, in grey print too, and red-green blindness
/// does not matter. Values outside are clamped.
Color color_map(double value);

/// From OKLab lightness (0..1), chroma and hue (degrees) to sRGB, clamped to what a screen shows.
Color from_oklch(double lightness, double chroma, double hue);

}  // namespace conjac::draw
