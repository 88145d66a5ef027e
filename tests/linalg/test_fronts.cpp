#include <gtest/gtest.h>

#ifdef CONJAC_WITH_CHOLMOD

#include <cmath>
#include <numeric>
#include <random>

#include "core/threads.h"
#include "linalg/factor.h"
#include "linalg/front_numbers.h"
#include "linalg/submatrix.h"

namespace conjac {
namespace {

/// A body of springs on a grid of n x n x n nodes with three unknowns each: large enough for
/// METIS, for branches, a trunk, and fronts in tiles. Lower triangle, positive definite.
SparseMatrix spring_grid(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.5, 2);
  const auto node = [n](int i, int j, int k) { return (i * n + j) * n + k; };
  std::vector<Eigen::Triplet<double, int>> entries;
  const auto spring = [&](int a, int b, const Vec<3>& direction) {
    const Mat<3> block = uniform(random) * direction * direction.transpose();
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        if (r >= c) entries.emplace_back(3 * a + r, 3 * a + c, block(r, c));
        if (r >= c) entries.emplace_back(3 * b + r, 3 * b + c, block(r, c));
        entries.emplace_back(3 * std::max(a, b) + r, 3 * std::min(a, b) + c, -block(r, c));
      }
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int corner = 1; corner < 8; ++corner) {
          const int a = corner >> 2, b = (corner >> 1) & 1, c = corner & 1;
          if (i + a < n && j + b < n && k + c < n)
            spring(node(i, j, k), node(i + a, j + b, k + c), Vec<3>(a, b, c).normalized());
        }
  SparseMatrix A(3 * n * n * n, 3 * n * n * n);
  for (int i = 0; i < A.cols(); ++i) entries.emplace_back(i, i, 0.1);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

RowMatrix right_sides(const SparseFactor& factor, int columns) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  RowMatrix B(factor.size(), columns);
  for (Eigen::Index i = 0; i < B.size(); ++i) B.data()[i] = uniform(random);
  return B;
}

RowBlock view(RowMatrix& B) {
  return {B.data(), B.rows(), B.cols()};
}

const std::vector<int> kTrailing{5, 800, 1500};

struct Answers {
  RowMatrix forward, backward;
  MatrixXd Lrr;
};
Answers answers(const SparseFactor& factor, int columns) {
  Answers all;
  all.forward = all.backward = right_sides(factor, columns);
  factor.forward(view(all.forward));
  factor.backward(view(all.backward));
  factor.trailing_factor(all.Lrr);
  return all;
}

TEST(Fronts, SolveLikeOthersForAnyNumberOfColumns) {
  const SparseMatrix A = spring_grid(13, 1);
  const auto factor = make_factor(), cholmod = make_cholmod_factor();
  for (SparseFactor* one : {factor.get(), cholmod.get()}) {
    one->analyze(A, 3, kTrailing);
    ASSERT_EQ(one->factorize(A), FactorStatus::ok);
  }
  ASSERT_EQ(factor->order(), cholmod->order());
  for (const int columns : {1, 2, 7, 8, 9, 31, 100}) {
    const Answers ours = answers(*factor, columns), theirs = answers(*cholmod, columns);
    const double scale = theirs.backward.norm();
    EXPECT_LT((ours.forward - theirs.forward).norm(), 1e-11 * theirs.forward.norm()) << columns;
    EXPECT_LT((ours.backward - theirs.backward).norm(), 1e-11 * scale) << columns;
    EXPECT_LT((ours.Lrr - theirs.Lrr).norm(), 1e-11 * theirs.Lrr.norm()) << columns;
  }
  VectorXd b = VectorXd::LinSpaced(A.cols(), -1, 2), x, back;
  factor->solve(b, x);
  symmetric_product(A, x, back);
  EXPECT_LT((back - b).norm(), 1e-11 * b.norm());
}

TEST(Fronts, ThreadsDoNotChangeABit) {
  const SparseMatrix A = spring_grid(13, 2);
  Answers one;
  for (const int threads : {1, 2, 4, 8}) {
    run_with_threads(threads, [&] {
      const auto factor = make_factor();
      factor->analyze(A, 3, kTrailing);
      ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
      const Answers many = answers(*factor, 31);
      if (threads == 1) one = many;
      EXPECT_TRUE(many.forward == one.forward) << threads;
      EXPECT_TRUE(many.backward == one.backward) << threads;
      EXPECT_TRUE(many.Lrr == one.Lrr) << threads;
    });
  }
}

