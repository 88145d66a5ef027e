#include "rigid/joint_forces.h"

#include <algorithm>

namespace conjac {
namespace {

/// Energy of one coordinate and its two derivatives.
struct Pull {
  double energy = 0, slope = 0, curvature = 0;
  Pull(const JointLaw& law, double q) {
    const double turned = q - law.rest;
    energy = 0.5 * law.spring * turned * turned;
    slope = law.spring * turned;
    curvature = law.spring;
    const double beyond = q - std::clamp(q, law.lower, law.upper);
    if (beyond == 0) return;
    energy += 0.5 * law.limit_stiffness * beyond * beyond;
    slope += law.limit_stiffness * beyond;
    curvature += law.limit_stiffness;
  }
};

}  // namespace

double JointForces::add(const Articulation& tree, const VectorXd& q, VectorXd& force,
                        MatrixXd& stiffness) const {
  double energy = 0;
  for (int i = 0; i < tree.links(); ++i) {
    const JointLaw& law = laws_[i];
    const JointType joint = tree.link(i).joint;
    int at = tree.first_coordinate(i), k = tree.first_unknown(i);
    if (joint == JointType::ball || (joint == JointType::free && !tree.planar())) {
      if (joint == JointType::free) at += 3, k += 3;
      const Point turn =
          rotation_vector(Eigen::Quaterniond(q[at], q[at + 1], q[at + 2], q[at + 3]).normalized());
      const double angle = turn.norm();
      const Pull pull(law, angle);
      energy += pull.energy;
      if (angle > 1e-12) {
        const Point axis = turn / angle;
        force.segment<3>(k) -= pull.slope * axis;
        // Across the axis the true second derivative is slope/angle times a factor near one.
        const double across = std::max(0.0, pull.slope / angle);
        stiffness.block<3, 3>(k, k) += across * Eigen::Matrix3d::Identity() +
                                       (pull.curvature - across) * axis * axis.transpose();
      } else {
        stiffness.block<3, 3>(k, k) += pull.curvature * Eigen::Matrix3d::Identity();
      }
      continue;
    }
    int count = tree.unknowns_of(i);
    if (joint == JointType::free) at += 2, k += 2, count = 1;
    for (int c = 0; c < count; ++c) {
      const Pull pull(law, q[at + c]);
      energy += pull.energy;
      force[k + c] -= pull.slope;
      stiffness(k + c, k + c) += pull.curvature;
    }
  }
  return energy;
}

void JointForces::damping(const Articulation& tree, VectorXd& damping) const {
  damping.resize(tree.unknowns());
  for (int k = 0; k < tree.unknowns(); ++k) damping[k] = laws_[tree.link_of(k)].damping;
}

}  // namespace conjac
