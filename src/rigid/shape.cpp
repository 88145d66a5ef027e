#include "rigid/shape.h"

#include <cmath>

namespace conjac {
namespace {

Point as_point(const Triple& t) {
  return {t[0], t[1], t[2]};
}

/// Of a body that is symmetric about the unit vector `axis`.
Eigen::Matrix3d symmetric_about(const Point& axis, double along, double across) {
  return across * Eigen::Matrix3d::Identity() + (along - across) * axis * axis.transpose();
}

Eigen::Matrix3d about_z(double moment) {
  Eigen::Matrix3d result = Eigen::Matrix3d::Zero();
  result(2, 2) = moment;
  return result;
}

MassProperties of(const SolidBox& box, bool planar) {
  const Point size = as_point(box.size), square = size.cwiseAbs2();
  MassProperties result;
  result.center = as_point(box.center);
  result.mass = size.x() * size.y() * (planar ? 1 : size.z());
  if (planar) {
    result.inertia = about_z(result.mass / 12 * (square.x() + square.y()));
    return result;
  }
  const Point moments(square.y() + square.z(), square.x() + square.z(), square.x() + square.y());
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(box.rotate.degrees * M_PI / 180, as_point(box.rotate.axis).normalized())
          .toRotationMatrix();
  result.inertia = turn * (result.mass / 12 * moments).asDiagonal() * turn.transpose();
  return result;
}

MassProperties of(const SolidSphere& sphere, bool planar) {
  const double r = sphere.radius;
  MassProperties result;
  result.center = as_point(sphere.center);
  result.mass = planar ? M_PI * r * r : 4.0 / 3 * M_PI * r * r * r;
  result.inertia = planar
                       ? about_z(result.mass * r * r / 2)
                       : Eigen::Matrix3d(0.4 * result.mass * r * r * Eigen::Matrix3d::Identity());
  return result;
}

MassProperties of(const SolidCapsule& capsule, bool planar) {
  const Point from = as_point(capsule.from), to = as_point(capsule.to);
  const double r = capsule.radius, length = (to - from).norm();
  const Point axis = length > 0 ? Point((to - from) / length) : Point::UnitX();
  MassProperties result;
  result.center = (from + to) / 2;
  // A rod between two half balls (in the plane: a rectangle between two half discs), whose centres
  // of mass lie `out` beyond the ends of the rod.
  const double rod = (planar ? 2 * r : M_PI * r * r) * length;
  const double caps = planar ? M_PI * r * r : 4.0 / 3 * M_PI * r * r * r;
  const double out = planar ? 4 * r / (3 * M_PI) : 3.0 / 8 * r;
  const double arm = length / 2 + out;
  result.mass = rod + caps;
  if (planar) {
    const double moment =
        rod / 12 * (length * length + 4 * r * r) + caps * (r * r / 2 - out * out + arm * arm);
    result.inertia = about_z(moment);
    return result;
  }
  const double along = rod * r * r / 2 + 0.4 * caps * r * r;
  const double across =
      rod * (r * r / 4 + length * length / 12) + caps * (0.4 * r * r - out * out + arm * arm);
  result.inertia = symmetric_about(axis, along, across);
  return result;
}

}  // namespace

MassProperties unit_density(const SolidShape& shape, bool planar) {
  return std::visit([&](const auto& one) { return of(one, planar); }, shape);
}

MassProperties together(std::span<const MassProperties> parts) {
  MassProperties sum;
  for (const MassProperties& part : parts) {
    sum.mass += part.mass;
    sum.center += part.mass * part.center;
  }
  if (sum.mass > 0) sum.center /= sum.mass;
  for (const MassProperties& part : parts) {
    const Eigen::Matrix3d offset = cross_matrix(part.center - sum.center);
    sum.inertia += part.inertia - part.mass * offset * offset;
  }
  return sum;
}

}  // namespace conjac
