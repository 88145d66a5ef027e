#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/dim.h"
#include "linalg/ordering.h"
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
  /// `what_changed`: parts of L that follow from entries which are the same as the last time may
  /// stay as they are; the digits are those of `all`.
  enum class Renew { all, what_changed };
  virtual FactorStatus factorize(const SparseMatrix& A, Renew renew) = 0;
  FactorStatus factorize(const SparseMatrix& A) { return factorize(A, Renew::all); }

  /// The digits do not depend on the number of threads.
  virtual void forward(RowBlock Y) const = 0;   // Y <- L^-1 Y
  virtual void backward(RowBlock X) const = 0;  // X <- L'^-1 X

  /// The lower triangular block of L over the trailing unknowns.
  virtual void trailing_factor(MatrixXd& Lrr) const = 0;

  /// x = A^-1 b for one right-hand side, in the order of A.
  void solve(const VectorXd& b, VectorXd& x);

  const std::vector<int>& order() const { return order_; }
  int size() const { return static_cast<int>(order_.size()); }
  int trailing() const { return trailing_; }     // unknowns, not blocks
  double nonzeros() const { return nonzeros_; }  // stored entries of L
  double work() const { return work_; }          // multiplications of a factorization; 0: unknown

 protected:
  /// Fills order_ and trailing_; returns the graph of A's blocks.
  BlockGraph find_order(const SparseMatrix& A, int block, std::span<const int> trailing);

  std::vector<int> order_;
  int trailing_ = 0;
  double nonzeros_ = 0, work_ = 0;

 private:
  VectorXd column_;  // workspace of solve
};

/// The best this build was made with: our own fronts (linalg/front_numbers.h) where there is a
/// BLAS, else Eigen's simplicial factorization.
std::unique_ptr<SparseFactor> make_factor();
std::unique_ptr<SparseFactor> make_eigen_factor();
/// CHOLMOD's supernodal factorization, on one thread: what others would use, to compare with. None
/// in builds without it.
std::unique_ptr<SparseFactor> make_cholmod_factor();

enum class FactorKind { best, fronts, cholmod };
/// Throws Error(bad_input) where this build has none of that kind.
std::unique_ptr<SparseFactor> make_factor(FactorKind kind);

}  // namespace conjac
