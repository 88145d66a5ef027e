#include "step/reduced_step.h"

#include <algorithm>
#include <cmath>

namespace conjac {
void ReducedStep::reserve(int unknowns, int full_size) {
  mass_.resize(unknowns, unknowns);
  lhs_.resize(unknowns, unknowns);
  for (VectorXd* vector : {&rhs_, &u_, &u0_, &nearest_, &middle_}) vector->setZero(unknowns);
  momentum_.resize(full_size);
  factor_.reserve(unknowns);
  mass_factor_.reserve(unknowns);
}

void ReducedStep::reduce_mass(const Condensation& condensation, const VectorXd& mass,
                              const JointTerms& joints) {
  const int n = condensation.unknowns();
  auto reduced = mass_.topLeftCorner(n, n);
  condensation.J().weighted_square(mass, reduced);
  if (joints.count > 0) reduced.bottomRightCorner(joints.count, joints.count) += joints.mass;
  condensation.add_unused_mass(mass, reduced);
  mass_factor_.factorize(reduced);
}

void ReducedStep::unit_mass(int unknowns) {
  mass_.topLeftCorner(unknowns, unknowns).setIdentity();
  mass_factor_.factorize(mass_.topLeftCorner(unknowns, unknowns));
}

void ReducedStep::unit_response(int unknowns) {
  unknowns_ = unknowns;
  lhs_.topLeftCorner(unknowns, unknowns).setIdentity();
  factor_.factorize(lhs_.topLeftCorner(unknowns, unknowns));
}

void ReducedStep::find_nearest(const Basis& basis, const Input& in) {
  const JointTerms& joints = in.joints;
  auto nearest = nearest_.head(unknowns_);
  momentum_ = in.mass.cwiseProduct(in.v0 - in.c);
  basis.J.transposed_product(momentum_, nearest);
  if (joints.count > 0) nearest.tail(joints.count) += joints.mass.lazyProduct(joints.velocity);
  mass_factor_.solve_in_place(nearest);
}

/// rhs <- what moves on its own, and what pushes it.
void ReducedStep::reduce_momentum(const Basis& basis, const StepWeights& weights, const Input& in,
                                  Eigen::Ref<VectorXd> rhs) {
  const double h = weights.h;
  momentum_ = weights.before * in.mass.cwiseProduct(in.v0);
  if (basis.velocity) {  // momentum is that of Phi, forces act along J
    if (in.scripted) momentum_ -= weights.after * in.mass.cwiseProduct(in.c);
    auto moving = middle_.head(rhs.size());
    basis.velocity->transposed_product(momentum_, moving);
    momentum_ = h * in.force;
    if (in.impulse) momentum_ += *in.impulse;
    basis.J.transposed_product(momentum_, rhs);
    rhs += moving;
    return;
  }
  momentum_ += h * in.force;
  if (in.impulse) momentum_ += *in.impulse;
  if (in.scripted) momentum_ -= weights.after * in.mass.cwiseProduct(in.c);
  basis.J.transposed_product(momentum_, rhs);
}

bool ReducedStep::velocities(const Basis& basis, const StepWeights& weights, const Input& in,
                             std::span<const int> driven_unknowns, VectorXd& v, VectorXd& dx) {
  const Jacobian& J = basis.J;
  const int n = unknowns_ = basis.unknowns();
  const double h = weights.h;
  const bool middle = weights.middle;
  v = in.c;
  dx = h * in.c;
  if (n == 0) return true;
  if (!basis.velocity) find_nearest(basis, in);  // modes have no inertia relief

  auto rhs = rhs_.head(n);
  reduce_momentum(basis, weights, in, rhs);
  if (in.scripted && basis.drift) rhs += weights.drift * Eigen::Map<const VectorXd>(basis.drift, n);
  const auto& S = basis.stiffness;
  const JointTerms& joints = in.joints;
  const int nj = joints.count;
  auto u0 = u0_.head(n);
  if (middle) {
    for (int k = 0; k < n - nj; ++k) u0[k] = in.v0[driven_unknowns[k]];
    if (nj > 0) u0.tail(nj) = joints.velocity;
    rhs.noalias() -= weights.stiff * S.lazyProduct(u0);
  }
  auto lhs = lhs_.topLeftCorner(n, n);
  lhs = weights.after * mass_.topLeftCorner(n, n) + weights.stiff * S;
  if (nj > 0)
    joints.add({.h = h, .stiff = weights.stiff, .before = weights.before, .middle = middle},
               lhs.bottomRightCorner(nj, nj), rhs.tail(nj));
  if (in.contact) lhs += in.contact->topLeftCorner(n, n);
  if (!factor_.factorize(lhs)) return false;
  factor_.solve_in_place(rhs);
  auto u = u_.head(n), mean = middle_.head(n);
  u = rhs;
  mean = u;
  if (middle) mean = 0.5 * (u + u0);
  if (basis.velocity) {
    basis.velocity->add_product(u, v);
    J.add_product(h * mean, dx);
    return true;
  }
  J.pack(u, packed_);
  J.pack(mean, packed_mean_);
  J.for_each_row([&](int i, const auto& row, int at) {
    v[i] += row.dot(packed_.segment(at, row.size()));
    dx[i] += h * row.dot(packed_mean_.segment(at, row.size()));
  });
  return true;
}

void ReducedStep::push(const Basis& basis, const VectorXd& du, double share, VectorXd& v,
                       VectorXd& dx) {
  const Jacobian& J = basis.J;
  u_.head(basis.unknowns()) += du;
  if (basis.velocity) {
    basis.velocity->add_product(du, v);
    J.add_product(share * du, dx);
    return;
  }
  J.pack(du, packed_);
  J.for_each_row([&](int i, const auto& row, int at) {
    const double change = row.dot(packed_.segment(at, row.size()));
    v[i] += change;
    dx[i] += share * change;
  });
}

void ReducedStep::reduce(const Basis& basis, const VectorXd& x, VectorXd& b) const {
  b.resize(basis.unknowns());
  basis.J.transposed_product(x, b);
}

void ReducedStep::acceleration(const Basis& basis, double h, VectorXd& a) const {
  const Jacobian& J = basis.J;
  const int n = basis.unknowns();
  a.setZero();
  J.add_product(u_.head(n) - nearest_.head(n), a);
  a /= h;
}

void ReducedStep::lively_direction(const Basis& basis, std::span<const int> driven_unknowns,
                                   std::span<double> activity, double h, double memory,
                                   const VectorXd& v, const VectorXd& joint_velocities,
                                   VectorXd& direction) {
  const Jacobian& J = basis.J;
  const int n = basis.unknowns(), nj = static_cast<int>(joint_velocities.size());
  const int groups = static_cast<int>(activity.size()), nodes = nj > 0 ? groups - 1 : groups;
  const int stride = nodes > 0 ? (n - nj) / nodes : 1;
  auto u = middle_.head(n);
  for (int k = 0; k < n - nj; ++k) u[k] = v[driven_unknowns[k]];
  if (nj > 0) u.tail(nj) = joint_velocities;
  const auto size = [&](int k) { return k < nodes ? stride : nj; };
  double liveliest = 0;
  for (int k = 0; k < groups; ++k) {
    const auto mine = u.segment(k * stride, size(k));
    const double kinetic =
        0.5 * mine.dot(mass_.block(k * stride, k * stride, size(k), size(k)).lazyProduct(mine));
    activity[k] = std::max(kinetic, activity[k] * std::exp(-h / memory));
    liveliest = std::max(liveliest, activity[k]);
  }
  for (int k = 0; k < groups && liveliest > 0; ++k)
    u.segment(k * stride, size(k)) *= activity[k] / liveliest;
  direction.setZero();
  J.add_product(u, direction);
}

void ReducedStep::correct(const Basis& basis, const StepWeights& weights, const Input& in,
                          const VectorXd& force_there, VectorXd& v) {
  const Jacobian& J = basis.J;
  const int n = basis.unknowns();
  if (n == 0) return;
  const double h = weights.h;
  momentum_ = in.mass.cwiseProduct(weights.before * in.v0 - weights.after * v) +
              0.5 * h * (in.force + force_there);
  auto du = rhs_.head(n);
  J.transposed_product(momentum_, du);
  auto u = u_.head(n);
  if (in.joints.count > 0)
    in.joints.add_residual(h, weights.damping, u.tail(in.joints.count), du.tail(in.joints.count));
  factor_.solve_in_place(du);
  u += du;
  J.add_product(du, v);
}

}  // namespace conjac
