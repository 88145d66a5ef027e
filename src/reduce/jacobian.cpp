#include "reduce/jacobian.h"

#include <algorithm>
#include <cmath>

namespace conjac {
namespace {

constexpr int kChunk = 256;  // rows per product: small enough for the first-level cache

}  // namespace

void Jacobian::analyze(std::vector<int> piece_of_row, int pieces, int most_columns,
                       int most_packed) {
  piece_of_row_ = std::move(piece_of_row);
  rows_of_.assign(pieces, {});
  columns_.assign(pieces, {});
  start_.assign(pieces + 1, 0);
  for (int i = 0; i < rows(); ++i)
    if (piece_of_row_[i] >= 0) rows_of_[piece_of_row_[i]].push_back(i);
  for (auto& list : columns_) list.reserve(most_columns);
  values_.setZero(static_cast<Eigen::Index>(rows()) * most_columns);
  most_packed_ = most_packed;
  packed_.resize(most_packed);
  chunk_.resize(kChunk * most_columns);
  square_.resize(most_columns * most_columns);
  settle(0);
}

void Jacobian::settle(int unknowns) {
  unknowns_ = unknowns;
  width_ = 0;
  for (int piece = 0; piece < pieces(); ++piece) {
    const int count = static_cast<int>(columns_[piece].size());
    width_ = std::max(width_, count);
    start_[piece + 1] = start_[piece] + count;
  }
}

void Jacobian::transposed_product(const VectorXd& x, Eigen::Ref<VectorXd> y) const {
  packed_.head(start_.back()).setZero();
  for_each_row([&](int i, const auto& row, int at) {
    if (x[i] != 0) packed_.segment(at, row.size()) += x[i] * row;
  });
  y.setZero();
  int k = 0;
  for (const auto& list : columns_)
    for (int column : list) y[column] += packed_[k++];
}

void Jacobian::weighted_square(const VectorXd& m, Eigen::Ref<MatrixXd> G) const {
  G.setZero();
  for (int piece = 0; piece < pieces(); ++piece) {
    const auto& rows = rows_of_[piece];
    const auto& columns = columns_[piece];
    const auto n = static_cast<Eigen::Index>(columns.size());
    if (n == 0) continue;
    Eigen::Map<MatrixXd> square(square_.data(), n, n);
    square.setZero();
    for (std::size_t begin = 0; begin < rows.size(); begin += kChunk) {
      const auto count =
          static_cast<Eigen::Index>(std::min<std::size_t>(kChunk, rows.size() - begin));
      Eigen::Map<RowMatrix> weighted(chunk_.data(), count, n);
      for (Eigen::Index i = 0; i < count; ++i) {
        const int row = rows[begin + static_cast<std::size_t>(i)];
        weighted.row(i) = std::sqrt(m[row]) * values(row).transpose();
      }
      square.noalias() += weighted.transpose() * weighted;
    }
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index i = 0; i < n; ++i) G(columns[i], columns[j]) += square(i, j);
  }
}

RowMatrix Jacobian::dense() const {
  RowMatrix J = RowMatrix::Zero(rows(), unknowns_);
  for (int i = 0; i < rows(); ++i) {
    const auto mine = columns(i);
    for (std::size_t k = 0; k < mine.size(); ++k) J(i, mine[k]) = values(i)[static_cast<int>(k)];
  }
  return J;
}

}  // namespace conjac
