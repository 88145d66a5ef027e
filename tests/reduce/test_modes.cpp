#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "support/spring_body.h"

// Modes against dense algebra on a small body of springs.

namespace conjac {
namespace {

using Body = test::SpringBody;
constexpr int kNodes = Body::kNodes, kStride = Body::kStride, kSize = Body::kSize;

Body supported() {
  return test::supported_springs();
}

TEST(Modes, MeansAreOrthonormalAndTheRestFollows) {
  for (int iterations : {1, 2, 3}) {
    Body body = supported();
    body.find({.iterations = iterations});
    const int n = body.modes.count();
    ASSERT_GT(n, 12);
    const MatrixXd Phi = body.rows(body.modes.phi()), Psi = body.rows(body.modes.psi());
    const MatrixXd M = body.M(), one = MatrixXd::Identity(n, n);
    EXPECT_LT((Phi.transpose() * M * Phi - one).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_LT((Phi.transpose() * M * Psi - one).cwiseAbs().maxCoeff(), 1e-7);
    // Psi = A^-1 M Phi F^-1, with F^-1 = diag(w^2).
    const MatrixXd X = body.A().partialPivLu().solve(M * Phi);
    const MatrixXd F = Phi.transpose() * M * X;
    const VectorXd squares = body.modes.squares().head(n);
    EXPECT_LT((F * squares.asDiagonal() - one).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((X * squares.asDiagonal() - Psi).cwiseAbs().maxCoeff(),
              1e-6 * Psi.cwiseAbs().maxCoeff());
    // Nothing moves that is prescribed.
    for (int node : {0, 1, 2, 22, 23})
      for (int c = 0; c < kStride; ++c)
        EXPECT_EQ(MatrixXd(body.modes.psi().dense()).row(node * kStride + c).norm(), 0);
  }
}

TEST(Modes, FrequenciesComeDownToTheTrueOnes) {
  Body body = supported();
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> truth(body.A(), body.M());
  double before = HUGE_VAL;
  for (int iterations : {1, 2, 4}) {
    body.find({.iterations = iterations});
    double worst = 0;
    for (int k = 0; k < 4; ++k) {
      const double ratio = std::sqrt(body.modes.squares()[k] / truth.eigenvalues()[k]);
      EXPECT_GT(ratio, 1 - 1e-9);  // from above
      worst = std::max(worst, ratio - 1);
    }
    EXPECT_LT(worst, before);
    before = worst;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(Modes, RigidMotionsOfAFreeBodyMeetNoStiffness) {
  Body body;
  body.find({});
  for (int k = 0; k < kStride; ++k) {  // translations are in the span, to round-off
    VectorXd one = VectorXd::Zero(kSize);
    for (int i = 0; i < kNodes; ++i) one[i * kStride + k] = 1;
    VectorXd along(body.modes.count());
    body.modes.phi().transposed_product(body.mass.cwiseProduct(one), along);
    VectorXd back = VectorXd::Zero(kSize);
    body.modes.psi().add_product(along, back);
    EXPECT_LT((back - one).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_EQ(body.modes.squares()[k], 0);
  }
}

TEST(Modes, RelaxesAtFixedMeansAsTheDenseMinimumDoes) {
  Body body = supported();
  body.find({});
  const MatrixXd Phi = body.rows(body.modes.phi()), A = body.A(), M = body.M();
  const Eigen::Index f = A.rows(), n = Phi.cols();
  VectorXd load(kSize);
  for (int i = 0; i < kSize; ++i) load[i] = std::cos(1.7 * i);
  VectorXd left = load;
  body.modes.leave_modes(body.mass, left);
  VectorXd along(n);
  body.modes.psi().transposed_product(left, along);
  // min p'Ap/2 - load'p at Phi'M p = 0, by its saddle point.
  MatrixXd saddle = MatrixXd::Zero(f + n, f + n);
  saddle.topLeftCorner(f, f) = A;
  saddle.topRightCorner(f, n) = M * Phi;
  saddle.bottomLeftCorner(n, f) = (M * Phi).transpose();
  VectorXd rhs = VectorXd::Zero(f + n);
  rhs.head(f) = body.free().transpose() * load;
  const VectorXd expected = saddle.partialPivLu().solve(rhs).head(f);
  const VectorXd got =
      body.free().transpose() * body.modes.relax(body.condensation, body.mass, left);
  EXPECT_LT((got - expected).norm(), 1e-6 * expected.norm());
}

TEST(Modes, KeepsTheLowest) {
  Body all = supported(), few = supported();
  all.find({});
  few.find({.most = 5});
  ASSERT_EQ(few.modes.count(), 5);
  for (int k = 0; k < 5; ++k) EXPECT_DOUBLE_EQ(few.modes.squares()[k], all.modes.squares()[k]);
  EXPECT_LT((few.rows(few.modes.psi()) - all.rows(all.modes.psi()).leftCols(5)).norm(), 1e-12);
}

}  // namespace
}  // namespace conjac