TEST(Fronts, WhatChangedGivesTheDigitsOfAll) {
  const SparseMatrix A = spring_grid(13, 3);
  const auto factor = make_factor(), again = make_factor();
  for (SparseFactor* one : {factor.get(), again.get()}) one->analyze(A, 3, kTrailing);
  ASSERT_EQ(factor->factorize(A), FactorStatus::ok);
  using Renew = SparseFactor::Renew;
  SparseMatrix B = A;
  // A few entries of one corner of the grid; then all; then none; then what is not definite.
  for (int i = 0; i < 30; ++i) B.coeffRef(i, i) *= 1.5;
  ASSERT_EQ(factor->factorize(B, Renew::what_changed), FactorStatus::ok);
  ASSERT_EQ(again->factorize(B), FactorStatus::ok);
  EXPECT_TRUE(answers(*factor, 5).backward == answers(*again, 5).backward);
  EXPECT_TRUE(answers(*factor, 5).Lrr == answers(*again, 5).Lrr);
  for (int repeat = 0; repeat < 2; ++repeat) {
    if (repeat == 0) B *= 1.01;
    ASSERT_EQ(factor->factorize(B, Renew::what_changed), FactorStatus::ok);
    ASSERT_EQ(again->factorize(B), FactorStatus::ok);
    EXPECT_TRUE(answers(*factor, 5).forward == answers(*again, 5).forward);
  }
  SparseMatrix wrong = B;
  wrong.coeffRef(100, 100) = -1;
  EXPECT_EQ(factor->factorize(wrong, Renew::what_changed), FactorStatus::not_positive_definite);
  ASSERT_EQ(factor->factorize(B, Renew::what_changed), FactorStatus::ok);
  EXPECT_TRUE(answers(*factor, 5).backward == answers(*again, 5).backward);
}

TEST(Fronts, WhatDidNotChangeIsNotEliminatedAgain) {
  const SparseMatrix A = spring_grid(13, 3);
  const BlockGraph graph = block_graph(A, 3);
  const std::vector<int> order = elimination_order(graph, kTrailing);
  const FrontTree tree(graph, order, static_cast<int>(kTrailing.size()));
  std::vector<int> place(A.cols());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int c = 0; c < 3; ++c) place[3 * order[k] + c] = 3 * static_cast<int>(k) + c;
  FrontNumbers<double> numbers;
  numbers.analyze(tree, A, place);
  ASSERT_EQ(numbers.factorize(A, true), FactorStatus::ok);
  EXPECT_EQ(numbers.renewed_work(), tree.work);  // the first time, all of it
  ASSERT_EQ(numbers.factorize(A, true), FactorStatus::ok);
  EXPECT_EQ(numbers.renewed_work(), 0);
  SparseMatrix B = A;
  B.coeffRef(0, 0) *= 2;  // a corner of the grid, deep in a branch
  ASSERT_EQ(numbers.factorize(B, true), FactorStatus::ok);
  EXPECT_GT(numbers.renewed_work(), 0);
  EXPECT_LT(numbers.renewed_work(), 0.9 * tree.work);
  ASSERT_EQ(numbers.factorize(B), FactorStatus::ok);  // not asked to keep anything
  EXPECT_EQ(numbers.renewed_work(), tree.work);
}

TEST(Fronts, SinglePrecisionIsRightToItsDigits) {
  const SparseMatrix A = spring_grid(9, 4);
  const BlockGraph graph = block_graph(A, 3);
  const std::vector<int> order = elimination_order(graph, {});
  const FrontTree tree(graph, order, 0);
  std::vector<int> place(A.cols());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (int c = 0; c < 3; ++c) place[3 * order[k] + c] = 3 * static_cast<int>(k) + c;
  FrontNumbers<float> coarse;
  FrontNumbers<double> fine;
  coarse.analyze(tree, A, place);
  fine.analyze(tree, A, place);
  ASSERT_EQ(coarse.factorize(A), FactorStatus::ok);
  ASSERT_EQ(fine.factorize(A), FactorStatus::ok);
  RowMatrix x = RowMatrix::Ones(A.cols(), 3), y = x;
  coarse.forward(view(x));
  coarse.backward(view(x));
  fine.forward(view(y));
  fine.backward(view(y));
  EXPECT_LT((x - y).norm(), 1e-3 * y.norm());
  EXPECT_GT((x - y).norm(), 1e-9 * y.norm());
}

}  // namespace
}  // namespace conjac

#endif
