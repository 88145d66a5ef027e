#pragma once

#include <functional>
#include <span>
#include <vector>

#include "conjac/scene_spec.h"
#include "contact/contact_point.h"

namespace conjac {

/// Coulomb friction as a filter of velocities, given the normal impulses.
///
/// The paper filters the velocity of every contact node by itself (Bridson et al. 2002) and then
/// asks for the reduced velocity nearest to the filtered one in the metric M~ = M - beta h^2 K. A
/// node's own mass is a small part of what has to be stopped, so one such pass brakes too little
/// where a body slides and lets it creep where it should stick. Both steps together ask for
///
///     min over u   1/2 |J u + c - v|^2_M~  +  sum_i mu p_i |T_i v_rel,i(u)|
///
/// with v the velocity before friction, p_i the normal impulse and T_i the tangential part at
/// contact i: the least-squares problem of the paper, with the work of Coulomb's friction instead
/// of a velocity guessed beforehand. It is convex and never raises the energy. Its dual, over
/// tangential impulses lambda_i on the first node of each contact,
///
///     min  1/2 lambda' N lambda + lambda' v_rel,   |lambda_i| <= mu p_i,
///
///     N = T J (J'M~J)^-1 J'T',
///
/// is solved here by accelerated projected gradients (Nesterov, with restarts and a step size found
/// by backtracking). N is never formed: `respond` says what velocities impulses give. For the full
/// system it is a solve with M~.
template <int Dim>
class Friction {
 public:
  /// Impulses on the contacts' first nodes -> change of the relative velocities; both (contacts x
  /// Dim), flat.
  using Respond = std::function<void(const VectorXd& impulses, VectorXd& velocities)>;

  struct Options {
    double tolerance = ContactSpec{}.friction_tolerance;  // m/s
    int most_iterations = 0;
  };
  struct Result {
    int iterations = 0;
    double residual = 0;  // m/s: 0 when every contact obeys Coulomb's law
  };

  /// `limits` (contacts) are mu p_i, Ns; `velocity` the relative velocities without friction, and
  /// `impulse` a guess. Brings both to the solution; the normal part of `velocity` is lost.
  Result solve(std::span<const ContactPoint<Dim>> points, std::span<const double> limits,
               const Respond& respond, const Options& options, VectorXd& velocity,
               VectorXd& impulse);

  /// Estimate of N's largest eigenvalue, 1/kg; carried on from solve to solve, and put back where a
  /// step is undone.
  double curvature = 0;

 private:
  void project(std::span<const ContactPoint<Dim>> points, std::span<const double> limits,
               VectorXd& impulse) const;
  void keep_tangential(std::span<const ContactPoint<Dim>> points, VectorXd& values) const;

  VectorXd y_, y_velocity_, next_, next_velocity_, now_velocity_;
};

}  // namespace conjac
