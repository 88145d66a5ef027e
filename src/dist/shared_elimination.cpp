#include "dist/shared_elimination.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "core/ranks.h"

namespace conjac {

void SharedElimination::analyze(const Pattern& pattern) {
  team_ = team();
  block_ = pattern.block;
  const int blocks = static_cast<int>(pattern.nodes.size());
  nodes_.assign(pattern.nodes.begin(), pattern.nodes.end());
  trailing_blocks_.assign(blocks, -1);
  for (std::size_t k = 0; k < pattern.trailing.size(); ++k)
    trailing_blocks_[pattern.trailing[k]] = static_cast<int>(k);
  trailing_ = representatives_ = static_cast<int>(pattern.trailing.size()) * block_;
  order_.clear();
  place_.assign(blocks, 0);
  const auto append = [&](int b) {
    place_[b] = static_cast<int>(order_.size()) / block_;
    for (int c = 0; c < block_; ++c) order_.push_back(b * block_ + c);
  };
  for (int b = 0; b < blocks; ++b)
    if (trailing_blocks_[b] < 0) append(b);
  for (int b : pattern.trailing) append(b);
  owner_.assign(blocks, team_.rank);
  if (team_.size > 1)
    for (int b = 0; b < blocks; ++b) owner_[b] = ranks().owner()[nodes_[b]];
  prescribed_.clear();
}

FactorStatus SharedElimination::factorize(const Matrix& matrix) {
  const bool other =
      prescribed_.empty() || !std::equal(prescribed_.begin(), prescribed_.end(),
                                         matrix.prescribed.begin(), matrix.prescribed.end());
  if (other) {
    prescribed_.assign(matrix.prescribed.begin(), matrix.prescribed.end());
    number_rows(prescribed_);
    find_pattern(matrix.A);
  }
  fill(matrix.A);
  double sum = 0;
  for (double value : A_.values) sum += value;
  if (!std::isfinite(team_.sum(sum))) return FactorStatus::failed;
  FactorStatus status = renew(other, matrix.x);
  std::vector<double> residual;
  if (status == FactorStatus::ok) status = solve_shapes(residual);
  if (status == FactorStatus::ok) condense_stiffness(residual);
  return status;
}

/// Rows of A_qq in the order of their owners, then of their blocks.
void SharedElimination::number_rows(std::span<const char> prescribed) {
  const int blocks = static_cast<int>(nodes_.size());
  first_.assign(team_.size + 1, 0);
  const auto active = [&](int b) { return trailing_blocks_[b] < 0 && !prescribed[b]; };
  for (int b = 0; b < blocks; ++b)
    if (active(b)) ++first_[owner_[b] + 1];
  for (int r = 0; r < team_.size; ++r) first_[r + 1] += first_[r];
  std::vector<int> next(first_.begin(), first_.end() - 1);
  whole_.assign(blocks, -1);
  by_number_.assign(first_.back(), 0);
  mine_.clear();
  for (int b = 0; b < blocks; ++b) {
    if (!active(b)) continue;
    by_number_[whole_[b] = next[owner_[b]]++] = b;
    if (owner_[b] == team_.rank) mine_.push_back(b);
  }
}

/// Block rows of the rank's own blocks, from the lower triangle, columns ascending: own ones first.
void SharedElimination::find_pattern(const SparseMatrix& A) {
  const int own = static_cast<int>(mine_.size());
  local_.assign(nodes_.size(), -1);
  for (int k = 0; k < own; ++k) local_[mine_[k]] = k;
  std::vector<std::vector<int>> lists(own);  // (own rows) blocks
  const auto add = [&](int i, int j) {
    if (whole_[i] >= 0 && whole_[j] >= 0 && owner_[i] == team_.rank) lists[local_[i]].push_back(j);
  };
  for (int j = 0; j < static_cast<int>(nodes_.size()); ++j) {
    if (whole_[j] < 0) continue;
    int last = -1;
    for (SparseMatrix::InnerIterator entry(A, j * block_); entry; ++entry) {
      const int i = static_cast<int>(entry.row()) / block_;
      if (i == last) continue;
      last = i;
      add(i, j);
      if (i != j) add(j, i);
    }
  }
  std::vector<int> ghosts;
  for (const auto& list : lists)
    for (int j : list)
      if (owner_[j] != team_.rank) ghosts.push_back(whole_[j]);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  for (std::size_t k = 0; k < ghosts.size(); ++k)
    local_[by_number_[ghosts[k]]] = own + static_cast<int>(k);
  A_.block_rows = A_.own_columns = own;
  A_.height = A_.width = block_;
  A_.start.assign(1, 0);
  A_.column.clear();
  for (auto& list : lists) {
    for (int& j : list) j = local_[j];
    std::sort(list.begin(), list.end());
    A_.column.insert(A_.column.end(), list.begin(), list.end());
    A_.start.push_back(static_cast<std::int64_t>(A_.column.size()));
    std::vector<int>().swap(list);
  }
  A_.values.assign(A_.column.size() * block_ * block_, 0.0);
  A_.halo.connect(team_, ghosts, first_);
  number_.resize(own + ghosts.size());
  for (int k = 0; k < own; ++k) number_[k] = first_[team_.rank] + k;
  std::copy(ghosts.begin(), ghosts.end(), number_.begin() + own);
}

void SharedElimination::fill(const SparseMatrix& A) {
  std::fill(A_.values.begin(), A_.values.end(), 0.0);
  coupling_.clear();
  Arr_.setZero(trailing_, trailing_);
  for (int j = 0; j < A.cols(); ++j) {
    const int J = j / block_;
    std::int64_t slot = -1, mirrored = -1;  // of the blocks (I, J) and (J, I)
    int last = -1;
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
      const int i = static_cast<int>(entry.row()), I = i / block_;
      if (I != last) slot = slot_of(I, J), mirrored = slot_of(J, I), last = I;
      put(i, j, slot, entry.value());
      if (i != j) put(j, i, mirrored, entry.value());
    }
  }
  team_.sum({Arr_.data(), static_cast<std::size_t>(Arr_.size())});
}

