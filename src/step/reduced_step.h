#pragma once

#include "linalg/dense_cholesky.h"
#include "reduce/basis.h"
#include "step/integrators.h"
#include "step/joint_terms.h"
#include "step/reduced_viscosity.h"

namespace conjac {

/// The reduced equations of motion, for one velocity mapping v = J u + c (u the reduced unknowns, c
/// the motion the scripted nodes impose, see reduce/condense.h).
///
/// Each integrator is a row of weights; the equations with them are in step/integrators.h.
///
/// The trapezoidal velocities are corrected once more with the force at the end of the step, which
/// the stabilisation has evaluated anyway (correct()): the linearised force is off by half of
/// (K_now - K) dx, K the matrix of a factor that may be some steps old, and that error has one sign
/// for a whole swing. Measured on RELEASE (10 mm, no inertia relief): 0.71 of the energy 0.015 s
/// after the release became 0.59 at 0.3 s without the correction and stayed 0.70 with it.
///
/// J'KJ and J'Kc come from the condensation; only J'MJ and J' of vectors are formed here.
///
/// With rigid bodies the last unknowns are joint velocities: their mass matrix, joint forces and
/// the stiffness of joint springs are added to the reduced system (step/joint_terms.h).
class ReducedStep {
 public:
  void reserve(int unknowns, int full_size);

  /// J'MJ, whenever J has changed, and the mass matrix of the joints.
  void reduce_mass(const Condensation& condensation, const VectorXd& mass,
                   const JointTerms& joints = {});
  /// The same for modes, where it is the identity.
  void unit_mass(int unknowns);
  /// Nothing but inertia answers impulses in this step: of modes, M~ is the identity.
  void unit_response(int unknowns);

  struct Input {
    const VectorXd& mass;   // (all) lumped
    const VectorXd& force;  // (all) at the start of the step
    const VectorXd& v0;     // (all) velocities before the step
    const VectorXd& c;      // (all) velocities imposed by scripted nodes
    bool scripted;          // c is not zero; then the basis knows J'Kc
    const JointTerms& joints;
    const MatrixXd* contact = nullptr;  // h^2 times the reduced stiffness of contacts, in lhs
    const VectorXd* impulse = nullptr;  // (all) further impulses of velocities()
  };
  /// Solves for u; v <- J u + c, dx <- what the integrator adds to the positions. False when the
  /// reduced system is not positive definite.
  bool velocities(const Basis& basis, const StepWeights& weights, const Input& in,
                  std::span<const int> driven_unknowns, VectorXd& v, VectorXd& dx);

  /// One Newton correction of the trapezoidal rule at the new positions, where the force is
  /// `force_there`: the residual J'(M (v - v0) - h/2 (f + f_there)), damping included, is driven to
  /// zero with the matrix of the step. Changes v and u alone.
  void correct(const Basis& basis, const StepWeights& weights, const Input& in,
               const VectorXd& force_there, VectorXd& v);

  /// Changes the reduced velocity by du: v along with it, dx by `share` of the step h.
  void push(const Basis& basis, const VectorXd& du, double share, VectorXd& v, VectorXd& dx);
  /// b <- (J'M~J)^-1 b, M~ the matrix of the step.
  void solve_inertia(VectorXd& b) const { factor_.solve_in_place(b); }
  /// b <- J' x.
  void reduce(const Basis& basis, const VectorXd& x, VectorXd& b) const;

  /// The acceleration the forces of the step have produced, J (u - u') / h with u' the reduced
  /// velocity nearest to v0. Not (v - v0) / h: J changes from step to step, and the jump of v that
  /// comes with it would be divided by h.
  void acceleration(const Basis& basis, double h, VectorXd& a) const;

  /// The motion of the lively dynamic nodes: direction <- J W u, u the velocities of the dynamic
  /// nodes in v and W the activity of each over that of the liveliest. `activity` (one per dynamic
  /// node) is its largest kinetic energy of late and is brought up to date: a limb at its turning
  /// point is lively, one that trembles beside it is not. The joints count as one more node, the
  /// last; their part of W u is lively_joints(). "Of late" is within about `memory`, s.
  void lively_direction(const Basis& basis, std::span<const int> driven_unknowns,
                        std::span<double> activity, double h, double memory, const VectorXd& v,
                        const VectorXd& joint_velocities, VectorXd& direction);

  auto lively_joints(int count) const { return middle_.segment(unknowns_ - count, count); }

  auto u() const { return u_.head(unknowns_); }
  /// J'MJ with the joints' mass.
  auto mass() const { return mass_.topLeftCorner(unknowns_, unknowns_); }
  /// What resists the motion of a viscous body; its owner says when J is new.
  ReducedViscosity& viscosity() { return viscosity_; }

 private:
  void reduce_momentum(const Basis& basis, const StepWeights& weights, const Input& in,
                       Eigen::Ref<VectorXd> rhs);
  void find_nearest(const Basis& basis, const Input& in);

  int unknowns_ = 0;
  MatrixXd mass_;  // J'MJ (capacity), top left corner used
  MatrixXd lhs_;
  VectorXd rhs_, u_, u0_, nearest_, middle_, momentum_, packed_, packed_mean_;
  DenseCholesky factor_, mass_factor_;
  ReducedViscosity viscosity_;
};

}  // namespace conjac
