#include <algorithm>
#include <cmath>

#include "core/tuned.h"
#include "reduce/modes.h"

// What modes are made with: products over the rows of a piece, orthonormal and eigenvectors.

namespace conjac {
namespace {

// Shapes that are less independent of the others than this are none, of their squared length.
CONJAC_TUNED(double, kIndependent, 1e-8);

/// Component c of rigid motion k at r from the centre.
double rigid_component(int k, int c, const double* r, int stride) {
  if (k < stride) return k == c ? 1 : 0;
  if (stride == 2) return c == 0 ? -r[1] : r[0];
  const int axis = k - 3;
  if (c == axis) return 0;
  return (c == (axis + 1) % 3 ? -1 : 1) * r[3 - axis - c];
}

}  // namespace

RowBlock Modes::block(VectorXd& memory, int rows, int columns) {
  const Eigen::Index size = static_cast<Eigen::Index>(rows) * columns;
  if (memory.size() < size) memory.resize(size);
  return {memory.data(), rows, columns};
}

void Modes::gather(const Condensation& condensation, const Jacobian& from, RowBlock& to) const {
  for (int place = 0; place < to.rows(); ++place) {
    const auto row = from.values(condensation.unknown_at(place));
    to.row(place).head(row.size()) = row.transpose();
  }
}

/// Behind the modes of the piece: r_k, zero where something is prescribed.
void Modes::set_rigid_motions(const Condensation& condensation, const VectorXd& mass,
                              const VectorXd& x, const Piece& piece, RowBlock& to) const {
  double centre[3] = {}, total = 0;
  for (int place : piece.places) {
    const int row = condensation.unknown_at(place);
    centre[row % stride_] += mass[row] * x[row];
    total += mass[row] / stride_;
  }
  for (double& c : centre) c /= total;
  for (int place : piece.places) {
    const int row = condensation.unknown_at(place), node = row / stride_;
    if (condensation.ignores_load(place)) continue;
    double r[3] = {};
    for (int c = 0; c < stride_; ++c) r[c] = x[node * stride_ + c] - centre[c];
    for (int k = 0; k < rigid_motions(stride_); ++k)
      to(place, piece.modes + k) = rigid_component(k, row % stride_, r, stride_);
  }
}

void Modes::leave_rigid(const Condensation& condensation, const VectorXd& mass, const Piece& piece,
                        int first, int count, RowBlock& block) {
  if (count == 0) return;
  auto along = amounts_.head(count);
  for (int pass = 0; pass < 2 * piece.rigid; ++pass) {  // twice, against rounding
    const int c = pass % piece.rigid;
    along.setZero();
    for (int place : piece.places) {
      const int row = condensation.unknown_at(place);
      along += mass[row] * phi_.values(row)[c] * block.row(place).segment(first, count).transpose();
    }
    for (int place : piece.places)
      block.row(place).segment(first, count) -=
          phi_.values(condensation.unknown_at(place))[c] * along.transpose();
  }
}

void Modes::product(const Condensation& condensation, const Piece& piece, const RowBlock& X,
                    const RowBlock& Y, const VectorXd* weight, int first, Square& square) {
  square.setZero();
  const Eigen::Index n = square.rows();
  for (std::size_t begin = 0; n > 0 && begin < piece.places.size(); begin += kChunk) {
    const auto count = std::min<std::size_t>(kChunk, piece.places.size() - begin);
    Eigen::Map<RowMatrix> x(chunk_.data(), static_cast<Eigen::Index>(count), n),
        y(other_chunk_.data(), static_cast<Eigen::Index>(count), n);
    for (std::size_t i = 0; i < count; ++i) {
      const int place = piece.places[begin + i];
      const double scale = weight ? (*weight)[condensation.unknown_at(place)] : 1.0;
      x.row(static_cast<Eigen::Index>(i)) = X.row(place).segment(first, n);
      y.row(static_cast<Eigen::Index>(i)) = scale * Y.row(place).segment(first, n);
    }
    square.noalias() += x.transpose() * y;
  }
}

/// G -> `turn` with turn'G turn = I, for the columns from `first` on; those before stay. Columns
/// that depend on others are left out.
void Modes::orthonormal(Piece& piece, Square& G, int first) {
  const Eigen::Index n = G.rows();
  piece.old = first + static_cast<int>(n);
  piece.modes = first;
  piece.turn.topLeftCorner(piece.old, piece.old).setIdentity();
  if (n == 0) return;
  auto scale = piece.squares.head(n);  // free until the modes are known
  for (Eigen::Index i = 0; i < n; ++i) scale[i] = G(i, i) > 0 ? 1 / std::sqrt(G(i, i)) : 0.0;
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i) G(i, j) *= scale[i] * scale[j];
  solve_eigen(G);
  const auto spread = values_.head(n);
  const Square vectors(vectors_.data(), n, n);
  Eigen::Index kept = 0;
  while (kept < n && spread[n - 1 - kept] > kIndependent * spread[n - 1]) ++kept;
  for (Eigen::Index j = 0; j < kept; ++j)
    piece.turn.col(first + j).segment(first, n) =
        scale.cwiseProduct(vectors.col(n - kept + j)) / std::sqrt(spread[n - kept + j]);
  piece.modes = first + static_cast<int>(kept);
}

/// G, S -> `turn` with turn'G turn = I and turn'S turn = diag(squares), ascending.
void Modes::ritz(Piece& piece, Square& G, Square& S) {
  orthonormal(piece, G, 0);
  const int n = piece.old, kept = piece.modes;
  if (kept == 0) return;
  auto turn = piece.turn.topLeftCorner(n, kept);
  Square half(half_.data(), n, kept), mixed(gram_.data(), kept, kept);
  half = S.lazyProduct(turn);
  mixed = turn.transpose().lazyProduct(half);
  solve_eigen(mixed);
  half = turn.lazyProduct(Square(vectors_.data(), kept, kept));
  turn = half;
  piece.squares.head(kept) = values_.head(kept).cwiseMax(0.0);
}

/// Eigenvalues, ascending, and vectors; without allocating unless there are very many.
void Modes::solve_eigen(const Square& symmetric) {
  const auto n = symmetric.rows();
  Square vectors(vectors_.data(), n, n);
  if (n <= kSmallEigen) {
    small_symmetric_eigen(symmetric, values_.head(n), vectors);
  } else {
    const SymmetricEigen all = symmetric_eigen(symmetric);
    values_.head(n) = all.values;
    vectors = all.vectors;
  }
}

void Modes::number_columns(Jacobian& of) {
  int next = 0;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    std::vector<int>& columns = of.columns_of(static_cast<int>(p));
    columns.clear();
    for (int c = 0; c < pieces_[p].modes; ++c) {
      squares_[next] = pieces_[p].squares[c];
      columns.push_back(next++);
    }
  }
  of.settle(next);
}

}  // namespace conjac