/// Where the block is in A_; -1: it is not.
std::int64_t SharedElimination::slot_of(int I, int J) const {
  if (owner_[I] != team_.rank || whole_[I] < 0 || whole_[J] < 0) return -1;
  const int row = local_[I];
  const auto begin = A_.column.begin() + A_.start[row], end = A_.column.begin() + A_.start[row + 1];
  return std::lower_bound(begin, end, local_[J]) - A_.column.begin();
}

/// The entry of row i, which only its owner takes.
void SharedElimination::put(int i, int j, std::int64_t slot, double value) {
  if (slot >= 0) {
    A_.values[(slot * block_ + i % block_) * block_ + j % block_] = value;
    return;
  }
  const int I = i / block_, J = j / block_, ri = trailing_blocks_[I], rj = trailing_blocks_[J];
  if (owner_[I] != team_.rank || rj < 0) return;
  if (ri >= 0)
    Arr_(ri * block_ + i % block_, rj * block_ + j % block_) = value;
  else if (whole_[I] >= 0 && value != 0)
    coupling_.push_back({local_[I] * block_ + i % block_, rj * block_ + j % block_, value});
}

void SharedElimination::couple(double* B) const {
  std::fill_n(B, static_cast<std::size_t>(rows()) * trailing_, 0.0);
  for (const Entry& one : coupling_)
    B[static_cast<std::size_t>(one.row) * trailing_ + one.r] -= one.value;
}

void SharedElimination::coupled_energy(const double* Y, std::span<double> energy) const {
  std::fill(energy.begin(), energy.end(), 0.0);
  for (const Entry& one : coupling_)
    energy[one.r] -= one.value * Y[static_cast<std::size_t>(one.row) * trailing_ + one.r];
  team_.sum(energy);
}

void SharedElimination::condense_stiffness(const std::vector<double>& residual) {
  const int r = trailing_;
  const auto all = [&](const std::vector<double>& rows_of) {
    return Eigen::Map<const RowMatrix>(rows_of.data(), rows(), r);
  };
  S_.setZero(r, r);
  for (const Entry& one : coupling_) S_.row(one.r) += one.value * all(Y_).row(one.row);
  if (!residual.empty()) S_.noalias() -= all(Y_).transpose() * all(residual);
  team_.sum({S_.data(), static_cast<std::size_t>(S_.size())});
  S_ += Arr_;
  S_ = (0.5 * (S_ + S_.transpose())).eval();
}

