#pragma once

#include <span>
#include <vector>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// The rows and columns of a symmetric matrix that belong to some of its blocks of unknowns. The
/// pattern is found once; afterwards values are copied slot by slot.
class PrincipalSubmatrix {
 public:
  /// Keeps the blocks with keep[i] != 0, in ascending order.
  void analyze(const SparseMatrix& full, int block, std::span<const char> keep);

  /// matrix() <- a diag(d) + b * full on the kept unknowns. Blocks (of the full matrix) with
  /// held[i] != 0 are decoupled: unit diagonal, nothing beside it.
  void assign(const SparseMatrix& full, double b, const VectorXd& d, double a,
              std::span<const char> held);

  void extend(const VectorXd& part, VectorXd& full) const;  // kept entries of full <- part

  const SparseMatrix& matrix() const { return matrix_; }
  SparseMatrix& matrix() { return matrix_; }
  int size() const { return static_cast<int>(unknowns_.size()); }
  /// Full unknown behind each kept one, and the kept block of each full block (-1: not kept).
  const std::vector<int>& unknowns() const { return unknowns_; }
  int kept_block(int full_block) const { return kept_block_[full_block]; }
  int diagonal_slot(int unknown) const { return matrix_.outerIndexPtr()[unknown]; }

 private:
  int block_ = 1;
  std::vector<int> unknowns_;
  std::vector<int> kept_block_;
  std::vector<int> source_;  // entry of full's values behind each entry of matrix_
  SparseMatrix matrix_;
};

/// y = A x with A symmetric, given by its lower triangle.
void symmetric_product(const SparseMatrix& A, const VectorXd& x, VectorXd& y);

}  // namespace conjac
