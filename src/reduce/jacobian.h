#pragma once

#include <span>
#include <vector>

#include "linalg/factor.h"

namespace conjac {

class Archive;

/// The condensation Jacobian J (unknowns of the body x reduced unknowns), stored piece by piece.
///
/// A node follows the drivers of its own piece and no others, so a row of J has entries in the
/// columns of that piece alone. They stand side by side: a body in a hundred pieces with nine
/// drivers each needs nine numbers per row, not nine hundred. A body in one piece has one list of
/// columns, all of them, and J is the plain row-major matrix.
///
/// What every reader of a row needs of a vector u are its entries at the columns of the row's
/// piece: pack() puts them side by side, piece by piece, once for all rows.
class Jacobian {
 public:
  /// `piece_of_row` (unknowns of the body): -1 where a row is zero for good. No piece will have
  /// more than `most_columns` columns, nor all of them together more than `most_packed`.
  void analyze(std::vector<int> piece_of_row, int pieces, int most_columns, int most_packed);

  /// The columns of each piece, ascending, to be written where drivers change; then settle().
  std::vector<int>& columns_of(int piece) { return columns_[piece]; }
  const std::vector<int>& columns_of(int piece) const { return columns_[piece]; }
  void settle(int unknowns);

  int rows() const { return static_cast<int>(piece_of_row_.size()); }
  int cols() const { return unknowns_; }
  int width() const { return width_; }  // entries kept per row: those of the widest piece
  int pieces() const { return static_cast<int>(columns_.size()); }
  int piece_of(int row) const { return piece_of_row_[row]; }

  /// Columns and values of the entries of a row; none where it is zero.
  std::span<const int> columns(int row) const {
    const int piece = piece_of_row_[row];
    return piece < 0 ? std::span<const int>() : std::span<const int>(columns_[piece]);
  }
  Eigen::Map<const VectorXd> values(int row) const {
    return {at(row), static_cast<Eigen::Index>(columns(row).size())};
  }
  double* row_data(int row) { return values_.data() + static_cast<std::ptrdiff_t>(row) * width_; }

  /// packed <- the entries of u that each piece has to do with.
  template <class Vector>
  void pack(const Vector& u, VectorXd& packed) const {
    if (packed.size() < most_packed_) packed.resize(most_packed_);
    int k = 0;
    for (const auto& list : columns_)
      for (int column : list) packed[k++] = u[column];
  }
  /// visit(row, values, where the piece's part of a packed vector begins), for all that are not
  /// zero.
  template <class Visit>
  void for_each_row(const Visit& visit) const {
    for (int i = 0; i < rows(); ++i) {
      const int piece = piece_of_row_[i];
      if (piece >= 0) visit(i, values(i), start_[piece]);
    }
  }

  // Products; one at a time, they share a workspace.
  /// y += J u.
  template <class Vector>
  void add_product(const Vector& u, VectorXd& y) const {
    pack(u, packed_);
    for_each_row(
        [&](int i, const auto& row, int at) { y[i] += row.dot(packed_.segment(at, row.size())); });
  }
  /// y += diag(m) J u.
  template <class Vector>
  void add_weighted_product(const Vector& u, const VectorXd& m, VectorXd& y) const {
    pack(u, packed_);
    for_each_row([&](int i, const auto& row, int at) {
      y[i] += m[i] * row.dot(packed_.segment(at, row.size()));
    });
  }
  /// y <- J' x.
  void transposed_product(const VectorXd& x, Eigen::Ref<VectorXd> y) const;
  /// G <- J' diag(m) J, no m negative.
  void weighted_square(const VectorXd& m, Eigen::Ref<MatrixXd> G) const;

  RowMatrix dense() const;

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  const double* at(int row) const {
    return values_.data() + static_cast<std::ptrdiff_t>(row) * width_;
  }

  int unknowns_ = 0, width_ = 0, most_packed_ = 0;
  std::vector<int> piece_of_row_;
  std::vector<std::vector<int>> rows_of_, columns_;  // (pieces)
  std::vector<int> start_;                           // (pieces + 1) in a packed vector
  VectorXd values_;                                  // (rows x width) row-major
  mutable VectorXd packed_, chunk_, square_;         // workspace of the products
};

}  // namespace conjac
