// Eigenpairs against a dense solver.
#include "linalg/eigenpairs.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>
#include <vector>

namespace conjac {
namespace {

/// A grid of springs with random stiffness and masses, `free`: held nowhere.
struct Springs {
  SparseMatrix A;
  VectorXd D;

  explicit Springs(bool free, int side = 9) {
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> number(0.5, 2);
    const int n = side * side;
    std::vector<Eigen::Triplet<double, int>> entries;
    const auto join = [&](int i, int j, double k) {
      entries.emplace_back(i, i, k);
      entries.emplace_back(j, j, k);
      entries.emplace_back(std::max(i, j), std::min(i, j), -k);
    };
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        if (x > 0) join(y * side + x, y * side + x - 1, 100 * number(generator));
        if (y > 0) join(y * side + x, (y - 1) * side + x, 100 * number(generator));
      }
    if (!free)
      for (int x = 0; x < side; ++x) entries.emplace_back(x, x, 300);
    A.resize(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    D.resize(n);
    for (double& d : D) d = number(generator);
  }
  VectorXd dense() const {
    const MatrixXd lower(A), whole = lower.selfadjointView<Eigen::Lower>();
    return Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(whole, MatrixXd(D.asDiagonal()))
        .eigenvalues();
  }
};

TEST(Eigenpairs, TheLowestAreThoseOfADenseSolver) {
  for (bool free : {false, true})
    for (int count : {1, 6, 20}) {
      const Springs springs(free);
      const VectorXd expected = springs.dense();
      const Eigenpairs pairs = lowest_eigenpairs(springs.A, springs.D, 1, count);
      ASSERT_TRUE(pairs.found);
      ASSERT_EQ(pairs.values.size(), count);
      // The iteration ends when no value moves by more than 1e-10 of itself.
      for (int k = 0; k < count; ++k)
        EXPECT_NEAR(pairs.values[k], expected[k], 1e-8 * expected[k] + 1e-10) << free << k;
      const MatrixXd product = pairs.vectors.transpose() * springs.D.asDiagonal() * pairs.vectors;
      EXPECT_LT((product - MatrixXd::Identity(count, count)).norm(), 1e-10);
      const MatrixXd lower(springs.A), whole = lower.selfadjointView<Eigen::Lower>();
      const MatrixXd residual = whole * pairs.vectors -
                                springs.D.asDiagonal() * pairs.vectors * pairs.values.asDiagonal();
      EXPECT_LT(residual.norm(), 1e-3 * expected[expected.size() - 1]);
    }
}

TEST(Eigenpairs, MoreThanThereAreIsAll) {
  const Springs springs(false, 3);
  const Eigenpairs pairs = lowest_eigenpairs(springs.A, springs.D, 1, 50);
  ASSERT_TRUE(pairs.found);
  EXPECT_LT((pairs.values - springs.dense()).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Eigenpairs, TheLargestComesFromBelow) {
  const Springs springs(true);
  const VectorXd expected = springs.dense();
  const double highest = expected[expected.size() - 1];
  EXPECT_GT(largest_eigenvalue(springs.A, springs.D), 0.98 * highest);
  EXPECT_LE(largest_eigenvalue(springs.A, springs.D), highest * (1 + 1e-12));
}

TEST(Eigenpairs, AnIndefiniteMatrixIsShiftedFurther) {
  Springs springs(false);
  const VectorXd before = springs.dense();
  for (Eigen::Index i = 0; i < springs.A.cols(); ++i)
    springs.A.coeffRef(static_cast<int>(i), static_cast<int>(i)) -= 1.5 * before[0] * springs.D[i];
  const Eigenpairs pairs = lowest_eigenpairs(springs.A, springs.D, 1, 2);
  ASSERT_TRUE(pairs.found);
  EXPECT_NEAR(pairs.values[0], -0.5 * before[0], 1e-7 * before[0]);
}

}  // namespace
}  // namespace conjac
