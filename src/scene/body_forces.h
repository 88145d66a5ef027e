#pragma once

#include "fem/assemble.h"
#include "step/force_model.h"

namespace conjac {

/// Everything that pulls on the nodes of a body: elasticity, gravity, dead loads.
template <int Dim>
class BodyForces final : public ForceModel {
 public:
  BodyForces(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials, const VectorXd& mass,
             const Vec<Dim>& gravity);

  double energy_and_force(const VectorXd& x, VectorXd& force) override;
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) override;
  double moved_since_linearised(const VectorXd& x) override { return elastic_.largest_change(x); }

  Elastic<Dim>& elastic() { return elastic_; }
  const Elastic<Dim>& elastic() const { return elastic_; }
  VectorXd& load() { return load_; }                  // (dofs) dead loads, written by the timeline
  const VectorXd& weight() const { return weight_; }  // (dofs) m g
  bool project = true;

  /// The parts of the energy at the last evaluation.
  double elastic_energy() const { return elastic_energy_; }
  double gravity_energy() const { return gravity_energy_; }
  double seconds() const { return seconds_; }  // spent in here so far, wall clock

 private:
  double potential(const VectorXd& x, double elastic);

  Elastic<Dim> elastic_;
  VectorXd weight_, load_;
  double elastic_energy_ = 0, gravity_energy_ = 0, seconds_ = 0;
};

}  // namespace conjac
