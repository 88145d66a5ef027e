#pragma once

#include "core/dim.h"

namespace conjac {

/// The part of a vector over all nodes that belongs to one.
template <int Dim>
Vec<Dim> at(const VectorXd& values, int node) {
  return values.template segment<Dim>(static_cast<Eigen::Index>(node) * Dim);
}

/// The same in space: two dimensions lie in the plane z = 0.
template <int Dim>
Eigen::Vector3d in_space(const Vec<Dim>& v) {
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  p.template head<Dim>() = v;
  return p;
}

template <int Dim>
Eigen::Vector3d in_space(const VectorXd& values, int node) {
  return in_space<Dim>(at<Dim>(values, node));
}

}  // namespace conjac
