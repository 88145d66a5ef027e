#pragma once

#include "step/dynamics.h"
#include "step/vanilla.h"

namespace conjac {

/// The integrators of full FE beside Vanilla's own. All of them ask for velocities u with
///
///     (1 + a k) M u = M p + k f(y + k u)                                                      (*)
///
/// over the free nodes: a step of backward Euler of length k from positions y and velocities p, a
/// the mass-proportional damping; a viscous material adds -k D u to the right (fem/viscosity.h). They differ in where it begins and in what follows from u:
///
///                    k         y    p    x - x0          v          f in (*)
///     trapezoidal    h/2       x0   v0   h u             2 u - v0   linear about x0
///     midpoint       h/2       x0   v0   h u             2 u - v0   as it is, Newton's method
///     bdf2           theta h   x^   v^   x^ - x0 + k u   u          linear about x0
///
///     r = h / h_before,  theta = (1 + r) / (1 + 2 r),  x^ = x0 + r^2 / (1 + 2 r) (x0 - x_before),
///
/// v^ in the same way. All are of second order and exact for uniform acceleration. Where bdf2 has
/// no step before, or one so much shorter that it would not be stable (r > 1 + sqrt 2; the guard's
/// halves), one step of the trapezoidal rule takes its place.
///
/// (*) is the stationary point of
///
///     P(u) = (1 + a k)/2 u'M u - u'M p + U(y + k u),
///
/// which Newton's method goes down, with a line search; so midpoint converges wherever K is
/// projected. It keeps momentum and angular momentum. An energy that is not quadratic it makes or
/// loses by the cube of the step, which grows where steps are longer than the shortest swings; the
/// world takes or gives that little (step/conserve.h), so that the energy is kept.
///
/// Held nodes arrive where the timeline wants them: u there is (x - y) / k. Bones and contacts are
/// no part of this (scene/check_method.h).
class ImplicitStage {
 public:
  /// What `integrator` asks for in this try.
  void begin(Integrator integrator, const Bodies& bodies, const Try& now, const Trial& trial,
             const SparseMatrix* viscosity = nullptr);
  /// f linear about x0; the system has K there. False: the reason is in the trial's message.
  bool solve_linear(const Bodies& bodies, VanillaStep& step, Trial& trial);
  /// f as it is; changes the system's K.
  bool solve_newton(const Bodies& bodies, VanillaStep& step, Trial& trial);
  /// The try's velocities and the way of every node.
  void end(const Bodies& bodies, const Trial& trial, Try& now) const;

 private:
  bool factorize(const Bodies& bodies, VanillaStep& step, Trial& trial);
  double objective(const Bodies& bodies, const VectorXd& u, double potential) const;
  void residual(const Bodies& bodies, const VectorXd& force);

  double resisted(const VectorXd& u) const;  // u'D u, and viscous_ <- D u

  double k_ = 0, damping_ = 0;               // s, 1/s
  const SparseMatrix* viscosity_ = nullptr;  // D of the material, lower triangle; null: none
  mutable VectorXd viscous_;
  bool middle_ = true;
  VectorXd y_, shift_, p_;  // (dofs) y, y - x0, p
  VectorXd imposed_, u_;    // (dofs) u of held nodes, zero elsewhere; u
  VectorXd force_, r_, du_, trial_u_, x_, load_;
  MatrixXd no_columns_, no_corner_;
  VectorXd no_joints_, none_;
  JointTerms no_terms_;
};

}  // namespace conjac
