#include <algorithm>
#include <cmath>

#include "scene/world.h"

// What a step's report says of energies and of forces that are left.

namespace conjac {

/// The books of energy begin where the state was last set from outside.
template <int Dim>
void World<Dim>::begin_books() {
  if (books_.begun) return;
  books_ = {true, energies().total(), flesh_.forces->springs().energy(trial_.state.x)};
  event_work_ = 0;
}

/// What came in and went, and what of the change of energy that leaves unexplained. A hand pulls by
/// springs: what they lose the body gets.
template <int Dim>
void World<Dim>::balance_books(bool taken) {
  const VectorXd& x = trial_.state.x;
  const Ledger& ledger = trial_.ledger;
  const double springs = flesh_.forces->springs().energy(x);
  report_.scripted_work = ledger.work + event_work_ + books_.springs - springs +
                          flesh_.forces->load().dot(x - previous_.x) +
                          flesh_.forces->pressure().work(previous_.x, x);
  report_.books = {ledger.dissipated, ledger.relief, ledger.owed, 0, ledger.viscous, ledger.impact};
  if (!taken) return;
  const double energy = report_.energy.total() - ledger.relief + ledger.owed;
  report_.books.imbalance = energy - books_.energy - report_.scripted_work + ledger.dissipated;
  books_.energy = energy;
  books_.springs = springs;
}

template <int Dim>
Energies World<Dim>::energies() {
  update_force();
  const Ledger& ledger = trial_.ledger;
  return {kinetic_energy(), ledger.elastic, ledger.gravity, ledger.contact};
}

template <int Dim>
double World<Dim>::residual() const {
  const VectorXd& friction = trial_.contact.load;
  double largest = 0;
  for (int i = 0; i < flesh_.mesh.nodes(); ++i) {
    if (script_.held()[i] || skeleton_.rides(i) || stepper_.keeps_shape(i)) continue;
    Vec<Dim> net = trial_.force.template segment<Dim>(i * Dim);
    if (friction.size()) net += friction.template segment<Dim>(i * Dim);
    largest = std::max(largest, net.norm());
  }
  return largest;
}

/// Net force left on followers over the load: what the body weighs and bears, what accelerates it
/// and what held nodes pull with. Both are root sums of squares over the nodes.
template <int Dim>
double World<Dim>::unbalanced() {
  const VectorXd& friction = trial_.contact.load;
  BodyForces<Dim>& forces = *flesh_.forces;
  unbalanced_ = trial_.force;
  if (friction.size()) unbalanced_ += friction;
  load_ = forces.load();
  forces.pressure().add_force(trial_.state.x, load_);
  const double load = std::hypot(unbalanced_.norm(), forces.weight().norm(), load_.norm());
  stepper_.leave_unbalanced(unbalanced_);
  for (int i = 0; i < flesh_.mesh.nodes(); ++i)
    if (script_.held()[i] || skeleton_.rides(i) || stepper_.keeps_shape(i))
      unbalanced_.template segment<Dim>(i * Dim).setZero();
  return load > 0 ? unbalanced_.norm() / load : 0.0;
}

template void World<2>::begin_books();
template void World<3>::begin_books();
template void World<2>::balance_books(bool);
template void World<3>::balance_books(bool);
template Energies World<2>::energies();
template Energies World<3>::energies();
template double World<2>::residual() const;
template double World<3>::residual() const;
template double World<2>::unbalanced();
template double World<3>::unbalanced();

}  // namespace conjac
