#include "reduce/condense.h"

#include <algorithm>

#include "core/check.h"

namespace conjac {

void Condensation::analyze(const SparseMatrix& K, int stride, std::span<const char> pinned,
                           std::span<const int> representatives, int joints) {
  stride_ = stride;
  full_size_ = static_cast<int>(K.cols());
  std::vector<char> keep(pinned.size());
  std::transform(pinned.begin(), pinned.end(), keep.begin(), [](char p) { return !p; });
  sub_.analyze(K, stride, keep);
  trailing_.clear();
  for (int node : representatives) {
    CONJAC_ASSERT(sub_.kept_block(node) >= 0);
    trailing_.push_back(sub_.kept_block(node));
  }
  factor_ = make_factor();
  factor_->analyze(sub_.matrix(), stride, trailing_);
  ++analyses_;

  const int n = sub_.size(), r = factor_->trailing(), most = r + joints;
  held_.assign(pinned.size(), 0);
  S_.resize(r, r);
  sleeping_factor_.reserve(r);
  sleeping_block_.resize(r * r);
  Xr_.setZero(r, most);
  work_.resize(r * (r + kMaxLoads));
  stiffness_.resize(most * most);
  dense_.resize(r * (most + kMaxLoads));
  J_.setZero(static_cast<Eigen::Index>(full_size_) * most);
  block_.resize(static_cast<Eigen::Index>(n) * (most + kMaxLoads));
  forward_.resize(static_cast<Eigen::Index>(n) * kMaxLoads);
  responses_.assign(kMaxLoads, VectorXd::Zero(full_size_));
  reduced_.assign(kMaxLoads, VectorXd::Zero(most));
  condensed_load_.resize(r);
  asleep_.reserve(r);
  unknowns_ = 0;
  jacobian_stale_ = true;
}

FactorStatus Condensation::factorize(const SparseMatrix& K, std::span<const char> held,
                                     const VectorXd& mass, double mass_shift) {
  held_.assign(held.begin(), held.end());
  sub_.assign(K, -1.0, mass, mass_shift, held_);
  double* values = sub_.matrix().valuePtr();
  shift_ = 0;
  for (int block : trailing_)
    for (int c = 0; c < stride_; ++c)
      shift_ = std::max(shift_, values[sub_.diagonal_slot(block * stride_ + c)]);
  for (int block : trailing_)
    for (int c = 0; c < stride_; ++c) values[sub_.diagonal_slot(block * stride_ + c)] += shift_;
  const FactorStatus status = factor_->factorize(sub_.matrix());
  ++factorizations_;
  if (status != FactorStatus::ok) return status;
  factor_->trailing_factor(Lrr_);
  S_.noalias() = Lrr_.lazyProduct(Lrr_.transpose());
  S_.diagonal().array() -= shift_;
  jacobian_stale_ = true;
  return status;
}

bool Condensation::drive(const DriverMap& drivers) {
  drivers_.unknowns = drivers.unknowns;
  drivers_.driven.assign(drivers.driven.begin(), drivers.driven.end());
  if (drivers.B.cols() > 0 || drivers_.B.cols() > 0) drivers_.B = drivers.B;
  unknowns_ = drivers.unknowns;
  asleep_.clear();
  const int r = factor_->trailing();
  for (int k = 0, next = 0; k < r; ++k) {
    if (next < static_cast<int>(drivers.driven.size()) && drivers.driven[next] == k)
      ++next;
    else
      asleep_.push_back(k);
  }
  const int s = static_cast<int>(asleep_.size());
  Eigen::Map<MatrixXd> Sss(sleeping_block_.data(), s, s);
  for (int j = 0; j < s; ++j)
    for (int i = 0; i < s; ++i) Sss(i, j) = S_(asleep_[i], asleep_[j]);
  jacobian_stale_ = true;
  if (!sleeping_factor_.factorize(Sss)) return false;
  condense_onto_drivers();
  return true;
}

void Condensation::condense_onto_drivers() {
  const int d = static_cast<int>(drivers_.driven.size()), s = static_cast<int>(asleep_.size());
  // X_r on s: -S_ss^-1 S_sd.
  Eigen::Map<MatrixXd> Xs(work_.data(), s, d);
  for (int j = 0; j < d; ++j)
    for (int i = 0; i < s; ++i) Xs(i, j) = -S_(asleep_[i], drivers_.driven[j]);
  sleeping_factor_.solve_in_place(Xs);
  // J'AJ on the driven unknowns: S_dd + S_ds X_s.
  Eigen::Map<MatrixXd> Sred(dense_.data(), d, d);
  for (int j = 0; j < d; ++j)
    for (int i = 0; i < d; ++i) {
      double sum = S_(drivers_.driven[i], drivers_.driven[j]);
      for (int k = 0; k < s; ++k) sum += S_(drivers_.driven[i], asleep_[k]) * Xs(k, j);
      Sred(i, j) = sum;
    }
  Eigen::Map<MatrixXd> reduced(stiffness_.data(), unknowns_, unknowns_);
  const auto& B = drivers_.B;
  if (!mapped()) {
    reduced = 0.5 * (Sred + Sred.transpose());
    for (int j = 0; j < d; ++j) {
      Xr_.col(j).setZero();
      Xr_(drivers_.driven[j], j) = 1;
      for (int i = 0; i < s; ++i) Xr_(asleep_[i], j) = Xs(i, j);
    }
  } else {
    mapped_ = Sred.lazyProduct(B);
    driven_stiffness_ = B.transpose().lazyProduct(mapped_);
    reduced = 0.5 * (driven_stiffness_ + driven_stiffness_.transpose());
    sleepers_ = Xs.lazyProduct(B);
    Xr_.leftCols(unknowns_).setZero();
    for (int j = 0; j < unknowns_; ++j) {
      for (int i = 0; i < d; ++i) Xr_(drivers_.driven[i], j) = B(i, j);
      for (int i = 0; i < s; ++i) Xr_(asleep_[i], j) = sleepers_(i, j);
    }
  }
}

void Condensation::solve(std::span<const VectorXd* const> loads, int responses) {
  CONJAC_ASSERT(loads.size() <= kMaxLoads && responses <= static_cast<int>(loads.size()));
  const int n = sub_.size(), r = factor_->trailing(), q = n - r;
  const int m = static_cast<int>(loads.size());
  const int jacobian_columns = jacobian_stale_ ? unknowns_ : 0;
  const int columns = jacobian_columns + responses;
  if (columns + m == 0) {
    jacobian_stale_ = false;
    return;
  }
  const std::vector<int>& order = factor_->order();
  const std::vector<int>& unknown = sub_.unknowns();

  // Forward substitution of the loads, and their condensation onto r.
  RowBlock Y(forward_.data(), n, m);
  if (m > 0) {
    for (int k = 0; k < n; ++k) {
      const bool ignored = prescribed_row(order[k]);
      for (int c = 0; c < m; ++c) Y(k, c) = ignored ? 0.0 : (*loads[c])[unknown[order[k]]];
    }
    factor_->forward(Y);
  }
  Eigen::Map<MatrixXd> xr(dense_.data(), r, columns);  // the solution on r, column by column
  if (jacobian_columns > 0) xr.leftCols(jacobian_columns) = Xr_.leftCols(jacobian_columns);
  const int d = static_cast<int>(drivers_.driven.size()), s = static_cast<int>(asleep_.size());
  for (int c = 0; c < m; ++c) {
    VectorXd& g = condensed_load_;
    g.noalias() = Lrr_.lazyProduct(Y.bottomRows(r).col(c));
    Eigen::Map<VectorXd> xs(work_.data(), s), gd(work_.data() + s, d);
    for (int i = 0; i < s; ++i) xs[i] = g[asleep_[i]];
    sleeping_factor_.solve_in_place(xs);
    compliance_[c] = Y.topRows(q).col(c).squaredNorm();  // x'Ax with x_d = 0
    for (int i = 0; i < s; ++i) compliance_[c] += xs[i] * g[asleep_[i]];
    if (c < responses) {
      auto x = xr.col(jacobian_columns + c);
      x.setZero();
      for (int i = 0; i < s; ++i) x[asleep_[i]] = xs[i];
    }
    for (int i = 0; i < d; ++i) {
      gd[i] = g[drivers_.driven[i]];
      for (int k = 0; k < s; ++k) gd[i] -= S_(drivers_.driven[i], asleep_[k]) * xs[k];
    }
    if (!mapped())
      reduced_[c].head(d) = gd;
    else
      reduced_[c].head(unknowns_).noalias() = drivers_.B.transpose().lazyProduct(gd);
  }

  if (columns == 0) return;
  // One backward substitution for everything: L' X = [ y_q ; L_rr' x_r ].
  RowBlock X(block_.data(), n, columns);
  for (int k = 0; k < q; ++k) {
    for (int c = 0; c < jacobian_columns; ++c) X(k, c) = 0;
    for (int c = 0; c < responses; ++c) X(k, jacobian_columns + c) = Y(k, c);
  }
  X.bottomRows(r).noalias() = Lrr_.transpose().lazyProduct(xr);
  factor_->backward(X);
  X.bottomRows(r) = xr;  // known exactly: a driver moves as it is told, to the last bit

  if (jacobian_columns > 0) {
    RowBlock J(J_.data(), full_size_, unknowns_);
    J.setZero();
    for (int k = 0; k < n; ++k)
      for (int c = 0; c < unknowns_; ++c) J(unknown[order[k]], c) = X(k, c);
    ++jacobians_;
  }
  for (int c = 0; c < responses; ++c)
    for (int k = 0; k < n; ++k) responses_[c][unknown[order[k]]] = X(k, jacobian_columns + c);
  jacobian_stale_ = false;
}

}  // namespace conjac
