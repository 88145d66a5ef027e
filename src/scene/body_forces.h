#pragma once

#include "fem/assemble.h"
#include "scene/node_springs.h"
#include "step/force_model.h"

namespace conjac {

/// Everything that pulls on the nodes of a body: elasticity, gravity, dead loads, a hand's springs.
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
  NodeSprings<Dim>& springs() { return springs_; }    // written by whoever drags nodes
  const NodeSprings<Dim>& springs() const { return springs_; }
  bool project = true;

  /// Energy of the bones at their present pose, counted with the flesh's.
  struct Bones {
    double elastic = 0, gravity = 0;
  } bones;

  /// The parts of the energy at the last evaluation.
  double elastic_energy() const { return elastic_energy_; }
  double gravity_energy() const { return gravity_energy_; }
  double spring_energy() const { return spring_energy_; }
  double seconds() const { return seconds_; }  // spent in here so far, wall clock

 private:
  double potential(const VectorXd& x, double elastic);

  Elastic<Dim> elastic_;
  NodeSprings<Dim> springs_;
  VectorXd weight_, load_;
  double elastic_energy_ = 0, gravity_energy_ = 0, spring_energy_ = 0, seconds_ = 0;
};

}  // namespace conjac
