#include "reduce/condense.h"

#include <algorithm>

#include "core/check.h"

namespace conjac {
namespace {

/// to <- from at these rows and columns. (Eigen's own way to say so copies the lists.)
template <class To>
void gather(const MatrixXd& from, std::span<const int> rows, std::span<const int> columns, To& to) {
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i)
      to(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = from(rows[i], columns[j]);
}

}  // namespace

FactorStatus Condensation::factorize(const SparseMatrix& K, std::span<const char> held,
                                     const VectorXd& mass, double mass_shift,
                                     SparseFactor::Renew renew, const VectorXd* x) {
  held_.assign(held.begin(), held.end());
  fill(K, mass, mass_shift);
  for (int k = 0; k < sub_.size(); k += stride_) prescribed_[k / stride_] = prescribed_row(k);
  if (x)
    for (int k = 0; k < sub_.size(); ++k) places_[k] = (*x)[sub_.unknowns()[k]];
  const auto size = static_cast<std::size_t>(x ? sub_.size() : 0);
  const FactorStatus status =
      elimination_->factorize({sub_.matrix(), prescribed_, {places_.data(), size}, renew});
  ++factorizations_;
  if (status == FactorStatus::ok) take_stiffness();
  return status;
}

/// The matrix, made regular by a shift on r where it must be.
void Condensation::fill(const SparseMatrix& K, const VectorXd& mass, double mass_shift) {
  sub_.assign(K, -1.0, mass, mass_shift, held_);
  shift_ = 0;
  if (!elimination_->needs_regular()) return;
  double* values = sub_.matrix().valuePtr();
  for (int block : trailing_)
    for (int c = 0; c < stride_; ++c)
      shift_ = std::max(shift_, values[sub_.diagonal_slot(block * stride_ + c)]);
  for (int block : trailing_)
    for (int c = 0; c < stride_; ++c) values[sub_.diagonal_slot(block * stride_ + c)] += shift_;
}

void Condensation::take_stiffness() {
  elimination_->stiffness(S_);
  S_.diagonal().array() -= shift_;
  jacobian_stale_ = free_stale_ = true;
}

bool Condensation::drive(const DriverMap& drivers) {
  drivers_.unknowns = drivers.unknowns;
  drivers_.driven.assign(drivers.driven.begin(), drivers.driven.end());
  if (drivers.B.cols() > 0 || drivers_.B.cols() > 0) drivers_.B = drivers.B;
  unknowns_ = drivers.unknowns;
  for (Piece& piece : pieces_)
    for (std::vector<int>* list : {&piece.driven, &piece.asleep, &piece.slot}) list->clear();
  const int r = elimination_->trailing(), d = static_cast<int>(drivers.driven.size());
  for (int k = 0, next = 0; k < r; ++k) {
    Piece& piece = pieces_[piece_of_trailing_[k]];
    if (next < d && drivers.driven[next] == k) {
      piece.driven.push_back(k);
      piece.slot.push_back(next++);
    } else {
      piece.asleep.push_back(k);
    }
  }
  for (int p = 0; p < J_.pieces(); ++p) {
    std::vector<int>& columns = J_.columns_of(p);
    columns.clear();
    if (!mapped()) {
      columns.assign(pieces_[p].slot.begin(), pieces_[p].slot.end());
      continue;
    }
    for (int c = 0; c < unknowns_; ++c)
      if (std::any_of(pieces_[p].slot.begin(), pieces_[p].slot.end(),
                      [&](int slot) { return drivers_.B(slot, c) != 0; }))
        columns.push_back(c);
  }
  J_.settle(unknowns_);
  jacobian_stale_ = true;
  for (Piece& piece : pieces_) {
    const auto s = static_cast<Eigen::Index>(piece.asleep.size());
    Eigen::Map<MatrixXd> Sss(work_.square.data(), s, s);
    gather(S_, piece.asleep, piece.asleep, Sss);
    if (!piece.sleeping.factorize(Sss)) return false;
  }
  Eigen::Map<MatrixXd>(stiffness_.data(), unknowns_, unknowns_).setZero();
  for (int p = 0; p < J_.pieces(); ++p) {
    condense(pieces_[p], J_.columns_of(p));
    if (pieces_[p].keeps_shape) fit_rigid(pieces_[p]);
  }
  return true;
}

/// X_r and J'AJ of one piece.
void Condensation::condense(Piece& piece, std::span<const int> columns) {
  const int d = static_cast<int>(piece.driven.size()), s = static_cast<int>(piece.asleep.size());
  const int n = static_cast<int>(columns.size());
  // X_r on s: -S_ss^-1 S_sd.
  Eigen::Map<MatrixXd> Xs(work_.follow.data(), s, d);
  gather(S_, piece.asleep, piece.driven, Xs);
  Xs = -Xs;
  piece.sleeping.solve_in_place(Xs);
  // J'AJ on the driven unknowns: S_dd + S_ds X_s.
  Eigen::Map<MatrixXd> Sred(work_.square.data(), d, d);
  for (int j = 0; j < d; ++j)
    for (int i = 0; i < d; ++i) {
      double sum = S_(piece.driven[i], piece.driven[j]);
      for (int k = 0; k < s; ++k) sum += S_(piece.asleep[k], piece.driven[i]) * Xs(k, j);
      Sred(i, j) = sum;
    }
  Eigen::Map<MatrixXd> reduced(stiffness_.data(), unknowns_, unknowns_);
  RowBlock Xr(Xr_.data(), elimination_->trailing(), J_.width());
  if (!mapped()) {
    for (int j = 0; j < d; ++j) {
      for (int i = 0; i < d; ++i) {
        reduced(columns[i], columns[j]) = 0.5 * (Sred(i, j) + Sred(j, i));
        Xr(piece.driven[i], j) = i == j;
      }
      for (int i = 0; i < s; ++i) Xr(piece.asleep[i], j) = Xs(i, j);
    }
    return;
  }
  Eigen::Map<MatrixXd> B(work_.map.data(), d, n), SB(work_.mapped.data(), d, n),
      BSB(work_.product.data(), n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < d; ++i) B(i, j) = drivers_.B(piece.slot[i], columns[j]);
  SB = Sred.lazyProduct(B);
  BSB = B.transpose().lazyProduct(SB);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) reduced(columns[i], columns[j]) += 0.5 * (BSB(i, j) + BSB(j, i));
    for (int i = 0; i < d; ++i) Xr(piece.driven[i], j) = B(i, j);
    for (int i = 0; i < s; ++i) Xr(piece.asleep[i], j) = Xs.row(i).lazyProduct(B.col(j)).value();
  }
}

