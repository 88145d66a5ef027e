#pragma once

#include <vector>

#include "dist/block_rows.h"
#include "reduce/elimination.h"

namespace conjac {

/// What all eliminations of this room have in common: the rows of A_qq that this rank owns, without
/// nodes that are prescribed; Y = -A_qq^-1 A_qr for all representatives; and S, from it. How A_qq is
/// solved with is for those who inherit.
///
/// With Y inexact, S = J'AJ of J = [Y ; I] is exact to the square of its error:
///
///     S = A_rr + A_rq Y - Y'(-A_qr - A_qq Y).
class SharedElimination : public Elimination {
 public:
  void analyze(const Pattern& pattern) override;
  FactorStatus factorize(const Matrix& matrix) override;
  bool needs_regular() const override { return false; }
  void stiffness(MatrixXd& S) override { S = S_; }
  void condense(RowBlock G, double* compliance, Accuracy accuracy) override;
  void expand(RowBlock X) override;
  void connect(std::vector<int>& lowest) const override;

 protected:
  /// A_ has new numbers; `other`: and other rows. `x` as in Matrix.
  virtual FactorStatus renew(bool other, std::span<const double> x) = 0;
  /// Y() <- -A_qq^-1 A_qr; residual (as large) <- -A_qr - A_qq Y, or left empty where it is rounding.
  virtual FactorStatus solve_shapes(std::vector<double>& residual) = 0;
  /// X <- A_qq^-1 X on the rank's own rows.
  virtual void solve_loads(double* X, int columns, Accuracy accuracy) = 0;

  /// B (own rows x r) <- -A_qr.
  void couple(double* B) const;
  /// of each column: sum over all ranks of B . Y, B as above.
  void coupled_energy(const double* Y, std::span<double> energy) const;
  int rows() const { return A_.rows(); }
  std::vector<double>& Y() { return Y_; }

  Team team_;
  int block_ = 1, representatives_ = 0;  // representatives_: unknowns
  BlockRows<double> A_;
  std::vector<int> number_;  // (blocks of A_'s columns) that in the whole
  std::vector<int> mine_;    // (block rows of A_) the block of the matrix given

 private:
  struct Entry {
    int row, r;  // own row of A_, place in r
    double value;
  };
  void number_rows(std::span<const char> prescribed);
  void find_pattern(const SparseMatrix& A);
  void fill(const SparseMatrix& A);
  std::int64_t slot_of(int I, int J) const;
  void put(int i, int j, std::int64_t slot, double value);
  void condense_stiffness(const std::vector<double>& residual);
  void gather(const std::vector<double>& own, RowBlock& whole);

  std::vector<int> nodes_, trailing_blocks_;  // (blocks of the matrix) node, place among r or -1
  std::vector<int> place_;                    // (blocks) place in order_, in blocks
  std::vector<char> prescribed_;
  std::vector<int> owner_;      // (blocks) rank
  std::vector<int> whole_;      // (blocks) number in A_qq, -1: not in it
  std::vector<int> by_number_;  // block of each number
  std::vector<int> first_;      // (ranks + 1) first number of each
  std::vector<int> local_;      // (blocks) column of A_ on this rank, -1
  std::vector<Entry> coupling_;
  std::vector<double> Y_, own_, sent_, all_;
  MatrixXd Arr_, S_;
};

}  // namespace conjac
