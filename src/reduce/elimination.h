#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "linalg/factor.h"

namespace conjac {

/// What the condensation (reduce/condense.h) asks of A = -K with the representative unknowns r last
/// and all others, q, before them: the stiffness S condensed onto r, loads condensed onto r, and
/// what q does when r moves. Stands above SparseFactor because the halves of a triangular solve
/// have no counterpart where nothing is factored. Who iterates works with
///
///     Y = -A_qq^-1 A_qr,   S = A_rr + A_rq Y,   X_q = A_qq^-1 g_q + Y x_r,
///
/// all representatives held, so that switching them on and off stays a tiny dense solve.
///
/// Blocks of vectors have a row for each place of order(): those of q first, then r as given.
///
/// Under ranks (core/ranks.h) all of this is called by all of them alike. Vectors are whole and the
/// same on every rank, before and after. A has its whole size on every rank (with every diagonal
/// entry); of its entries those in rows and columns of the rank's own nodes are right, others are
/// not looked at.
class Elimination {
 public:
  virtual ~Elimination() = default;

  struct Pattern {
    const SparseMatrix& A;          // lower triangle, every diagonal entry present
    int block;                      // unknowns of a node
    std::span<const int> nodes;     // (blocks of A) the node of the body behind each
    std::span<const int> trailing;  // blocks of A: the representatives
    /// Places in r that A couples through whatever is between them; others it does not.
    std::span<const std::vector<int>> groups;
    int columns;  // of a block, as a rule at most
  };
  virtual void analyze(const Pattern& pattern) = 0;

  struct Matrix {
    const SparseMatrix& A;             // on the pattern that was analysed
    std::span<const char> prescribed;  // (blocks of A) decoupled: unit diagonal
    std::span<const double> x;         // (unknowns of A) where the nodes are; may be empty
    SparseFactor::Renew renew = SparseFactor::Renew::all;
  };
  virtual FactorStatus factorize(const Matrix& matrix) = 0;

  /// Must S be regular? Then a shift is added to A_rr before, and taken off S afterwards.
  virtual bool needs_regular() const = 0;
  /// S (r x r), within groups; other entries are left alone.
  virtual void stiffness(MatrixXd& S) = 0;

  /// How exact: a shape that the body moves along, or the answer to a load.
  enum class Accuracy { shape, load };
  /// G_r <- g_r - A_rq A_qq^-1 g_q, and G_q <- what expand() needs of the load, in a form of the back
  /// end's own. `compliance`, unless null: g_q' A_qq^-1 g_q of each column.
  virtual void condense(RowBlock G, double* compliance, Accuracy accuracy) = 0;
  /// X_q <- the motion of q, from x_r in X_r and what condense() left in X_q (zero: no load).
  virtual void expand(RowBlock X) = 0;

  /// lowest (blocks of A): the lowest block that each is connected with on this rank; on all.
  virtual void connect(std::vector<int>& /*lowest*/) const {}

  const std::vector<int>& order() const { return order_; }
  int trailing() const { return trailing_; }  // unknowns, not blocks

  /// Of those who factor: the factor; its renewal in the background (linalg/background_factor.h).
  /// A matrix given there stays as it is until finish_behind().
  virtual const SparseFactor* factor() const { return nullptr; }
  virtual bool renews_behind() const { return false; }
  virtual void begin_behind(const SparseMatrix& /*A*/) {}
  virtual bool behind() const { return false; }
  virtual bool behind_done() const { return false; }
  virtual FactorStatus finish_behind() { return FactorStatus::failed; }
  virtual void drop_behind() {}

  /// What the iterations have taken since the beginning; zero of those who do not iterate.
  struct Effort {
    int hierarchies = 0;   // set up
    int shape_blocks = 0;  // blocks of Y solved
    int shape_rounds = 0;  // iterations they took
    int load_blocks = 0;   // blocks of loads
    int load_rounds = 0;   // iterations they took
    int unfinished = 0;    // blocks that did not come as near as was asked
  };
  virtual Effort effort() const { return {}; }

 protected:
  std::vector<int> order_;
  int trailing_ = 0;
};

/// How near iterations come, relative to the energy of the solution (in its norm).
struct EliminationTolerance {
  double shape = 1e-4, load = 1e-8;
};

/// Makes one for each topology; empty: there is none of that kind.
using EliminationMaker = std::function<std::unique_ptr<Elimination>(const EliminationTolerance&)>;

/// By a Cholesky factorization with r last.
std::unique_ptr<Elimination> make_direct_elimination(FactorKind kind = FactorKind::best);

}  // namespace conjac
