#include "draw/sheet_layout.h"

#include <algorithm>
#include <cmath>

namespace conjac::draw {

namespace {

constexpr double kSheetMargin = 28;  // around the sheet
constexpr double kGap = 12;          // between panels
constexpr double kPad = 18;          // inside a panel
constexpr double kLabel = 34;        // for the time, above the drawing
constexpr double kTitle = 68, kLegend = 92;
constexpr double kGridWidth = 1600;  // most the panels may take
constexpr double kGridHeight = 1150;
constexpr double kScreen = 1.5;  // width over height of a pleasant sheet

}  // namespace

SheetLayout::SheetLayout(int panels, double aspect, int wanted, double scale) {
  cost_ = 1e300;
  for (int columns = 1; columns <= panels; ++columns) {
    if (wanted > 0 && columns != wanted) continue;
    const int rows = (panels + columns - 1) / columns;
    const double room = scale * kGridWidth / columns - kGap - 2 * kPad;
    const double most = scale * kGridHeight / rows - kGap - kLabel - kPad;
    const double w = std::min({room, most * aspect, 900.0});
    const double h = w / aspect;
    const double sheet_width = columns * (w + 2 * kPad + kGap);
    const double sheet_height = rows * (h + kLabel + kPad + kGap) + kTitle + kLegend;
    // What counts is how large and how often the body is drawn, then the shape of the sheet.
    const int empty = rows * columns - panels;
    const double cost = -std::log(w * h) - 0.8 * std::log(panels) +
                        0.6 * std::abs(std::log(sheet_width / sheet_height / kScreen)) +
                        1.5 * empty;
    if (cost < cost_) {
      cost_ = cost;
      columns_ = columns, rows_ = rows;
      drawing_width_ = std::floor(w), drawing_height_ = std::max(24.0, std::floor(h));
    }
  }
  // A sheet narrower than its legend gets wider panels.
  const double least =
      (std::min(900.0, scale * 1200) - kGap * (columns_ - 1)) / columns_ - 2 * kPad;
  drawing_width_ = std::max(drawing_width_, std::floor(least));
}

int SheetLayout::width() const {
  return static_cast<int>(2 * kSheetMargin + columns_ * (drawing_width_ + 2 * kPad) +
                          (columns_ - 1) * kGap);
}

int SheetLayout::height() const {
  return static_cast<int>(kTitle + rows_ * (drawing_height_ + kLabel + kPad) + (rows_ - 1) * kGap +
                          kLegend);
}

Point SheetLayout::title() const {
  return {kSheetMargin, 46.5};
}

Rect SheetLayout::panel(int index) const {
  const double w = drawing_width_ + 2 * kPad, h = drawing_height_ + kLabel + kPad;
  return {kSheetMargin + index % columns_ * (w + kGap), kTitle + index / columns_ * (h + kGap), w,
          h};
}

Rect SheetLayout::drawing(int index) const {
  const Rect p = panel(index);
  return {p.left + kPad, p.top + kLabel, drawing_width_, drawing_height_};
}

Rect SheetLayout::legend() const {
  return {kSheetMargin, height() - kLegend + 24, width() - 2 * kSheetMargin, kLegend - 40};
}

int pleasant_panel_count(double aspect) {
  int best = 8;
  for (const int panels : {6, 9})
    if (SheetLayout(panels, aspect).cost() < SheetLayout(best, aspect).cost()) best = panels;
  return best;
}

}  // namespace conjac::draw
