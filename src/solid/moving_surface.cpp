#include "solid/moving_surface.h"

#include <cmath>
#include <utility>

#include "core/sequence_time.h"

namespace conjac {
namespace {

// Nearer to the surface than this part of its size the way to it has no direction that means much.
constexpr double kTouching = 1e-10;

Eigen::Vector3d corner_of(const VectorXd& x, int vertex) {
  return x.segment<3>(static_cast<Eigen::Index>(vertex) * 3);
}

}  // namespace

MovingSurface::MovingSurface(Plan plan)
    : plan_(std::move(plan)),
      now_(plan_.shapes.front()),
      speed_(VectorXd::Zero(now_.size())),
      surface_(plan_.triangles, now_) {}

void MovingSurface::shape_at(double time, VectorXd& x) const {
  const auto [from, to, share] = sequence_moment(plan_.start, plan_.interval, plan_.repeat,
                                                 static_cast<int>(plan_.shapes.size()), time);
  const VectorXd& a = plan_.shapes[static_cast<std::size_t>(from)];
  const VectorXd& b = plan_.shapes[static_cast<std::size_t>(to)];
  x = a + share * (b - a);
}

bool MovingSurface::move(double time, double h) {
  shape_at(time, now_);
  surface_.refit(now_);
  speed_.setZero();
  if (!(h > 0)) return false;
  shape_at(time - h, speed_);
  speed_ = (now_ - speed_) / h;
  return (speed_.array() != 0).any();
}

Distance MovingSurface::distance(const Eigen::Vector3d& p) const {
  const double size = (surface_.high() - surface_.low()).norm();
  const Eigen::Vector3d in_box = p.cwiseMax(surface_.low()).cwiseMin(surface_.high());
  const double away = (p - in_box).norm();
  if (away > size) return {away, (p - in_box) / away};  // nobody asks for more there
  const auto found = surface_.nearest(now_, p, HUGE_VAL);
  if (found.facet < 0) return {};
  const double length = std::sqrt(found.place.squared);
  if (length > kTouching * size) {
    const double sign = surface_.side(now_, found, p) < 0 ? -1 : 1;
    return {sign * length, sign * (p - found.place.point) / length};
  }
  const auto& t = surface_.facets()[static_cast<std::size_t>(found.facet)];
  const Eigen::Vector3d a = corner_of(now_, t[0]);
  return {0, (corner_of(now_, t[1]) - a).cross(corner_of(now_, t[2]) - a).normalized()};
}

Eigen::Vector3d MovingSurface::velocity(const Eigen::Vector3d& p) const {
  const auto found = surface_.nearest(now_, p, HUGE_VAL);
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  if (found.facet < 0) return v;
  const auto& t = surface_.facets()[static_cast<std::size_t>(found.facet)];
  for (int k = 0; k < 3; ++k) v += found.place.weights[k] * corner_of(speed_, t[k]);
  return v;
}

}  // namespace conjac
