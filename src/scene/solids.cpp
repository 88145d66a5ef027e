#include "scene/solids.h"

#include <cmath>

namespace conjac {
namespace {

Eigen::Vector3d vector(const Triple& t) {
  return {t[0], t[1], t[2]};
}

PlacedShape of(const SolidBox& box, int dimension) {
  Eigen::Vector3d half = 0.5 * vector(box.size);
  if (dimension == 2) half.z() = 1e6;
  Pose pose{Eigen::Quaterniond::Identity(), vector(box.center)};
  if (box.rotate.degrees != 0)
    pose.turn =
        Eigen::AngleAxisd(box.rotate.degrees * M_PI / 180, vector(box.rotate.axis).normalized());
  return {Brick{half}, pose};
}

PlacedShape of(const SolidSphere& sphere, int) {
  return {Ball{sphere.radius}, {Eigen::Quaterniond::Identity(), vector(sphere.center)}};
}

PlacedShape of(const SolidCapsule& capsule, int) {
  const Eigen::Vector3d from = vector(capsule.from), to = vector(capsule.to);
  return {Capsule{capsule.radius, 0.5 * (to - from).norm()}, along_z(to - from, 0.5 * (from + to))};
}

void draw(const SolidBox& box, SolidView& view) {
  view.kind = SolidKind::box;
  for (int c = 0; c < 3; ++c) view.half[c] = 0.5 * box.size[c];
}

void draw(const SolidSphere& sphere, SolidView& view) {
  view.kind = SolidKind::sphere;
  view.radius = sphere.radius;
}

void draw(const SolidCapsule& capsule, SolidView& view) {
  view.kind = SolidKind::capsule;
  view.radius = capsule.radius;
  view.half_length = 0.5 * (vector(capsule.to) - vector(capsule.from)).norm();
}

}  // namespace

Pose along_z(const Eigen::Vector3d& direction, const Eigen::Vector3d& origin) {
  return {Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), direction), origin};
}

PlacedShape placed(const SolidShape& solid, int dimension) {
  return std::visit([&](const auto& one) { return of(one, dimension); }, solid);
}

SolidView solid_view(const SolidShape& solid) {
  SolidView view;
  std::visit([&](const auto& one) { draw(one, view); }, solid);
  return view;
}

void place(SolidView& view, const Pose& pose) {
  for (int c = 0; c < 3; ++c) view.position[c] = pose.shift[c];
  for (int c = 0; c < 4; ++c) view.rotation[c] = pose.turn.coeffs()[c];
}

}  // namespace conjac
