#pragma once

#include <span>
#include <string>

#include "draw/canvas.h"
#include "draw/skin.h"

namespace conjac::draw {

/// The common scale of the stress colours, 0 to `top`.
struct StressScale {
  double top = 1;     // Pa, a round number
  double factor = 1;  // shown = value * factor
  std::string unit = "Pa";
};
StressScale stress_scale(double largest);

/// Colour bar with its unit on the left, the roles that occur on the right.
void draw_legend(Image& image, const Rect& place, const StressScale& scale,
                 std::span<const Skin> skins, std::span<const Color> palette);

}  // namespace conjac::draw
