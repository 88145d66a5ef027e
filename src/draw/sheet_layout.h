#pragma once

#include "draw/canvas.h"

namespace conjac::draw {

/// Where things stand on a contact sheet: title above, panels in a grid, legend below. The grid is
/// the one whose sheet comes nearest to the shape of a screen.
class SheetLayout {
 public:
  /// `aspect`: width over height of what every panel shows; `columns`: 0 chooses;
  /// `scale` makes the drawings smaller, the text not.
  SheetLayout(int panels, double aspect, int columns = 0, double scale = 1);

  /// How far from pleasing: small drawings, odd shape, empty places. For comparing layouts.
  double cost() const { return cost_; }

  int width() const;
  int height() const;
  Point title() const;  // left end of the base line
  Rect panel(int index) const;
  Rect drawing(int index) const;  // part of the panel for the body
  Rect legend() const;

 private:
  int columns_ = 1, rows_ = 1;
  double drawing_width_ = 0, drawing_height_ = 0;
  double cost_ = 0;
};

/// How many panels (6, 8 or 9) suit bodies of this shape best.
int pleasant_panel_count(double aspect);

}  // namespace conjac::draw
