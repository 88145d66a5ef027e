#include "step/vanilla.h"

#include <algorithm>
#include <vector>

#include "system/product.h"

namespace conjac {

void VanillaStep::analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
                          FactorKind kind) {
  stride_ = stride;
  std::vector<char> keep(pinned.size());
  std::transform(pinned.begin(), pinned.end(), keep.begin(), [](char p) { return !p; });
  sub_.analyze(K, stride, keep);
  factor_ = make_factor(kind);
  factor_->analyze(sub_.matrix(), stride, {});
  ++analyses_;
  load_.setZero(K.cols());
}

FactorStatus VanillaStep::factorize(const System& system, const Weights& weights,
                                    std::span<const char> held, const Bones& bones,
                                    const JointTerms& joints) {
  weights_ = weights;
  const auto [h, beta, damping] = weights;
  decoupled_.assign(held.begin(), held.end());
  for (std::size_t i = 0; i < bones.rider.size(); ++i) decoupled_[i] |= bones.rider[i];
  const double a = 1 + damping * h, b = -beta * h * h;
  sub_.assign(system.stiffness, b, system.mass, a, decoupled_);
  ++factorizations_;
  const FactorStatus status = factor_->factorize(sub_.matrix());
  if (status != FactorStatus::ok) return status;
  corner_ = a * joints.mass;
  joint_load_.setZero(joints.count);
  if (joints.count > 0)
    joints.add({.h = h, .stiff = beta * h * h, .before = 1, .middle = false}, corner_, joint_load_);
  corner_ += bones.corner;
  riders_ = bones.T;
  const bool regular = border_.factorize(*factor_, sub_, stride_, decoupled_, system.stiffness, b,
                                         system.mass, a, bones.T, corner_, true, &bones.coupling);
  return regular ? FactorStatus::ok : FactorStatus::not_positive_definite;
}

void VanillaStep::solve(std::span<const char> held, const VectorXd& on_joints, VectorXd& v,
                        VectorXd& u) {
  for (Eigen::Index i = 0; i < load_.size(); ++i)
    if (held[i / stride_]) load_[i] = 0;
  border_.solve(*factor_, sub_, load_, on_joints, v, u);
  for (Eigen::Index j = 0; j < u.size(); ++j) v += u[j] * riders_.col(j);  // riders: B u + w
}

void VanillaStep::velocities(const System& system, const VectorXd& force, const VectorXd& v0,
                             const VectorXd& w, bool scripted, std::span<const char> held,
                             VectorXd& v, VectorXd& u) {
  const auto [h, beta, damping] = weights_;
  if (scripted) {
    stiffness_product(system.stiffness, stride_, w, load_);
    load_ *= beta * h * h;
    load_ += system.mass.cwiseProduct(v0 - (1 + damping * h) * w) + h * force;
  } else {
    load_ = system.mass.cwiseProduct(v0) + h * force;
  }
  v = w;
  solve(held, joint_load_, v, u);
}

void VanillaStep::respond(const VectorXd& impulse, const VectorXd& on_joints,
                          std::span<const char> held, VectorXd& dv, VectorXd& du) {
  load_ = impulse;
  dv.setZero(impulse.size());
  solve(held, on_joints, dv, du);
}

}  // namespace conjac
