#pragma once

#include <functional>
#include <span>
#include <vector>

#include "dist/block_rows.h"

namespace conjac {

/// Conjugate gradients for many right-hand sides side by side: each column has its own numbers, and
/// the matrix and the preconditioner go over all of them at once. A column is done once the norm of
/// its error, measured by energy, is `tolerance` of the solution's (estimated as r'z, z = M^-1 r).
class BlockCg {
 public:
  /// z <- M^-1 r, (own rows x columns) each.
  using Preconditioner = std::function<void(const double* r, double* z, int columns)>;
  struct Result {
    int rounds = 0;
    bool ok = true;           // all columns are done
    bool positive = true;     // no direction without stiffness was met
    bool conditioned = true;  // nor one that the preconditioner turns around
    double contraction = 1;   // of the largest error, a round
  };
  /// X is the first guess, R its residual B - A X; both become those of the solution. `energy`
  /// (columns): B . X of the guess.
  Result solve(const BlockRows<double>& A, const Team& team, const Preconditioner& precondition,
               double* X, double* R, int columns, std::span<const double> energy, double tolerance,
               int most);

 private:
  std::vector<double> P_, AP_, Z_;
};

/// sums (columns) <- of each column, X . Y over the rows of all ranks. The same bits at any number of
/// threads.
void column_products(const double* X, const double* Y, int rows, int columns, const Team& team,
                     std::span<double> sums);

}  // namespace conjac
