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

void VanillaStep::respond(const VectorXd& impulse, std::span<const char> prescribed, VectorXd& dv) {
  sub_.restrict_to(impulse, part_);
  for (int k = 0; k < sub_.size(); ++k)
    if (prescribed[sub_.unknowns()[k] / stride_]) part_[k] = 0;
  factor_->solve(part_, solution_);
  dv.setZero(impulse.size());
  sub_.extend(solution_, dv);
}

}  // namespace conjac
