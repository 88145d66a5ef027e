#pragma once

#include <span>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// What a step may ask of the body: everything that pulls on its nodes, as a potential. The stepper
/// sees neither meshes nor materials.
class ForceModel {
 public:
  virtual ~ForceModel() = default;
  /// Potential energy at x; `force` <- its negative gradient over all nodes.
  virtual double energy_and_force(const VectorXd& x, VectorXd& force) = 0;
  /// The same with the stiffness K = df/dx (projected as the options say).
  virtual double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) = 0;
  /// The same, but parts whose deformation gradients have moved no farther than `slack` since their
  /// stiffness was taken may keep it, to the bit (fem/assemble.h).
  virtual double linearise_where_moved(const VectorXd& x, double /*slack*/, VectorXd& force,
                                       SparseMatrix& stiffness) {
    return linearise(x, force, stiffness);
  }
  /// What touches or will touch in the step from x, without any stiffness: for explicit steps.
  virtual void look_for_contacts(const VectorXd& /*x*/) {}
  /// The same with K as it is, never projected.
  virtual double linearise_exactly(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) {
    return linearise(x, force, stiffness);
  }
  /// Forces that are no gradient (scene/pressure.h) have an energy only along straight lines: those
  /// from x, from now on.
  virtual void count_energy_from(const VectorXd& /*x*/) {}
  /// Forces -D(x) v resist the rate of strain (fem/viscosity.h). They are no part of the force above:
  /// how they act depends on the integrator. D is symmetric and has the pattern of the stiffness.
  virtual bool viscous() const { return false; }
  virtual void viscous_matrix(const VectorXd& /*x*/, SparseMatrix& /*D*/) const {}
  /// force -= D(x) v.
  virtual void add_viscous_force(const VectorXd& /*x*/, const VectorXd& /*v*/,
                                 VectorXd& /*force*/) const {}
  /// How far any element's deformation gradient has moved since the last linearise().
  virtual double moved_since_linearised(const VectorXd& x) = 0;

  /// Wall clock spent in here so far, s.
  virtual double seconds() const { return 0; }
  /// Adds the forces of the contacts at the last x that was asked about.
  virtual void add_contact_force(VectorXd& /*force*/) const {}
  /// Does anything touch, or will it within the step linearised last?
  virtual bool touches_ahead() const { return false; }
  /// Springs that pull single nodes to a point, the same in all directions; part of K.
  struct Springs {
    std::span<const int> nodes;
    std::span<const double> stiffness;  // N/m
  };
  virtual Springs springs_on_nodes() const { return {}; }
};

}  // namespace conjac
