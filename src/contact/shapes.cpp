#include "contact/shapes.h"

#include <algorithm>
#include <cmath>

namespace conjac {
namespace {

Distance from_point(const Eigen::Vector3d& offset, double radius) {
  const double length = offset.norm();
  if (!(length > 0)) return {-radius, Eigen::Vector3d::UnitY()};
  return {length - radius, offset / length};
}

Distance to(const HalfSpace&, const Eigen::Vector3d& p) {
  return {p.z(), Eigen::Vector3d::UnitZ()};
}

Distance to(const Ball& ball, const Eigen::Vector3d& p) {
  return from_point(p, ball.radius);
}

Distance to(const Capsule& capsule, const Eigen::Vector3d& p) {
  const Eigen::Vector3d on_axis(0, 0, std::clamp(p.z(), -capsule.half_length, capsule.half_length));
  const Eigen::Vector3d offset = p - on_axis;
  if (offset.isZero(0)) return {-capsule.radius, Eigen::Vector3d::UnitX()};
  return from_point(offset, capsule.radius);
}

Distance to(const Brick& brick, const Eigen::Vector3d& p) {
  const Eigen::Vector3d beyond = p.cwiseAbs() - brick.half;
  const Eigen::Vector3d side = p.unaryExpr([](double c) { return c < 0 ? -1.0 : 1.0; });
  int nearest = 0;
  const double inside = beyond.maxCoeff(&nearest);
  if (inside <= 0) return {inside, side[nearest] * Eigen::Vector3d::Unit(nearest)};
  const Eigen::Vector3d outside = beyond.cwiseMax(0.0);
  const double length = outside.norm();
  return {length, outside.cwiseProduct(side) / length};
}

Distance to(const GridSolid& solid, const Eigen::Vector3d& p) {
  Distance result;
  solid.grid->sample(p, result.gap, result.gradient);
  return result;
}

}  // namespace

Distance distance(const Shape& shape, const Eigen::Vector3d& p) {
  return std::visit([&](const auto& one) { return to(one, p); }, shape);
}

}  // namespace conjac
