#include "draw/camera.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace conjac::draw {

Camera::Camera(const View& view, std::span<const Vec<3>> points)
    : toward_eye_(view.toward_eye.normalized()), center_(Vec<3>::Zero()) {
  right_ = Vec<3>(0, 1, 0).cross(toward_eye_).normalized();
  up_ = toward_eye_.cross(right_);
  if (points.empty()) return;
  Vec<3> low = points[0], high = points[0];
  for (const Vec<3>& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  center_ = 0.5 * (low + high);
  radius_ = std::max(0.5 * (high - low).norm(), 1e-12);
  if (view.field_of_view > 0)
    distance_ = radius_ / std::sin(0.5 * view.field_of_view * std::numbers::pi / 180);
  for (const Vec<3>& p : points) {
    const Projected q = on_plane(p);
    left_ = std::min(left_, q.x), right_end_ = std::max(right_end_, q.x);
    low_ = std::min(low_, q.y), high_ = std::max(high_, q.y);
  }
  // A body seen edge-on still gets a picture.
  const double least = 1e-3 * radius_;
  if (right_end_ - left_ < least) left_ -= least, right_end_ += least;
  if (high_ - low_ < least) low_ -= least, high_ += least;
}

double Camera::aspect() const {
  return (right_end_ - left_) / (high_ - low_);
}

void Camera::fit(const Rect& pixels) {
  scale_ = std::min(pixels.width / (right_end_ - left_), pixels.height / (high_ - low_));
  shift_x_ = pixels.left + 0.5 * pixels.width - scale_ * 0.5 * (left_ + right_end_);
  shift_y_ = pixels.top + 0.5 * pixels.height + scale_ * 0.5 * (low_ + high_);
}

Projected Camera::on_plane(const Vec<3>& point) const {
  const Vec<3> v = point - center_;
  const double x = v.dot(right_), y = v.dot(up_), toward = v.dot(toward_eye_);
  if (distance_ == 0) return {x, y, toward};
  const double z = std::max(distance_ - toward, 1e-6 * distance_);
  return {x * distance_ / z, y * distance_ / z, 1 / z};
}

Projected Camera::project(const Vec<3>& point) const {
  const Projected p = on_plane(point);
  return {shift_x_ + scale_ * p.x, shift_y_ - scale_ * p.y, p.nearness};
}

double Camera::depth(double nearness) const {
  return distance_ == 0 ? -nearness : 1 / nearness - distance_;
}

}  // namespace conjac::draw
