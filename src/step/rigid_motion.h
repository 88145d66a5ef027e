#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "core/dim.h"

namespace conjac {

inline Eigen::Vector3d node_vector(const VectorXd& values, int node, int stride) {
  Eigen::Vector3d result = Eigen::Vector3d::Zero();
  for (int c = 0; c < stride; ++c) result[c] = values[node * stride + c];
  return result;
}

/// v = linear + angular x (x - centre): the rigid motion with the momenta that some nodes have.
struct RigidMotion {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero(), linear = centre, angular = centre;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centre
  Eigen::Vector3d at(const Eigen::Vector3d& x) const {
    return linear + angular.cross(Eigen::Vector3d(x - centre));
  }
};

/// `nodes`: any range of numbers. Flat pieces (2D) turn about z alone.
template <class Nodes>
RigidMotion rigid_motion(Nodes&& nodes, const VectorXd& x, const VectorXd& v, const VectorXd& mass,
                         int stride) {
  RigidMotion motion;
  double total = 0;
  for (int i : nodes) {
    const double m = mass[i * stride];
    total += m;
    motion.centre += m * node_vector(x, i, stride);
    motion.linear += m * node_vector(v, i, stride);
  }
  motion.centre /= total;
  motion.linear /= total;
  Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
  for (int i : nodes) {
    const double m = mass[i * stride];
    const Eigen::Vector3d r = node_vector(x, i, stride) - motion.centre;
    motion.inertia += m * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
    momentum += m * r.cross(Eigen::Vector3d(node_vector(v, i, stride) - motion.linear));
  }
  motion.angular = motion.inertia.fullPivLu().solve(momentum);
  return motion;
}

}  // namespace conjac
