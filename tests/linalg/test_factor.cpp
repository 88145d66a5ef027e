#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "linalg/factor.h"
#include "linalg/ordering.h"
#include "support/dense.h"

namespace conjac {
namespace {

/// A random sparse positive definite matrix of `blocks` x `block` unknowns on a grid-like graph
/// with several pieces when `pieces` > 1; lower triangle.
SparseMatrix random_matrix(int blocks, int block, int pieces, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int n = blocks * block;
  std::vector<Eigen::Triplet<double, int>> entries;
  std::vector<double> weight(n, 1.0);
  const auto couple = [&](int a, int b) {
    for (int r = 0; r < block; ++r)
      for (int c = 0; c < block; ++c) {
        if (a == b && r <= c) continue;
        const double value = uniform(random);
        entries.emplace_back(std::max(a, b) * block + r, std::min(a, b) * block + c, value);
        weight[a * block + r] += std::abs(value);
        weight[b * block + c] += std::abs(value);
        weight[a * block + c] += std::abs(value);
        weight[b * block + r] += std::abs(value);
      }
  };
  for (int i = 0; i < blocks; ++i) {
    couple(i, i);
    for (int k : {i + 1, i + 7})
      if (k < blocks && k * pieces / blocks == i * pieces / blocks) couple(i, k);
  }
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, weight[i]);
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

using Maker = std::unique_ptr<SparseFactor> (*)();

class FactorTest : public testing::TestWithParam<std::pair<const char*, Maker>> {
 protected:
  std::unique_ptr<SparseFactor> make() const { return GetParam().second(); }
};

std::vector<std::pair<const char*, Maker>> back_ends() {
  std::vector<std::pair<const char*, Maker>> all{{"Default", make_factor},
                                                 {"Eigen", make_eigen_factor}};
  if (make_cholmod_factor()) all.emplace_back("Cholmod", make_cholmod_factor);
  return all;
}

TEST_P(FactorTest, SolvesLikeDenseAlgebra) {
  for (int pieces : {1, 3}) {
    const SparseMatrix A = random_matrix(60, 3, pieces, 1);
    const MatrixXd dense = test::dense_symmetric(A);
    auto factor = make();
    factor->analyze(A, 3, std::vector<int>{5, 33, 17});
    ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
    const VectorXd b = VectorXd::Random(A.cols());
    VectorXd x;
    factor->solve(b, x);
    EXPECT_LT((dense * x - b).norm(), 1e-12 * b.norm());
  }
}

TEST_P(FactorTest, TrailingBlocksStandLastAndGiveTheSchurComplement) {
  for (int pieces : {1, 2, 5}) {
    const std::vector<int> trailing{40, 3, 21, 59};
    const SparseMatrix A = random_matrix(60, 2, pieces, 2);
    auto factor = make();
    factor->analyze(A, 2, trailing);
    ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
    const int n = factor->size(), r = factor->trailing();
    ASSERT_EQ(r, 8);
    for (int k = 0; k < r; ++k) EXPECT_EQ(factor->order()[n - r + k], trailing[k / 2] * 2 + k % 2);

    const MatrixXd dense = test::dense_symmetric(A);
    MatrixXd permuted(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) permuted(i, j) = dense(factor->order()[i], factor->order()[j]);
    const int q = n - r;
    const MatrixXd schur =
        permuted.bottomRightCorner(r, r) -
        permuted.bottomLeftCorner(r, q) *
            permuted.topLeftCorner(q, q).llt().solve(permuted.topRightCorner(q, r));
    MatrixXd Lrr;
    factor->trailing_factor(Lrr);
    EXPECT_LT((Lrr * Lrr.transpose() - schur).norm(), 1e-12 * schur.norm());
  }
}

TEST_P(FactorTest, HalvesOfASolveMatchTheDenseFactor) {
  const SparseMatrix A = random_matrix(80, 3, 1, 3);
  auto factor = make();
  factor->analyze(A, 3, std::vector<int>{11});
  ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
  const int n = factor->size();
  const MatrixXd dense = test::dense_symmetric(A);
  MatrixXd permuted(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) permuted(i, j) = dense(factor->order()[i], factor->order()[j]);
  const MatrixXd L = permuted.llt().matrixL();
  for (int columns : {1, 2, 7}) {
    const RowMatrix B = RowMatrix::Random(n, columns);
    RowMatrix Y = B, X = B;
    factor->forward({Y.data(), n, columns});
    factor->backward({X.data(), n, columns});
    EXPECT_LT((L * Y - B).norm(), 1e-12 * B.norm());
    EXPECT_LT((L.transpose() * X - B).norm(), 1e-12 * B.norm());
  }
}

TEST_P(FactorTest, RefusesWhatIsNotANumber) {
  SparseMatrix A = random_matrix(20, 3, 1, 4);
  auto factor = make();
  factor->analyze(A, 3, {});
  for (double wrong : {std::nan(""), HUGE_VAL}) {
    SparseMatrix B = A;
    B.valuePtr()[B.nonZeros() / 2] = wrong;
    EXPECT_EQ(factor->factorize(B), FactorStatus::failed);
  }
  EXPECT_EQ(factor->factorize(A), FactorStatus::ok);
}

TEST_P(FactorTest, RefactorsNewValuesAndRefusesIndefiniteOnes) {
  SparseMatrix A = random_matrix(60, 3, 1, 4);
  auto factor = make();
  factor->analyze(A, 3, {});
  ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
  SparseMatrix indefinite = A;
  indefinite.coeffRef(20, 20) = -1;
  EXPECT_EQ(factor->factorize(indefinite), FactorStatus::not_positive_definite);
  A *= 2.0;
  ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
  const VectorXd b = VectorXd::Ones(A.cols());
  VectorXd x;
  factor->solve(b, x);
  EXPECT_LT((A.selfadjointView<Eigen::Lower>() * x - b).norm(), 1e-12 * b.norm());
}

INSTANTIATE_TEST_SUITE_P(BackEnds, FactorTest, testing::ValuesIn(back_ends()),
                         [](const auto& back_end) { return back_end.param.first; });

TEST(Ordering, ListsEveryBlockOnceWithTheTrailingLast) {
  const int side = 60;  // a square grid, large enough for METIS
  BlockGraph graph;
  graph.start.push_back(0);
  for (int i = 0; i < side * side; ++i) {
    const int x = i % side, y = i / side;
    if (x > 0) graph.neighbours.push_back(i - 1);
    if (x + 1 < side) graph.neighbours.push_back(i + 1);
    if (y > 0) graph.neighbours.push_back(i - side);
    if (y + 1 < side) graph.neighbours.push_back(i + side);
    graph.start.push_back(static_cast<int>(graph.neighbours.size()));
  }
  const std::vector<int> trailing{100, 200};
  const std::vector<int> order = elimination_order(graph, trailing);
  std::vector<char> seen(side * side, 0);
  for (int k : order) seen[k] = 1;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), side * side);
  EXPECT_EQ(order[side * side - 2], 100);
  EXPECT_EQ(order[side * side - 1], 200);
}

}  // namespace
}  // namespace conjac
