#include "linalg/factor.h"

#include "core/check.h"

namespace conjac {

BlockGraph SparseFactor::find_order(const SparseMatrix& A, int block,
                                    std::span<const int> trailing) {
  BlockGraph graph = block_graph(A, block);
  order_.clear();
  for (const int b : elimination_order(graph, trailing))
    for (int c = 0; c < block; ++c) order_.push_back(b * block + c);
  trailing_ = static_cast<int>(trailing.size()) * block;
  column_.resize(A.cols());
  return graph;
}

void SparseFactor::solve(const VectorXd& b, VectorXd& x) {
  const int n = size();
  for (int k = 0; k < n; ++k) column_[k] = b[order_[k]];
  forward({column_.data(), n, 1});
  backward({column_.data(), n, 1});
  x.resize(n);
  for (int k = 0; k < n; ++k) x[order_[k]] = column_[k];
}

std::unique_ptr<SparseFactor> make_factor(FactorKind kind) {
  if (kind == FactorKind::best) return make_factor();
  auto made = make_cholmod_factor();
  require(
      made != nullptr,
      "method.solver: this build has neither `fronts` nor `cholmod`, only Eigen's factorization; "
      "leave the key out, or build with -DCONJAC_CHOLMOD=ON");
  return kind == FactorKind::cholmod ? std::move(made) : make_factor();
}

}  // namespace conjac
