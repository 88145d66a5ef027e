#pragma once

#include <vector>

#include "rigid/articulation.h"

namespace conjac {

/// What acts in the joint of one link, the same on each of its axes. Angles in radians. Ball joints
/// measure the turn as a whole: spring and limit act on its angle. The sliding part of a free joint
/// knows damping alone.
struct JointLaw {
  double spring = 0, rest = 0;         // N m/rad (N/m); where the spring is at ease
  double damping = 0;                  // N m s/rad (N s/m)
  double lower = -1e30, upper = 1e30;  // limits
  double limit_stiffness = 0;          // of the springs beyond them
};

/// Springs, limits and damping of all joints. Springs and limits are potentials,
///
///     spring (q - rest)^2 / 2 + limit_stiffness (q - nearest allowed)^2 / 2,
///
/// once continuously differentiable, so an integrator that keeps energy keeps theirs too. For a
/// ball joint q is the rotation vector p: d|p|^2/2 = p . w for the angular velocity w in the
/// child's axes.
class JointForces {
 public:
  JointForces() = default;
  explicit JointForces(std::vector<JointLaw> laws) : laws_(std::move(laws)) {}

  /// Returns the energy; force (unknowns) += its negative gradient, `stiffness` (unknowns squared)
  /// += its second derivative, positive semidefinite.
  double add(const Articulation& tree, const VectorXd& q, VectorXd& force,
             MatrixXd& stiffness) const;
  /// damping <- the coefficient of every unknown.
  void damping(const Articulation& tree, VectorXd& damping) const;

 private:
  std::vector<JointLaw> laws_;  // (links)
};

}  // namespace conjac
