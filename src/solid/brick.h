#pragma once

#include <algorithm>
#include <cmath>

#include "solid/shape.h"

namespace conjac {

/// A box. In 2D it has no faces in front of and behind the plane.
struct Brick {
  using Spec = SolidBox;
  Eigen::Vector3d half = Eigen::Vector3d::Ones();

  Distance distance(const Eigen::Vector3d& p) const {
    const Eigen::Vector3d beyond = p.cwiseAbs() - half;
    const Eigen::Vector3d side = p.unaryExpr([](double c) { return c < 0 ? -1.0 : 1.0; });
    int nearest = 0;
    const double inside = beyond.maxCoeff(&nearest);
    if (inside <= 0) return {inside, side[nearest] * Eigen::Vector3d::Unit(nearest)};
    const Eigen::Vector3d outside = beyond.cwiseMax(0.0);
    const double length = outside.norm();
    return {length, outside.cwiseProduct(side) / length};
  }
  std::vector<Feature> features(bool planar) const {
    std::vector<Feature> corners;
    for (int corner = 0; corner < (planar ? 4 : 8); ++corner) {
      Eigen::Vector3d point = half;
      for (int c = 0; c < 3; ++c)
        if (corner >> c & 1) point[c] = -point[c];
      if (planar) point.z() = 0;
      corners.push_back({point, 0.0});
    }
    return corners;
  }

  static Placed<Brick> place(const Spec& spec, int dimension) {
    Eigen::Vector3d half = 0.5 * as_vector(spec.size);
    if (dimension == 2) half.z() = 1e6;
    Pose pose{Eigen::Quaterniond::Identity(), as_vector(spec.center)};
    if (spec.rotate.degrees != 0) pose.turn = turn_of(spec);
    return {Brick{half}, pose};
  }
  static double thickness(const Spec& spec, int dimension) {
    return 0.5 * *std::min_element(spec.size.begin(), spec.size.begin() + dimension);
  }
  static MassProperties mass(const Spec& spec, bool planar) {
    const Eigen::Vector3d size = as_vector(spec.size), square = size.cwiseAbs2();
    MassProperties result;
    result.center = as_vector(spec.center);
    result.mass = size.x() * size.y() * (planar ? 1 : size.z());
    if (planar) {
      result.inertia = about_z(result.mass / 12 * (square.x() + square.y()));
      return result;
    }
    const Eigen::Vector3d moments(square.y() + square.z(), square.x() + square.z(),
                                  square.x() + square.y());
    const Eigen::Matrix3d turn = turn_of(spec).toRotationMatrix();
    result.inertia = turn * (result.mass / 12 * moments).asDiagonal() * turn.transpose();
    return result;
  }
  static void draw(const Spec& spec, SolidView& view) {
    view.kind = SolidKind::box;
    for (int c = 0; c < 3; ++c) view.half[c] = 0.5 * spec.size[c];
  }

 private:
  static Eigen::AngleAxisd turn_of(const Spec& spec) {
    return {spec.rotate.degrees * M_PI / 180, as_vector(spec.rotate.axis).normalized()};
  }
};

}  // namespace conjac
