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

/// Of a ball whose quaternion stands at q[at], with the unknowns k, k + 1 and k + 2.
double add_ball(const JointLaw& law, const VectorXd& q, int at, int k, VectorXd& force,
                MatrixXd& stiffness) {
  const Point turn =
      rotation_vector(Eigen::Quaterniond(q[at], q[at + 1], q[at + 2], q[at + 3]).normalized());
  const double angle = turn.norm();
  const Pull pull(law, angle);
  if (angle > 1e-12) {
    const Point axis = turn / angle;
    force.segment<3>(k) -= pull.slope * axis;
    // Across the axis the true second derivative is slope/angle times a factor near one.
    const double across = std::max(0.0, pull.slope / angle);
    stiffness.block<3, 3>(k, k) +=
        across * Eigen::Matrix3d::Identity() + (pull.curvature - across) * axis * axis.transpose();
  } else {
    stiffness.block<3, 3>(k, k) += pull.curvature * Eigen::Matrix3d::Identity();
  }
  return pull.energy;
}

}  // namespace

double JointForces::add(const Articulation& tree, const VectorXd& q, VectorXd& force,
                        MatrixXd& stiffness) const {
  double energy = 0;
  int at = 0, k = 0;
  for (int i = 0; i < tree.links(); ++i)
    for (const Freedom& freedom : tree.freedoms(i)) {
      if (freedom.kind == Freedom::Kind::ball) {
        energy += add_ball(laws_[i], q, at, k, force, stiffness);
      } else if (!freedom.loose) {
        const Pull pull(laws_[i], q[at]);
        energy += pull.energy;
        force[k] -= pull.slope;
        stiffness(k, k) += pull.curvature;
      }
      at += freedom.coordinates();
      k += freedom.unknowns();
    }
  return energy;
}

void JointForces::damping(const Articulation& tree, VectorXd& damping) const {
  damping.resize(tree.unknowns());
  for (int k = 0; k < tree.unknowns(); ++k) damping[k] = laws_[tree.link_of(k)].damping;
}

}  // namespace conjac
