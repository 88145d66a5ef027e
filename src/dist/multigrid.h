#pragma once

#include "dist/block_cg.h"
#include "dist/hierarchy.h"
#include "dist/shared_elimination.h"

namespace conjac {

/// A_qq by block conjugate gradients over a multigrid hierarchy. Y begins where the last two led to,
/// 2 Y1 - Y0. The hierarchy is kept while it is good enough, for a stale one costs few rounds.
class MultigridElimination final : public SharedElimination {
 public:
  explicit MultigridElimination(const EliminationTolerance& tolerance) : tolerance_(tolerance) {}
  Effort effort() const override { return effort_; }

 private:
  FactorStatus renew(bool other, std::span<const double> x) override;
  FactorStatus solve_shapes(std::vector<double>& residual) override;
  void solve_loads(double* X, int columns, Accuracy accuracy) override;
  bool build(std::span<const double> x);
  bool guess_loads(double* X, double* R, int columns, std::span<double> energy);
  BlockCg::Result solve(double* X, double* R, int columns, std::span<const double> energy,
                        double tolerance);

  EliminationTolerance tolerance_;
  Hierarchy hierarchy_;
  BlockCg cg_;
  std::vector<double> before_;   // Y before the present one
  std::vector<double> places_;   // (own rows) where the nodes were
  std::vector<double> guess_;    // workspace
  std::vector<double> answers_;  // of the last wide block of loads
  int answered_ = 0;             // its columns
  int known_ = 0;                // Y there are: 0, 1 or 2
  double fresh_ = 0;             // contraction just after the hierarchy was built; 0: not known yet
  double contraction_ = 0;       // of late
  Effort effort_;
};

}  // namespace conjac
