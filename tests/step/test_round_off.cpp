// The estimate against sums written out, and against what rounding does to a network of springs.
#include "step/round_off.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

TEST(RoundOff, IsTheSumOfItsHeader) {
  constexpr int kNodes = 7, kStride = 3, kSize = kNodes * kStride;
  srand(5);
  const SparseMatrix K = test::spring_stiffness(kNodes, kStride, 4, 2);
  const MatrixXd dense = test::dense_symmetric(K);
  const VectorXd x = VectorXd::Random(kSize);
  const double epsilon = std::numeric_limits<double>::epsilon();
  VectorXd force = VectorXd::Zero(kSize), strained = force;
  double energy = 0;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      const Eigen::Vector3d a = x.segment<3>(i / 3 * 3), b = x.segment<3>(j / 3 * 3);
      const double apart = (a - b).norm(), k = std::abs(dense(i, j));
      force[i] += epsilon * k * (apart + b.cwiseAbs().maxCoeff());
      strained[i] += k * apart;
      energy += 0.5 * epsilon * k * apart * apart;
    }
  RoundOff found;
  estimate_round_off(K, x, kStride, found);
  EXPECT_LT((found.force - force).norm(), 1e-12 * force.norm());  // order of the sums
  EXPECT_NEAR(found.energy, energy, 1e-12 * energy);
  EXPECT_NEAR(force_of_strain(K, x, kStride), strained.maxCoeff(), 1e-12 * strained.maxCoeff());
}

// Moving every coordinate by its own rounding moves no force by more than the estimate.
TEST(RoundOff, BoundsWhatRoundedPositionsDo) {
  constexpr int kNodes = 30, kStride = 3, kSize = kNodes * kStride;
  srand(6);
  const SparseMatrix K = test::spring_stiffness(kNodes, kStride, 4, 2);
  const MatrixXd dense = test::dense_symmetric(K);
  for (double away : {0.0, 1e3}) {
    const VectorXd x = VectorXd::Random(kSize).array() + away;
    RoundOff found;
    estimate_round_off(K, x, kStride, found);
    for (int k = 0; k < 20; ++k) {
      const VectorXd moved = std::numeric_limits<double>::epsilon() *
                             (x.array() * VectorXd::Random(kSize).array()).matrix();
      EXPECT_TRUE(((dense * moved).cwiseAbs().array() <= found.force.array()).all()) << away;
    }
  }
}

TEST(RoundOff, ABodyWithoutNodesHasNone) {
  RoundOff found;
  estimate_round_off(SparseMatrix(0, 0), VectorXd(), 3, found);
  EXPECT_EQ(found.force.size(), 0);
  EXPECT_EQ(found.energy, 0);
  EXPECT_EQ(force_of_strain(SparseMatrix(0, 0), VectorXd(), 3), 0);
}

}  // namespace
}  // namespace conjac
