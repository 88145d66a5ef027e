#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/dim.h"
#include "linalg/sparse.h"

namespace conjac {

/// Many right-hand sides, one row per unknown: a row is contiguous, so the supernodal solves gather
/// and scatter whole cache lines.
/// A view of such a block on memory that somebody else keeps, so that a changing number of columns
/// allocates nothing.
using RowBlock = Eigen::Map<RowMatrix>;

enum class FactorStatus { ok, not_positive_definite, failed };

/// Cholesky factorization P A P' = L L' of a symmetric positive definite matrix, in three verbs:
/// analyze once per pattern, factorize per matrix, solve as often as wanted. The two halves of a
/// solve stand open because condensation needs them apart (reduce/condense.h).
///
/// Vectors given to forward() and backward() are in elimination order: entry k belongs to unknown
/// order()[k]. The last blocks of the order are the `trailing` ones, in the order given.
class SparseFactor {
 public:
  virtual ~SparseFactor() = default;

  /// `A` gives the pattern (lower triangle, every diagonal present), `block` consecutive unknowns
  /// are ordered as one, the `trailing` blocks are eliminated last.
  virtual void analyze(const SparseMatrix& A, int block, std::span<const int> trailing) = 0;

  /// The values of `A`, on the pattern that was analysed. We allocate nothing after the first time.
  /// A value that is no number gives `failed`: the libraries take it for a pivot like any other.
  virtual FactorStatus factorize(const SparseMatrix& A) = 0;

  void forward(RowBlock Y) const { forward(Y, workspace_); }    // Y <- L^-1 Y
  void backward(RowBlock X) const { backward(X, workspace_); }  // X <- L'^-1 X

  /// The same with the columns in parts, on all threads. Digits depend on the number of columns,
  /// not on that of threads.
  void forward_wide(RowBlock Y) const;
  void backward_wide(RowBlock X) const;

  /// The lower triangular block of L over the trailing unknowns.
  virtual void trailing_factor(MatrixXd& Lrr) const = 0;

  /// x = A^-1 b for one right-hand side, in the order of A.
  void solve(const VectorXd& b, VectorXd& x);

  const std::vector<int>& order() const { return order_; }
  int size() const { return static_cast<int>(order_.size()); }
  int trailing() const { return trailing_; }     // unknowns, not blocks
  double nonzeros() const { return nonzeros_; }  // stored entries of L

 protected:
  /// Fills order_, trailing_ and the permuted lower triangle with the map from its entries to A's.
  void permute_pattern(const SparseMatrix& A, int block, std::span<const int> trailing);
  bool permute_values(const SparseMatrix& A);  // false: not all are finite

  /// Several at once may run, each with a workspace of its own.
  virtual void forward(RowBlock Y, VectorXd& workspace) const = 0;
  virtual void backward(RowBlock X, VectorXd& workspace) const = 0;

  std::vector<int> order_;
  int trailing_ = 0;
  double nonzeros_ = 0;
  SparseMatrix permuted_;    // lower triangle of P A P'
  std::vector<int> source_;  // entry of A's values for each entry of permuted_

 private:
  template <class Half>
  void in_parts(RowBlock Y, const Half& half) const;

  /// Some columns of a wide block, side by side.
  struct Part {
    VectorXd values, workspace;
  };
  mutable std::vector<Part> parts_;
  mutable VectorXd workspace_;
  VectorXd column_;  // workspace of solve
};

/// The back end this build was made with: CHOLMOD's supernodal factorization, or Eigen's.
std::unique_ptr<SparseFactor> make_factor();
std::unique_ptr<SparseFactor> make_eigen_factor();

}  // namespace conjac
