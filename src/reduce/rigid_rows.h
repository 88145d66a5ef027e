#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

/// The rows of J for a piece that keeps its shape. Its reduced unknowns u are the velocities of its
/// drivers, as for any other piece; the rigid motion nearest to them moves all of its nodes:
///
///     v_i = E_i R^-1 Q' u,     E_d = Q R  over the drivers d,
///
/// E_i the velocities of node i in the translations and rotations about the drivers' centre. What
/// of u is no rigid motion, (I - Q Q') u, moves nothing.
class RigidRows {
 public:
  void reserve(int driven);  // most unknowns there may be
  /// `drivers` are nodes of x. False when they leave a rigid motion open.
  bool fit(const VectorXd& x, int stride, std::span<const int> drivers);
  /// values (driven unknowns) <- the row of one component of a node at x.
  void row(const VectorXd& x, int node, int component, double* values) const;
  /// Entry of I - Q Q'.
  double unused(int i, int j) const;

 private:
  int modes() const { return stride_ == 3 ? 6 : 3; }
  double mode(const VectorXd& x, int node, int component, int which) const;

  int stride_ = 3, driven_ = 0;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double size_ = 1;
  Eigen::Matrix<double, 6, 6> R_;
  VectorXd Q_;  // (driven x modes) column by column, capacity
};

}  // namespace conjac