/// Rows of A_qq in `whole` <- what each rank has of them.
void SharedElimination::gather(const std::vector<double>& own, RowBlock& whole) {
  const auto columns = static_cast<int>(whole.cols()), width = block_ * columns;
  const double* from = own.data();
  if (team_.size > 1) {
    std::vector<int> counts(team_.size), begins(team_.size);
    for (int r = 0; r < team_.size; ++r) {
      begins[r] = first_[r];
      counts[r] = first_[r + 1] - first_[r];
    }
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(width, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    all_.resize(by_number_.size() * static_cast<std::size_t>(width));
    MPI_Allgatherv(own.data(), counts[team_.rank], row, all_.data(), counts.data(), begins.data(),
                   row, team_.comm);
    MPI_Type_free(&row);
    from = all_.data();
  }
  parallel_chunks(by_number_.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      std::copy_n(from + k * static_cast<std::size_t>(width), width,
                  whole.row(static_cast<Eigen::Index>(place_[by_number_[k]]) * block_).data());
  });
}

void SharedElimination::condense(RowBlock G, double* compliance, Accuracy accuracy) {
  const auto columns = static_cast<int>(G.cols()), width = block_ * columns;
  const Eigen::Index q = G.rows() - trailing_;
  own_.resize(static_cast<std::size_t>(rows()) * columns);
  for (std::size_t k = 0; k < mine_.size(); ++k)
    std::copy_n(G.row(static_cast<Eigen::Index>(place_[mine_[k]]) * block_).data(), width,
                own_.data() + k * static_cast<std::size_t>(width));
  const auto mine = [&] { return Eigen::Map<RowMatrix>(own_.data(), rows(), columns); };
  if (compliance) sent_ = own_;
  solve_loads(own_.data(), columns, accuracy);
  // What goes on to r, and the energy.
  RowMatrix sums = RowMatrix::Zero(trailing_ + 1, columns);
  for (const Entry& one : coupling_) sums.row(one.r) -= one.value * mine().row(one.row);
  if (compliance)
    for (int c = 0; c < columns; ++c)
      sums(trailing_, c) =
          mine().col(c).dot(Eigen::Map<RowMatrix>(sent_.data(), rows(), columns).col(c));
  team_.sum({sums.data(), static_cast<std::size_t>(sums.size())});
  G.bottomRows(trailing_) += sums.topRows(trailing_);
  for (int c = 0; compliance && c < columns; ++c) compliance[c] = sums(trailing_, c);
  gather(own_, G);
  for (Eigen::Index k = 0; compliance && k < q;
       k += block_)  // whose rows are those of the identity
    if (prescribed_[order_[k] / block_])
      for (int c = 0; c < columns; ++c)
        compliance[c] += G.middleRows(k, block_).col(c).squaredNorm();
}

void SharedElimination::expand(RowBlock X) {
  const auto columns = static_cast<int>(X.cols()), width = block_ * columns;
  own_.resize(static_cast<std::size_t>(rows()) * columns);
  const RowMatrix xr = X.bottomRows(trailing_);
  Eigen::Map<RowMatrix> mine(own_.data(), rows(), columns);
  parallel_chunks(mine_.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      std::copy_n(X.row(static_cast<Eigen::Index>(place_[mine_[k]]) * block_).data(), width,
                  own_.data() + k * static_cast<std::size_t>(width));
    const auto first = static_cast<Eigen::Index>(begin) * block_,
               count = static_cast<Eigen::Index>(end - begin) * block_;
    mine.middleRows(first, count).noalias() +=
        Eigen::Map<const RowMatrix>(Y_.data(), rows(), trailing_).middleRows(first, count) * xr;
  });
  gather(own_, X);
}

void SharedElimination::connect(std::vector<int>& lowest) const {
  const Team all = team();
  if (all.size == 1) return;
  std::vector<int> common;
  for (bool changed = true; changed;) {
    common = lowest;
    MPI_Allreduce(MPI_IN_PLACE, common.data(), static_cast<int>(common.size()), MPI_INT, MPI_MIN,
                  all.comm);
    // A set of this rank takes the lowest that any of its blocks has found.
    std::vector<int> of_set(lowest.size());
    for (std::size_t b = 0; b < lowest.size(); ++b) of_set[b] = static_cast<int>(b);
    for (std::size_t b = 0; b < lowest.size(); ++b)
      of_set[lowest[b]] = std::min(of_set[lowest[b]], common[b]);
    int mine = 0;
    for (int& one : lowest) {
      mine |= one != of_set[one];
      one = of_set[one];
    }
    int any = 0;
    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, all.comm);
    changed = any != 0;
  }
}

}  // namespace conjac
