#pragma once

#include <span>
#include <string>
#include <vector>

#include "draw/camera.h"
#include "draw/image.h"
#include "draw/skin.h"

namespace conjac::draw {

struct SheetTitle {
  std::string name;     // large
  std::string details;  // after it, e.g. "conjac, trapezoidal | 1 029 vertices"
};

/// How a sheet differs from the plain one.
struct SheetStyle {
  std::vector<std::string> labels = {};  // of the panels; empty: their times
  int columns = 0;                       // 0 lets the shape of the body decide
  View view = three_quarter_view();      // in 3D
  double scale = 1;                      // of the drawings, not of the text
};

/// One picture of a whole motion: a panel per skin, all seen through one camera that is fitted to
/// all of them, coloured by von Mises stress on one scale, or by the representative node in charge
/// where there are such. The nodes with a role are drawn on top
/// as dots, paler where the body hides them; a colour bar and the roles that occur stand below.
/// Needs at least one skin.
Image contact_sheet(std::span<const Skin> skins, const SheetTitle& title,
                    const SheetStyle& style = {});

/// The camera of the sheet: 3/4 view in 3D, straight in 2D, fitted to all skins.
Camera sheet_camera(std::span<const Skin> skins, const View& view = three_quarter_view());

/// Colour of the elements that belong to the i-th representative node: that of its curve in
/// liveliness.png, paler.
Color owner_color(int i);

/// Colour of a role's dot.
Color role_color(record::FrameRole role);
/// Of a fibre: white at rest, yellow, red when fully active.
Color activation_color(double activation);

}  // namespace conjac::draw
