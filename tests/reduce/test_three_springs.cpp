#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <vector>

#include "reduce/condense.h"
#include "support/dense.h"

// The worked example of docs/method.md, through the library: a wall, three nodes in a row, springs
// of 6, 3 and 2 N/m. The page's own program (python/tests/test_docs.py) does it by dense algebra.
namespace conjac {
namespace {

constexpr double kRoundOff = 1e-14;  // numbers of order one, a handful of operations

SparseMatrix row_of_springs() {
  const std::vector<Eigen::Triplet<double, int>> lower = {
      {0, 0, -9}, {1, 0, 3}, {1, 1, -5}, {2, 1, 2}, {2, 2, -2}};
  SparseMatrix K(3, 3);
  K.setFromTriplets(lower.begin(), lower.end());
  return K;
}

struct ThreeSprings : testing::Test {
  const SparseMatrix K = row_of_springs();
  const std::vector<char> nobody = {0, 0, 0};
  Condensation condensation;

  void prepare(const std::vector<int>& representatives) {
    condensation.analyze(K, 1, nobody, representatives);
    ASSERT_EQ(condensation.factorize(K, nobody), FactorStatus::ok);
  }
  /// `driven` counts among the representatives.
  MatrixXd jacobian(const std::vector<int>& driven) {
    DriverMap drivers;
    drivers.driven = driven;
    drivers.unknowns = static_cast<int>(driven.size());
    EXPECT_TRUE(condensation.drive(drivers));
    condensation.solve({});
    return condensation.J().dense();
  }
};

TEST_F(ThreeSprings, OneDynamicNode) {
  prepare({2});
  const MatrixXd J = jacobian({0});
  EXPECT_NEAR(J(0, 0), 1.0 / 6, kRoundOff);
  EXPECT_NEAR(J(1, 0), 1.0 / 2, kRoundOff);
  EXPECT_NEAR(J(2, 0), 1, kRoundOff);
  EXPECT_NEAR(condensation.condensed_stiffness()(0, 0), 1, kRoundOff);
  EXPECT_NEAR((J.transpose() * J)(0, 0), 46.0 / 36, kRoundOff);  // masses of 1 kg
}

TEST_F(ThreeSprings, TwoDynamicNodesOfWhichOneFallsAsleep) {
  prepare({0, 2});
  const MatrixXd both = jacobian({0, 1});
  EXPECT_NEAR(both(1, 0), 0.6, kRoundOff);
  EXPECT_NEAR(both(1, 1), 0.4, kRoundOff);
  const MatrixXd S = condensation.condensed_stiffness();
  EXPECT_NEAR(S(0, 0), 7.2, kRoundOff);
  EXPECT_NEAR(S(1, 0), -1.2, kRoundOff);
  EXPECT_NEAR(S(1, 1), 1.2, kRoundOff);

  const MatrixXd one = jacobian({1});
  EXPECT_NEAR(one(0, 0), 1.0 / 6, kRoundOff);
  EXPECT_NEAR(one(1, 0), 1.0 / 2, kRoundOff);
  EXPECT_NEAR(condensation.condensed_stiffness()(0, 0), 1, kRoundOff);
  EXPECT_EQ(condensation.factorizations(), 1);
}

/// 1 N on node 3: the reduced row rests where the full one does.
TEST_F(ThreeSprings, RestIsThatOfTheFullRow) {
  prepare({2});
  const MatrixXd J = jacobian({0});
  const VectorXd pull = VectorXd::Unit(3, 2);
  const double x3 = (J.transpose() * pull)[0] / condensation.condensed_stiffness()(0, 0);
  const VectorXd force = test::dense_symmetric(K) * (J.col(0) * x3) + pull;
  EXPECT_LT(force.cwiseAbs().maxCoeff(), kRoundOff);
}

}  // namespace
}  // namespace conjac
