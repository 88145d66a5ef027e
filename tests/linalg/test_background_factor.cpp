#include "linalg/background_factor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace conjac {
namespace {

SparseMatrix chain(int n, double stiffness) {
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 2 * stiffness + 1);
    if (i + 1 < n) entries.emplace_back(i + 1, i, -stiffness);
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

TEST(BackgroundFactor, GivesTheDigitsOfAnyOtherThreads) {
  const SparseMatrix A = chain(3000, 1);
  BackgroundFactor background;
  for (double stiffness : {1.0, 7.0, 0.3}) {
    const SparseMatrix B = chain(3000, stiffness);
    auto here = make_factor(), there = make_factor();
    here->analyze(A, 1, {});
    if (stiffness != 7.0) there->analyze(A, 1, {});  // else it is analysed on the way
    EXPECT_FALSE(background.begun());
    background.begin(std::move(there), B, 1, {});
    EXPECT_TRUE(background.begun());
    ASSERT_EQ(here->factorize(B), FactorStatus::ok);  // at the same time
    ASSERT_EQ(background.finish(there), FactorStatus::ok);
    const VectorXd b = VectorXd::LinSpaced(A.cols(), -1, 2);
    VectorXd x, y;
    here->solve(b, x);
    there->solve(b, y);
    EXPECT_TRUE(x == y);
  }
}

TEST(BackgroundFactor, SaysWhatHasNoFactorThreads) {
  const SparseMatrix A = chain(100, 1);
  SparseMatrix wrong = A, unreal = A;
  wrong.coeffRef(50, 50) = -1;
  unreal.coeffRef(50, 50) = std::nan("");
  BackgroundFactor background;
  auto factor = make_factor();
  factor->analyze(A, 1, {});
  background.begin(std::move(factor), wrong, 1, {});
  EXPECT_EQ(background.finish(factor), FactorStatus::not_positive_definite);
  background.begin(std::move(factor), unreal, 1, {});
  EXPECT_EQ(background.finish(factor), FactorStatus::failed);
  background.begin(std::move(factor), A, 1, {});
  EXPECT_EQ(background.finish(factor), FactorStatus::ok);
  background.begin(std::move(factor), A, 1, {});  // nobody waits for the last one
}

}  // namespace
}  // namespace conjac
