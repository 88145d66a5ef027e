#pragma once

#include "core/dim.h"

namespace conjac {

/// Velocities of all nodes and joints in one value, or impulses on them. A body without bones has
/// zero joints and needs no case of its own.
struct Motion {
  VectorXd nodes;   // (dofs)
  VectorXd joints;  // (joint unknowns)

  void set_zero(Eigen::Index dofs, Eigen::Index joint_unknowns) {
    nodes.setZero(dofs);
    joints.setZero(joint_unknowns);
  }
  double dot(const Motion& other) const {
    return nodes.dot(other.nodes) + joints.dot(other.joints);
  }
  void add(double scale, const Motion& other) {
    nodes += scale * other.nodes;
    joints += scale * other.joints;
  }
  void swap(Motion& other) {
    nodes.swap(other.nodes);
    joints.swap(other.joints);
  }
};

/// The mass of everything that moves.
struct Inertia {
  const VectorXd& nodes;   // (dofs) lumped, kg
  const MatrixXd& joints;  // (joint unknowns squared) at the pose of the moment

  double energy(const Motion& v) const {
    return 0.5 * v.nodes.cwiseAbs2().dot(nodes) + 0.5 * v.joints.dot(joints.lazyProduct(v.joints));
  }
  /// a'M b.
  double product(const Motion& a, const Motion& b) const {
    return a.nodes.cwiseProduct(b.nodes).dot(nodes) + b.joints.dot(joints.lazyProduct(a.joints));
  }
};

}  // namespace conjac
