#include "linalg/eigenpairs.h"

#include <algorithm>
#include <random>

#include "core/symmetric_eigen.h"
#include "linalg/factor.h"
#include "linalg/submatrix.h"

namespace conjac {
namespace {

constexpr int kMostIterations = 200, kPowerIterations = 300;
constexpr int kExtra = 8;               // columns beyond those asked for, and as many again as half
constexpr double kShift = 1e-9;         // over the largest value
constexpr double kRounding = 1e-14;     // the same: what a value of zero comes to
constexpr double kLargestShift = 1e-1;  // where A is indefinite a larger one is tried

MatrixXd random_block(Eigen::Index rows, Eigen::Index columns) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> number(-1, 1);
  MatrixXd block(rows, columns);
  for (Eigen::Index k = 0; k < block.size(); ++k) block.data()[k] = number(generator);
  return block;
}

/// (A + s D)^-1 on blocks.
class Inverse {
 public:
  Inverse(const SparseMatrix& A, const VectorXd& D, int block) : A_(A), D_(D), shifted_(A) {
    factor_ = make_factor();
    factor_->analyze(A, block, {});
  }
  bool shift(double s) {
    for (Eigen::Index j = 0; j < A_.cols(); ++j)
      for (auto k = A_.outerIndexPtr()[j]; k < A_.outerIndexPtr()[j + 1]; ++k)
        shifted_.valuePtr()[k] = A_.valuePtr()[k] + (A_.innerIndexPtr()[k] == j ? s * D_[j] : 0.0);
    return factor_->factorize(shifted_) == FactorStatus::ok;
  }
  void apply(MatrixXd& X) {
    const std::vector<int>& order = factor_->order();
    rows_.resize(X.rows(), X.cols());
    for (Eigen::Index k = 0; k < X.rows(); ++k) rows_.row(k) = X.row(order[k]);
    factor_->forward(RowBlock(rows_.data(), rows_.rows(), rows_.cols()));
    factor_->backward(RowBlock(rows_.data(), rows_.rows(), rows_.cols()));
    for (Eigen::Index k = 0; k < X.rows(); ++k) X.row(order[k]) = rows_.row(k);
  }

 private:
  const SparseMatrix& A_;
  const VectorXd& D_;
  SparseMatrix shifted_;
  std::unique_ptr<SparseFactor> factor_;
  RowMatrix rows_;
};

/// X <- an orthonormal basis of its span in the metric D.
void orthonormalise(const VectorXd& D, MatrixXd& X) {
  for (int pass = 0; pass < 2; ++pass)  // the second removes what rounding left
    for (Eigen::Index j = 0; j < X.cols(); ++j) {
      for (Eigen::Index i = 0; i < j; ++i)
        X.col(j) -= X.col(i) * X.col(i).cwiseProduct(D).dot(X.col(j));
      X.col(j) /= std::sqrt(X.col(j).cwiseAbs2().dot(D));
    }
}

void multiply(const SparseMatrix& A, const MatrixXd& X, MatrixXd& Y) {
  Y.resize(X.rows(), X.cols());
  VectorXd x, y;
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    x = X.col(j);
    symmetric_product(A, x, y);
    Y.col(j) = y;
  }
}

}  // namespace

double largest_eigenvalue(const SparseMatrix& A, const VectorXd& D) {
  if (A.cols() == 0) return 0;
  VectorXd x = random_block(A.cols(), 1), y;
  double value = 0;
  for (int k = 0; k < kPowerIterations; ++k) {
    x /= std::sqrt(x.cwiseAbs2().dot(D));
    symmetric_product(A, x, y);
    value = x.dot(y);
    x = y.cwiseQuotient(D);
  }
  return value;
}

Eigenpairs lowest_eigenpairs(const SparseMatrix& A, const VectorXd& D, int block, int count,
                             double tolerance) {
  Eigenpairs pairs;
  const auto wanted = std::min<Eigen::Index>(count, A.cols());
  const auto width = std::min<Eigen::Index>(A.cols(), wanted + wanted / 2 + kExtra);
  const double largest = largest_eigenvalue(A, D);
  Inverse inverse(A, D, block);
  double shift = kShift * largest;
  while (shift <= kLargestShift * largest && !inverse.shift(shift)) shift *= 10;
  if (wanted == 0 || !(shift <= kLargestShift * largest)) return pairs;
  MatrixXd X = random_block(A.cols(), width), AX;
  VectorXd before = VectorXd::Constant(wanted, largest);
  for (pairs.iterations = 1; pairs.iterations <= kMostIterations; ++pairs.iterations) {
    for (Eigen::Index j = 0; j < width; ++j) X.col(j).array() *= D.array();
    inverse.apply(X);
    orthonormalise(D, X);
    multiply(A, X, AX);
    const SymmetricEigen small = symmetric_eigen(X.transpose() * AX);
    X = X * small.vectors;
    pairs.values = small.values.head(wanted);
    const VectorXd enough = tolerance * pairs.values.cwiseAbs().array() + kRounding * largest;
    if (((pairs.values - before).cwiseAbs().array() <= enough.array()).all()) break;
    before = pairs.values;
  }
  pairs.vectors = X.leftCols(wanted);
  pairs.found = true;
  return pairs;
}

}  // namespace conjac
