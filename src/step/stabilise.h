#pragma once

#include "reduce/modes.h"
#include "step/modal_touch.h"
#include "system/force_model.h"

namespace conjac {

/// Pulls the quasistatic nodes back to zero net force after the move (`post`): Newton corrections
/// with the step's own factor, drivers held still,
///
///     dx = A_qq^-1 (f_q(x) - M_q a_q),
///
/// and a backtracking line search on the potential energy at fixed drivers, so that a correction
/// never raises it. With inertia relief a is the acceleration the mapping has just produced, and
/// the energy is that of the body in the accelerated frame; without, a = 0, which treats gravity on
/// a falling body as if its drivers were supports. At rest a = 0 and both are the same.
class Stabiliser {
 public:
  struct Result {
    double energy = 0;  // potential energy at the corrected x
    double relief = 0;  // part of it that the inertia of the followers holds: M a . A^-1 M a / 2
  };
  /// Moves x, where the model has just said `energy` and `force`; `force` <- force at the corrected
  /// x. `inertia` (all unknowns) is M a, or zero.
  Result correct(ForceModel& model, Condensation& condensation, const VectorXd& inertia,
                 int newton_steps, double energy, VectorXd& x, VectorXd& force);

  /// The same where modes are what moves (reduce/modes.h): what is no mode follows,
  ///
  ///     dx = P A^-1 P'f(x),   P = I - Phi Phi'M,
  ///
  /// M-orthogonal to all modes, so that correction and motion do not fight. Modes feel no pull along
  /// it, so their inertia does no work there: the potential energy alone falls. At rest P'f = f.
  /// Stops early once a correction gains less than a trifle of `at_play`, the energy of the motion.
  Result correct(ForceModel& model, Condensation& condensation, Modes& modes, const VectorXd& mass,
                 ModalTouch& touch, int newton_steps, double at_play, double energy, VectorXd& x,
                 VectorXd& force);

 private:
  /// One correction along dx by line search; false: none was found.
  bool descend(ForceModel& model, const VectorXd& dx, double fictitious, Result& result,
               VectorXd& x, VectorXd& force);

  VectorXd residual_, trial_, trial_force_;
};

}  // namespace conjac
