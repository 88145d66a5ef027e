#pragma once

#include <span>

#include "draw/camera.h"
#include "draw/raster.h"
#include "draw/skin.h"

namespace conjac::draw {

/// Nodes that hold or drive the body as coloured discs: the many held ones small, the few that
/// drive it large and above them; those behind the body shine through. `corner` is where the
/// raster's picture begins on the image, `edge` the usual length of an edge on it, pixels.
void draw_dots(Image& image, std::span<const Skin::Dot> dots, const Camera& camera,
               const Raster& raster, Point corner, double edge);

}  // namespace conjac::draw
