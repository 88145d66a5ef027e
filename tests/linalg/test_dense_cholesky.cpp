#include <gtest/gtest.h>

#include <Eigen/LU>

#include "linalg/dense_cholesky.h"

namespace conjac {
namespace {

/// Blocks of `block` unknowns, dealt out in turn so that none stands together; `links` of them are
/// coupled to the next one.
Eigen::MatrixXd scattered(int blocks, int block, int links) {
  const int n = blocks * block;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (int b = 0; b < blocks; ++b) {
    const Eigen::MatrixXd R = Eigen::MatrixXd::Random(block, block);
    const Eigen::MatrixXd own = R * R.transpose() + Eigen::MatrixXd::Identity(block, block);
    for (int i = 0; i < block; ++i)
      for (int j = 0; j < block; ++j) A(i * blocks + b, j * blocks + b) = own(i, j);
  }
  for (int b = 0; b < links; ++b) {  // of rank one, as a contact is
    const Eigen::VectorXd g = Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
      return i % blocks == b ? 1.0 : i % blocks == b + 1 ? -1.0 : 0.0;
    });
    A += 3 * g * g.transpose();
  }
  return A;
}

TEST(DenseCholesky, SolvesWhateverTheOrder) {
  for (int blocks : {1, 3, 10, 20})
    for (int links : {0, blocks / 2}) {
      const Eigen::MatrixXd A = scattered(blocks, 12, links);
      DenseCholesky factor;
      ASSERT_TRUE(factor.factorize(A));
      const Eigen::MatrixXd B = Eigen::MatrixXd::Random(A.rows(), 3);
      Eigen::MatrixXd X = B;
      factor.solve_in_place(X);
      EXPECT_LT((A * X - B).norm(), 1e-11 * B.norm());
    }
}

TEST(DenseCholesky, BlocksThatNothingConnectsCostWhatTheyWouldAlone) {
  DenseCholesky factor;
  ASSERT_TRUE(factor.factorize(scattered(20, 12, 0)));
  EXPECT_EQ(factor.entries(), 20 * (12 * 13 / 2));
  ASSERT_GE(20 * 12, DenseCholesky::kOrdered);
}

TEST(DenseCholesky, RefusesWhatIsNotPositiveDefinite) {
  DenseCholesky factor;
  for (int blocks : {2, 20}) {
    Eigen::MatrixXd A = scattered(blocks, 12, 1);
    A(7, 7) = -1;
    EXPECT_FALSE(factor.factorize(A));
  }
}

}  // namespace
}  // namespace conjac
