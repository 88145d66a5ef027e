#include <Eigen/SparseCholesky>

#include "linalg/factor.h"
#include "linalg/permuted.h"

namespace conjac {
namespace {

/// Eigen's simplicial Cholesky: no licence strings, slower on large meshes.
class EigenFactor final : public SparseFactor {
 public:
  void analyze(const SparseMatrix& A, int block, std::span<const int> trailing) override {
    find_order(A, block, trailing);
    permuted_.analyze(A, order_);
    llt_.analyzePattern(permuted_.matrix());
  }

  FactorStatus factorize(const SparseMatrix& A, Renew /*renew*/) override {
    if (!permuted_.assign(A)) return FactorStatus::failed;
    llt_.factorize(permuted_.matrix());
    if (llt_.info() != Eigen::Success) return FactorStatus::not_positive_definite;
    nonzeros_ = static_cast<double>(llt_.matrixL().nestedExpression().nonZeros());
    return FactorStatus::ok;
  }

  void forward(RowBlock Y) const override { llt_.matrixL().solveInPlace(Y); }
  void backward(RowBlock X) const override { llt_.matrixU().solveInPlace(X); }

  void trailing_factor(MatrixXd& Lrr) const override {
    const int first = size() - trailing_;
    Lrr.setZero(trailing_, trailing_);
    const auto& L = llt_.matrixL().nestedExpression();
    for (int j = first; j < size(); ++j)
      for (SparseMatrix::InnerIterator it(L, j); it; ++it)
        Lrr(it.row() - first, j - first) = it.value();
  }

 private:
  PermutedMatrix permuted_;
  Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> llt_;
};

}  // namespace

std::unique_ptr<SparseFactor> make_eigen_factor() {
  return std::make_unique<EigenFactor>();
}

#ifndef CONJAC_WITH_CHOLMOD
std::unique_ptr<SparseFactor> make_factor() {
  return make_eigen_factor();
}
std::unique_ptr<SparseFactor> make_cholmod_factor() {
  return nullptr;
}
#endif

}  // namespace conjac
