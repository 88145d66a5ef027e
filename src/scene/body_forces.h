#pragma once

#include "contact/contacts.h"
#include "fem/assemble.h"
#include "fem/viscosity.h"
#include "scene/node_springs.h"
#include "scene/pressure.h"
#include "scene/ties.h"
#include "system/force_model.h"

namespace conjac {

class Archive;

/// Everything that pulls on the nodes of a body: elasticity, gravity, dead loads, pressure, springs
/// of the scene, contact, a hand's springs.
template <int Dim>
class BodyForces final : public ForceModel {
 public:
  BodyForces(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials, const Ties<Dim>& ties,
             const VectorXd& mass, const Vec<Dim>& gravity);

  double energy_and_force(const VectorXd& x, VectorXd& force) override;
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) override;
  double linearise_where_moved(const VectorXd& x, double slack, VectorXd& force,
                               SparseMatrix& stiffness) override;
  void look_for_contacts(const VectorXd& x) override;
  double linearise_exactly(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) override;
  /// Infinite when a contact with an obstacle came or went: then the factor does not fit either.
  double moved_since_linearised(const VectorXd& x) override;

  bool viscous() const override { return viscosity_.any(); }
  void viscous_matrix(const VectorXd& x, SparseMatrix& D) const override;
  void add_viscous_force(const VectorXd& x, const VectorXd& v, VectorXd& force) const override {
    viscosity_.add_force(x, v, force);
  }
  Viscosity<Dim>& viscosity() { return viscosity_; }

  Elastic<Dim>& elastic() { return elastic_; }
  const Elastic<Dim>& elastic() const { return elastic_; }
  VectorXd& load() { return load_; }                  // (dofs) dead loads, written by the timeline
  const VectorXd& weight() const { return weight_; }  // (dofs) m g
  void set_weight(const VectorXd& mass, const Vec<Dim>& gravity);
  NodeSprings<Dim>& springs() { return springs_; }  // written by whoever drags nodes
  const NodeSprings<Dim>& springs() const { return springs_; }
  Pressure<Dim>& pressure() { return pressure_; }  // written by the timeline
  const Pressure<Dim>& pressure() const { return pressure_; }
  const Ties<Dim>& ties() const { return ties_; }  // springs of the scene
  /// K += what springs and pressures add to that of the elements.
  void add_stiffness(const VectorXd& x, bool projected, SparseMatrix& K) const;
  void count_energy_from(const VectorXd& x) override;
  bool project = true;
  /// From now on steps of h from velocities v are linearised; null: statics.
  void look_ahead(const VectorXd* v, double h) { ahead_ = v, ahead_h_ = h; }
  /// Finds the contacts wherever forces are asked for; null where nothing can touch.
  Contacts<Dim>* contacts = nullptr;

  /// Energy of the bones at their present pose, counted with the flesh's.
  struct Bones {
    double elastic = 0, gravity = 0;
  } bones;

  /// The parts of the energy at the last evaluation.
  double elastic_energy() const { return elastic_energy_; }
  double gravity_energy() const { return gravity_energy_; }
  double spring_energy() const { return spring_energy_; }
  double contact_energy() const { return contact_energy_; }
  double seconds() const override { return seconds_; }
  void add_contact_force(VectorXd& force) const override {
    if (contacts) contacts->add_force(force);
  }
  bool touches_ahead() const override { return contacts && !contacts->expected().empty(); }
  Springs springs_on_nodes() const override { return {springs_.nodes, springs_.stiffness}; }
  double contact_seconds() const { return contact_seconds_; }  // the part of it that finds contacts

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  double potential(const VectorXd& x, double elastic, double contact);
  double find_contacts(const VectorXd& x);
  double expect_contacts(const VectorXd& x);

  Elastic<Dim> elastic_;
  Viscosity<Dim> viscosity_;
  NodeSprings<Dim> springs_;
  Pressure<Dim> pressure_;
  Ties<Dim> ties_;
  VectorXd weight_, load_;
  const VectorXd* ahead_ = nullptr;
  double ahead_h_ = 0;
  double elastic_energy_ = 0, gravity_energy_ = 0, contact_energy_ = 0, spring_energy_ = 0;
  double seconds_ = 0, contact_seconds_ = 0;
};

}  // namespace conjac
