#pragma once

#include <span>

#include "core/dim.h"
#include "draw/canvas.h"

namespace conjac::draw {

/// Where to look from. Y is up.
struct View {
  Vec<3> toward_eye{0, 0, 1};  // from the object to the eye
  double field_of_view = 0;    // degrees; 0 is an orthographic view
};
inline View straight_view() {
  return {};
}
inline View three_quarter_view() {
  return {{0.52, 0.42, 1.0}, 20};
}

/// A point on the picture. `nearness` grows towards the eye and is linear over a projected plane in
/// both kinds of view (1/z, or -z), so a z-buffer may interpolate it.
struct Projected {
  double x = 0, y = 0, nearness = 0;
};

/// A view fitted to the points it shall show.
class Camera {
 public:
  /// Looks at the middle of the points' box; the picture is theirs, without margin.
  Camera(const View& view, std::span<const Vec<3>> points);

  /// Width over height of what is to be seen.
  double aspect() const;
  /// Maps what is to be seen into the rectangle (pixels), as large as fits, centred.
  void fit(const Rect& pixels);

  Projected project(const Vec<3>& point) const;
  /// Distance along the view axis that a nearness stands for.
  double depth(double nearness) const;

  const Vec<3>& right() const { return right_; }
  const Vec<3>& toward_eye() const { return toward_eye_; }
  double radius() const { return radius_; }

 private:
  Projected on_plane(const Vec<3>& point) const;

  Vec<3> right_, up_, toward_eye_, center_;
  double radius_ = 1;    // of a ball around the points
  double distance_ = 0;  // from the eye to the centre; 0 when orthographic
  double left_ = 1e300, right_end_ = -1e300, low_ = 1e300,
         high_ = -1e300;  // seen part of the plane
  double scale_ = 1, shift_x_ = 0, shift_y_ = 0;
};

}  // namespace conjac::draw