/// From the load condensed onto r: what it does there, in `column` of xr unless that is null, J'g
/// and the rest of the compliance, x'Ax with x_d = 0.
void Condensation::condense_load(const RowBlock& Y, int load, RowBlock* xr, int column) {
  const auto g = Y.bottomRows(elimination_->trailing()).col(load);
  if (xr) xr->col(column).setZero();
  for (const Piece& piece : pieces_) {
    const int d = static_cast<int>(piece.driven.size()), s = static_cast<int>(piece.asleep.size());
    auto xs = work_.sleeping.head(s);
    for (int i = 0; i < s; ++i) xs[i] = g[piece.asleep[i]];
    piece.sleeping.solve_in_place(xs);
    for (int i = 0; i < s; ++i) {
      compliance_[load] += xs[i] * g[piece.asleep[i]];
      if (xr) (*xr)(piece.asleep[i], column) = xs[i];
    }
    for (int i = 0; i < d; ++i) {
      double& gd = work_.driven[piece.slot[i]];
      gd = g[piece.driven[i]];
      for (int k = 0; k < s; ++k) gd -= S_(piece.asleep[k], piece.driven[i]) * xs[k];
    }
  }
  const auto gd = work_.driven.head(static_cast<Eigen::Index>(drivers_.driven.size()));
  if (!mapped())
    reduced_[load].head(gd.size()) = gd;
  else
    reduced_[load].head(unknowns_).noalias() = drivers_.B.transpose().lazyProduct(gd);
}

void Condensation::solve(std::span<const VectorXd* const> loads, int responses) {
  CONJAC_ASSERT(loads.size() <= kMaxLoads && responses <= static_cast<int>(loads.size()));
  const int n = sub_.size(), r = elimination_->trailing(), q = n - r;
  const int m = static_cast<int>(loads.size());
  const int jacobian_columns = jacobian_stale_ ? J_.width() : 0;
  const int columns = jacobian_columns + responses;
  if (columns + m == 0) {
    jacobian_stale_ = false;
    return;
  }
  const std::vector<int>& order = elimination_->order();
  const std::vector<int>& unknown = sub_.unknowns();

  // Condensation of the loads onto r.
  RowBlock Y(work_.forward.data(), n, m);
  if (m > 0) {
    for (int k = 0; k < n; ++k) {
      const bool ignored = ignores_loads(order[k]);
      for (int c = 0; c < m; ++c) Y(k, c) = ignored ? 0.0 : (*loads[c])[unknown[order[k]]];
    }
    elimination_->condense(Y, compliance_, Elimination::Accuracy::load);
  }
  RowBlock xr(work_.trailing.data(), r, columns);  // the solution on r
  if (jacobian_columns > 0)
    xr.leftCols(jacobian_columns) = RowBlock(Xr_.data(), r, jacobian_columns);
  for (int c = 0; c < m; ++c)
    condense_load(Y, c, c < responses ? &xr : nullptr, jacobian_columns + c);

  if (columns == 0) return;
  // One expansion for everything.
  RowBlock X(work_.solution.data(), n, columns);
  for (int k = 0; k < q; ++k) {
    for (int c = 0; c < jacobian_columns; ++c) X(k, c) = 0;
    for (int c = 0; c < responses; ++c) X(k, jacobian_columns + c) = Y(k, c);
  }
  X.bottomRows(r) = xr;
  elimination_->expand(X);

  if (jacobian_columns > 0) {
    for (int k = 0; k < n; ++k) {
      double* row = J_.row_data(unknown[order[k]]);
      for (int c = 0; c < jacobian_columns; ++c) row[c] = X(k, c);
    }
    if (any_keeps_shape_) write_rigid_rows();
  }
  for (int c = 0; c < responses; ++c)
    for (int k = 0; k < n; ++k) responses_[c][unknown[order[k]]] = X(k, jacobian_columns + c);
  jacobian_stale_ = false;
}

}  // namespace conjac
