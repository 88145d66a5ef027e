#include "reduce/condense.h"

// Pieces that keep their shape.

namespace conjac {

void Condensation::keep_shape(std::span<const char> marked, const VectorXd& x) {
  any_keeps_shape_ = false;
  for (Piece& piece : pieces_) {
    piece.keeps_shape = !piece.trailing.empty() && marked[node_of(piece.trailing[0])];
    any_keeps_shape_ |= piece.keeps_shape;
  }
  if (any_keeps_shape_) shape_ = x;
}

/// Where its drivers do not pin a piece it goes on as before.
void Condensation::fit_rigid(Piece& piece) {
  work_.drivers.clear();
  for (std::size_t k = 0; k < piece.driven.size(); k += static_cast<std::size_t>(stride_))
    work_.drivers.push_back(node_of(piece.driven[k]));
  piece.keeps_shape = piece.rigid.fit(shape_, stride_, work_.drivers);
  if (!piece.keeps_shape) return;
  Eigen::Map<MatrixXd> reduced(stiffness_.data(), unknowns_, unknowns_);
  for (int j : piece.slot)
    for (int i : piece.slot) reduced(i, j) = 0;
}

void Condensation::write_rigid_rows() {
  for (int unknown : sub_.unknowns())
    if (const Piece& piece = pieces_[J_.piece_of(unknown)]; piece.keeps_shape)
      piece.rigid.row(shape_, unknown / stride_, unknown % stride_, J_.row_data(unknown));
}

void Condensation::add_unused_mass(const VectorXd& mass, Eigen::Ref<MatrixXd> reduced) const {
  for (const Piece& piece : pieces_) {
    if (!piece.keeps_shape) continue;
    const int d = static_cast<int>(piece.slot.size());
    const double scale = mass[node_of(piece.driven[0]) * stride_];
    for (int j = 0; j < d; ++j)
      for (int i = 0; i < d; ++i)
        reduced(piece.slot[i], piece.slot[j]) += scale * piece.rigid.unused(i, j);
  }
}

void Condensation::add_springs(int node, double stiffness) {
  Eigen::Map<MatrixXd> reduced(stiffness_.data(), unknowns_, unknowns_);
  for (int row = node * stride_; row < (node + 1) * stride_; ++row) {
    const auto columns = J_.columns(row);
    const auto values = J_.values(row);
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::size_t i = 0; i < columns.size(); ++i)
        reduced(columns[i], columns[j]) +=
            stiffness * values[static_cast<Eigen::Index>(i)] * values[static_cast<Eigen::Index>(j)];
  }
}

}  // namespace conjac
