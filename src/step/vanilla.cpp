#include "step/vanilla.h"

#include <algorithm>
#include <vector>

namespace conjac {

void VanillaStep::analyze(const SparseMatrix& K, int stride, std::span<const char> pinned) {
  stride_ = stride;
  std::vector<char> keep(pinned.size());
  std::transform(pinned.begin(), pinned.end(), keep.begin(), [](char p) { return !p; });
  sub_.analyze(K, stride, keep);
  factor_ = make_factor();
  factor_->analyze(sub_.matrix(), stride, {});
  ++analyses_;
  load_.setZero(K.cols());
}

FactorStatus VanillaStep::factorize(const System& system, double h, double beta, double damping,
                                    std::span<const char> held) {
  sub_.assign(system.stiffness, -beta * h * h, system.mass, 1 + damping * h, held);
  ++factorizations_;
  return factor_->factorize(sub_.matrix());
}

void VanillaStep::velocities(const System& system, const VectorXd& v0, const VectorXd& w,
                             bool scripted, double h, double beta, std::span<const char> prescribed,
                             VectorXd& v) {
  if (scripted) {
    symmetric_product(system.stiffness, w, load_);
    load_ *= beta * h * h;
  } else {
    load_.setZero();
  }
  load_ += system.mass.cwiseProduct(v0) + h * system.force;
  sub_.restrict_to(load_, part_);
  for (int k = 0; k < sub_.size(); ++k)
    if (prescribed[sub_.unknowns()[k] / stride_]) part_[k] = 0;
  factor_->solve(part_, solution_);
  v = w;
  for (int k = 0; k < sub_.size(); ++k)
    if (!prescribed[sub_.unknowns()[k] / stride_]) v[sub_.unknowns()[k]] = solution_[k];
}

FactorStatus VanillaStep::factorize_jointed(const System& system, double h, double beta,
                                            double damping, std::span<const char> held,
                                            const Riders& riders, const JointTerms& joints,
                                            const MatrixXd& coupling, const MatrixXd& corner) {
  decoupled_.assign(held.begin(), held.end());
  for (std::size_t i = 0; i < decoupled_.size(); ++i) decoupled_[i] |= riders.rider[i];
  const double a = 1 + damping * h, b = -beta * h * h;
  const FactorStatus status = factorize(system, h, beta, damping, decoupled_);
  if (status != FactorStatus::ok) return status;
  corner_ = a * joints.mass;
  joint_load_.setZero(joints.count);
  joints.add({.h = h, .stiff = beta * h * h, .before = 1, .middle = false}, corner_, joint_load_);
  corner_ += corner;
  const bool regular =
      border_.factorize(*factor_, sub_, stride_, riders.rider, held, system.stiffness, b,
                        system.mass, a, riders.T, corner_, true, &coupling);
  return regular ? FactorStatus::ok : FactorStatus::not_positive_definite;
}

void VanillaStep::velocities_jointed(const System& system, const VectorXd& v0, const VectorXd& w,
                                     double h, double beta, double damping,
                                     std::span<const char> prescribed, const Riders& riders,
                                     const JointTerms& joints, VectorXd& v, VectorXd& u) {
  symmetric_product(system.stiffness, w, load_);
  load_ *= beta * h * h;
  load_ += system.mass.cwiseProduct(v0 - (1 + damping * h) * w) + h * system.force;
  for (Eigen::Index i = 0; i < load_.size(); ++i)
    if (prescribed[i / stride_]) load_[i] = 0;
  v = w;
  border_.solve(*factor_, sub_, load_, joint_load_, v, u);
  // Riders: B u + w.
  for (int j = 0; j < joints.count; ++j) v += u[j] * riders.T.col(j);
}

void VanillaStep::respond_jointed(const VectorXd& impulse, const VectorXd& on_joints,
                                  std::span<const char> prescribed, const Riders& riders,
                                  VectorXd& dv, VectorXd& du) {
  load_ = impulse;
  for (Eigen::Index i = 0; i < load_.size(); ++i)
    if (prescribed[i / stride_]) load_[i] = 0;
  dv.setZero(impulse.size());
  border_.solve(*factor_, sub_, load_, on_joints, dv, du);
  for (Eigen::Index j = 0; j < du.size(); ++j) dv += du[j] * riders.T.col(j);
}

void VanillaStep::respond(const VectorXd& impulse, std::span<const char> prescribed, VectorXd& dv) {
  sub_.restrict_to(impulse, part_);
  for (int k = 0; k < sub_.size(); ++k)
    if (prescribed[sub_.unknowns()[k] / stride_]) part_[k] = 0;
  factor_->solve(part_, solution_);
  dv.setZero(impulse.size());
  sub_.extend(solution_, dv);
}

}  // namespace conjac
