#pragma once

#include <span>

#include "core/dim.h"

namespace conjac {

/// The rows of J for a piece that keeps its shape.
///
/// The reduced unknowns u are the velocities of the piece's drivers, as for an elastic piece. Three
/// drivers in space have nine velocities, a rigid motion has six parameters. So we take the rigid
/// motion nearest to u, by least squares, and move all nodes of the piece by it:
///
///     E_i            velocities of node i, one column per rigid motion ("mode"): translations,
///                    then rotations about the drivers' centre     (stride x modes)
///     E_d = Q R      the same for all drivers, stacked, and its QR factorization
///     a   = R^-1 Q' u      the parameters that minimise |E_d a - u|
///     v_i = E_i a = E_i R^-1 Q' u      so the rows of J are E_i R^-1 Q'.
///
/// The part of u that is no rigid motion, (I - Q Q') u, moves nothing. The reduced system needs
/// something to hold these combinations (Condensation::add_unused_mass), else it is singular.
class RigidRows {
 public:
  void reserve(int driven);  // the largest number of driven unknowns there will be
  /// Finds Q and R for the nodes `drivers` at x. False when some rigid motion leaves all of them
  /// where they are (one node, or nodes on a line): then u does not determine the motion.
  bool fit(const VectorXd& x, int stride, std::span<const int> drivers);
  /// values (driven unknowns) <- the row of J for one component of a node at x.
  void row(const VectorXd& x, int node, int component, double* values) const;
  /// Entry (i, j) of I - Q Q', i and j driven unknowns.
  double unused(int i, int j) const;

 private:
  int modes() const { return stride_ == 3 ? 6 : 3; }
  double mode(const VectorXd& x, int node, int component, int which) const;

  int stride_ = 3, driven_ = 0;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();  // of the drivers
  double size_ = 1;                                   // their distance from it, root mean square, m
  Eigen::Matrix<double, 6, 6> R_;                     // (modes x modes) upper triangle
  VectorXd Q_;                                        // (driven x modes) column by column, capacity
};

}  // namespace conjac
