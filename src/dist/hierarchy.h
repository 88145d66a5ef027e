#pragma once

#include <span>
#include <vector>

#include "core/dim.h"
#include "dist/block_rows.h"

namespace conjac {

/// Smoothed aggregation (Vanek, Mandel, Brezina 1996) as PETSc's GAMG sets it up, with rigid motions
/// as what is nearly without stiffness; the cycles are ours. PETSc's own go column by column; ours
/// take all columns of a block at once, in single precision, which is enough for a preconditioner.
/// What PETSc has made is copied and let go.
///
/// A cycle is symmetric: Chebyshev polynomials in the diagonal blocks (finest level; the diagonal on
/// others) before and after, the coarsest level exactly.
class Hierarchy {
 public:
  /// `number` (blocks of A's columns): that in the whole. `x` (own rows) where they are; empty: only
  /// translations are known. Returns false where A is not positive.
  bool build(const BlockRows<double>& A, std::span<const int> number, const Team& team,
             std::span<const double> x);
  bool built() const { return !levels_.empty(); }
  /// z <- M^-1 r, (own rows x columns) each. z may have more rows: they are left alone.
  void apply(const double* r, double* z, int columns);

  /// Eigenvalues were estimated too low: a cycle is not positive.
  void widen();

  int levels() const { return static_cast<int>(levels_.size()); }
  double complexity() const { return complexity_; }  // entries of all levels over the finest's

 private:
  struct Level {
    BlockRows<float> A, P, R;            // P: from the next coarser one; R its transpose
    std::vector<float> inverse;          // of the diagonal blocks, or of the diagonal
    bool blocks = false;                 // which of these
    float largest = 0;                   // eigenvalue of inverse x A
    std::vector<float> x, b, way, turn;  // (own and halo rows x columns) of a cycle
  };
  bool measure(Level& level);
  float estimate_largest(const Level& level) const;
  void extract(void* preconditioner);
  void invert_coarsest();
  void cycle(std::size_t level, int columns);
  void smooth(Level& level, int columns, bool from_zero);
  void scale(const Level& level, const float* from, float* to, int columns, float mine,
             float theirs) const;
  void solve_coarsest(Level& level, int columns);

  Team team_;
  std::vector<Level> levels_;  // finest first
  Eigen::MatrixXf coarsest_;   // inverse, whole
  std::vector<int> coarse_first_;
  std::vector<double> scales_;
  double complexity_ = 1;
};

}  // namespace conjac
