#pragma once

#include "reduce/modes.h"
#include "step/modal_touch.h"

namespace conjac {

/// A step of modes, exact in time where the body is linear. With u = Phi'M (v - c) and g = Phi'f at
/// its start, a mode swings about g / w^2:
///
///     y = s u + (1 - k) / w^2 g,   u1 = k u + s g,   k = cos(w h), s = sin(w h) / w,
///
/// so its period has no error whatever h is; mass-proportional damping a is in the closed form too
/// (swing()). What is not linear enters at the end, like the kick of Verlet's method:
///
///     u1 += h/2 (Phi'f(x1) - (g - w^2 y)),
///
/// with the force where the step has come to and that which the linear swing would have met there.
class ModalStep {
 public:
  void reserve(int modes, int full_size);

  struct Input {
    const VectorXd& mass;         // (all) lumped
    const VectorXd& force;        // (all) at the start of the step
    const VectorXd& v0;           // (all) velocities before it
    const VectorXd& c;            // (all) velocities that scripted nodes impose, quasistatic
    double h, damping;            // s, 1/s
    ModalTouch* touch = nullptr;  // what the modes meet on their way
  };
  /// v <- Phi u1 + c, dx <- Phi y + h c.
  void swing(const Modes& modes, const Input& in, VectorXd& v, VectorXd& dx);
  /// What that took, J: the damping, and motion at the start that is none of the modes.
  double damped() const { return damped_; }
  double dropped() const { return dropped_; }
  /// v follows the force at the end of the step. Returns the kick's part of the motion: the root of
  /// its energy over that of the swing. A large one says that the modes are not those of the body.
  double kick(const Modes& modes, const VectorXd& force_there, VectorXd& v);

  /// What a mode of this w^2 does in a step.
  struct Swing {
    double u_to_u, u_to_y, g_to_y;  // g_to_u is u_to_y
    double kick;                    // of the force that is not linear, over the step, s
  };
  static Swing swing(double square, double h, double damping);

 private:
  VectorXd momentum_, u_, force_, expected_, kicks_;
  double damped_ = 0, dropped_ = 0;
};

}  // namespace conjac
