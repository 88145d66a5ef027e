#include "scene/body_forces.h"

#include "core/stage_timer.h"

namespace conjac {

template <int Dim>
BodyForces<Dim>::BodyForces(const Mesh<Dim>& mesh, const MaterialField<Dim>& materials,
                            const VectorXd& mass, const Vec<Dim>& gravity)
    : elastic_(mesh, materials) {
  weight_.resize(mass.size());
  for (Eigen::Index i = 0; i < mass.size(); ++i) weight_[i] = mass[i] * gravity[i % Dim];
  load_.setZero(mass.size());
}

template <int Dim>
double BodyForces<Dim>::potential(const VectorXd& x, double elastic) {
  elastic_energy_ = elastic + bones.elastic;
  gravity_energy_ = -weight_.dot(x) + bones.gravity;
  spring_energy_ = springs_.energy(x);
  return elastic_energy_ + gravity_energy_ - load_.dot(x) + spring_energy_;
}

template <int Dim>
double BodyForces<Dim>::energy_and_force(const VectorXd& x, VectorXd& force) {
  StageTimer timer(seconds_);
  force = weight_ + load_;
  springs_.add_force(x, force);
  return potential(x, elastic_.energy_and_force(x, force));
}

template <int Dim>
double BodyForces<Dim>::linearise(const VectorXd& x, VectorXd& force, SparseMatrix& stiffness) {
  StageTimer timer(seconds_);
  force = weight_ + load_;
  springs_.add_force(x, force);
  elastic_.force_and_stiffness(x, force, stiffness, project);
  springs_.add_stiffness(elastic_.pattern(), stiffness);
  elastic_.remember(x);
  return potential(x, elastic_.energy(x));
}

template class BodyForces<2>;
template class BodyForces<3>;

}  // namespace conjac
