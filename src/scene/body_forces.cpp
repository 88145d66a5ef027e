#include "scene/body_forces.h"

#include <algorithm>
#include <utility>

#include "core/stage_timer.h"

namespace conjac {

template <int Dim>
BodyForces<Dim>::BodyForces(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials,
                            const Ties<Dim>& ties, const VectorXd& mass, const Vec<Dim>& gravity)
    : elastic_(mesh, materials, ties.links()), viscosity_(mesh, materials), ties_(ties) {
  set_weight(mass, gravity);
  load_.setZero(mass.size());
}

template <int Dim>
void BodyForces<Dim>::set_weight(const VectorXd& mass, const Vec<Dim>& gravity) {
  weight_.resize(mass.size());
  for (Eigen::Index i = 0; i < mass.size(); ++i) weight_[i] = mass[i] * gravity[i % Dim];
}

template <int Dim>
double BodyForces<Dim>::potential(const VectorXd& x, double elastic, double contact) {
  elastic_energy_ = elastic + bones.elastic + ties_.energy(x);
  gravity_energy_ = -weight_.dot(x) + bones.gravity;
  spring_energy_ = springs_.energy(x);
  contact_energy_ = contact;
  return elastic_energy_ + gravity_energy_ + contact_energy_ + spring_energy_ - load_.dot(x) +
         pressure_.potential(x);
}

template <int Dim>
void BodyForces<Dim>::add_stiffness(const VectorXd& x, bool projected, SparseMatrix& K) const {
  springs_.add_stiffness(elastic_.pattern(), K);
  pressure_.add_stiffness(x, elastic_.pattern(), K);
  ties_.add_stiffness(x, elastic_.pattern(), projected, K);
}

template <int Dim>
void BodyForces<Dim>::viscous_matrix(const VectorXd& x, SparseMatrix& D) const {
  elastic_.pattern().shape(D);
  D.coeffs().setZero();
  viscosity_.add_matrix(x, 1, elastic_.pattern(), D);
}

template <int Dim>
void BodyForces<Dim>::count_energy_from(const VectorXd& x) {
  if (!pressure_.empty()) pressure_.anchor = x;
}

template <int Dim>
double BodyForces<Dim>::find_contacts(const VectorXd& x) {
  StageTimer timer(contact_seconds_);
  return contacts ? contacts->find(x) : 0.0;
}

template <int Dim>
double BodyForces<Dim>::expect_contacts(const VectorXd& x) {
  StageTimer timer(contact_seconds_);
  const double energy = contacts->find(x);
  contacts->expect(x, ahead_ ? *ahead_ : x, ahead_ ? ahead_h_ : 0.0);
  return energy;
}

template <int Dim>
void BodyForces<Dim>::look_for_contacts(const VectorXd& x) {
  if (!contacts) return;
  StageTimer timer(seconds_);
  expect_contacts(x);
  contacts->remember();
}

template <int Dim>
double BodyForces<Dim>::moved_since_linearised(const VectorXd& x) {
  const double moved = std::max(elastic_.largest_change(x), ties_.change(x));
  if (!contacts) return moved;
  StageTimer timer(seconds_);
  expect_contacts(x);
  return std::max(moved, contacts->change());
}

template <int Dim>
double BodyForces<Dim>::energy_and_force(const VectorXd& x, VectorXd& force) {
  StageTimer timer(seconds_);
  force = weight_ + load_;
  springs_.add_force(x, force);
  pressure_.add_force(x, force);
  ties_.add_force(x, force);
  const double contact = find_contacts(x);
  if (contacts) contacts->add_force(force);
  return potential(x, elastic_.energy_and_force(x, force), contact);
}

template <int Dim>
double BodyForces<Dim>::linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) {
  return linearise_where_moved(x, 0, force, stiffness);
}

template <int Dim>
double BodyForces<Dim>::linearise_where_moved(const VectorXd& x, double slack, VectorXd& force,
                                              SparseMatrix& stiffness) {
  StageTimer timer(seconds_);
  force = weight_ + load_;
  springs_.add_force(x, force);
  pressure_.add_force(x, force);
  ties_.add_force(x, force);
  elastic_.linearise(x, force, stiffness, project, slack);
  add_stiffness(x, project, stiffness);
  ties_.remember(x);
  const double contact = contacts ? expect_contacts(x) : 0.0;
  if (contacts) {
    contacts->add_force(force);
    contacts->add_stiffness(stiffness);
    contacts->remember();
  }
  return potential(x, elastic_.energy(x), contact);
}

template <int Dim>
double BodyForces<Dim>::linearise_exactly(const VectorXd& x, VectorXd& force,
                                          SparseMatrix& stiffness) {
  const bool projects = std::exchange(project, false);
  const double energy = linearise(x, force, stiffness);
  project = projects;
  return energy;
}

template class BodyForces<2>;
template class BodyForces<3>;

}  // namespace conjac
