#pragma once

#include "core/dim.h"

namespace conjac {

/// What rigid bodies add to the equations of motion. Their joint velocities u are the last unknowns
/// of the reduced system (ConJac) or a border of the full one (Vanilla); the flesh that rides on
/// them comes in through B (reduce/roles.h), the bodies themselves through
///
///     M du/dt = force - damping u - stiffness (q - q0)
///
/// with all but M and the damping taken at the start of the step. `force` holds gravity, velocity
/// products, springs, limits and torques. Only joints that are not moved by the timeline are here;
/// those that are act through `force`. Empty (count 0) without bones.
struct JointTerms {
  int count = 0;
  MatrixXd mass;       // (count x count) at the start
  MatrixXd stiffness;  // (count x count) of springs and limits, positive semidefinite
  VectorXd damping;    // (count)
  VectorXd velocity;   // (count) before the step
  VectorXd force;      // (count) at the start, without the flesh's pull

  // At the end of the step, for the correction of the trapezoidal rule.
  MatrixXd mean_mass;    // (count x count) of start and end
  VectorXd force_there;  // (count)
  VectorXd turned_pull;  // (count) how the flesh's pull on the joints changes as their axes turn

  struct Rule {
    double h, stiff, before;
    bool middle;  // trapezoidal: u0 and u share the damping and the stiffness
  };
  /// Adds the joints' part to the matrix and right-hand side of a step (the mass is in the matrix
  /// already, the flesh's part of everything too).
  void add(const Rule& rule, Eigen::Ref<MatrixXd> lhs, Eigen::Ref<VectorXd> rhs) const;
  /// residual += what the trapezoidal rule leaves in the joints at u; a: mass-proportional damping.
  void add_residual(double h, double a, const Eigen::Ref<const VectorXd>& u,
                    Eigen::Ref<VectorXd> residual) const;
};

}  // namespace conjac
