// The border of joints against one dense matrix over nodes and joints.
#include "step/joint_border.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <vector>

#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

constexpr double kRound = 1e-11;  // two dozen unknowns, condition numbers of some thousands
constexpr int kStride = 3, kNodes = 10, kSize = kNodes * kStride, kJoints = 3;
constexpr double kA = 1.3, kB = -0.2;

/// Node 0 is pinned for good, 2 is held for now, 4 and 7 ride on bones.
struct Bordered {
  SparseMatrix K = test::spring_stiffness(kNodes, kStride, 4, 3);
  VectorXd mass, g, gu;
  MatrixXd T = MatrixXd::Zero(kSize, kJoints), C = MatrixXd::Zero(kSize, kJoints), corner;
  std::vector<char> decoupled = std::vector<char>(kNodes, 0);
  PrincipalSubmatrix sub;
  std::unique_ptr<SparseFactor> factor = make_factor();
  JointBorder border;

  Bordered() {
    srand(5);
    mass = VectorXd::Random(kSize).cwiseAbs() + VectorXd::Constant(kSize, 0.5);
    g = VectorXd::Random(kSize);
    gu = VectorXd::Random(kJoints);
    const MatrixXd root = MatrixXd::Random(kJoints, kJoints);
    corner = root * root.transpose() + 0.5 * MatrixXd::Identity(kJoints, kJoints);
    for (int rider : {4, 7})
      T.middleRows(rider * kStride, kStride) = MatrixXd::Random(kStride, kJoints);
    for (int touched : {4, 5, 8})
      C.middleRows(touched * kStride, kStride) = 0.1 * MatrixXd::Random(kStride, kJoints);
    decoupled[2] = decoupled[4] = decoupled[7] = 1;
    std::vector<char> keep(kNodes, 1);
    keep[0] = 0;
    sub.analyze(K, kStride, keep);
    sub.assign(K, kB, mass, kA, decoupled);
    factor->analyze(sub.matrix(), kStride, {});
    EXPECT_EQ(factor->factorize(sub.matrix()), FactorStatus::ok);
    for (int held : {0, 2}) g.segment(held * kStride, kStride).setZero();
  }
  bool factorize(bool convex, bool coupled) {
    return border.factorize(*factor, sub, kStride, decoupled, K, kB, mass, kA, T, corner, convex,
                            coupled ? &C : nullptr);
  }
  MatrixXd free() const {
    std::vector<char> known = decoupled;
    known.at(0) = 1;
    return test::unmarked(known, kStride);
  }
  /// Motions of all nodes and joints by the unknowns of the bordered system: free nodes, joints.
  MatrixXd motions() const {
    const MatrixXd nodes = free();
    MatrixXd P = MatrixXd::Zero(kSize + kJoints, nodes.cols() + kJoints);
    P.topLeftCorner(kSize, nodes.cols()) = nodes;
    P.topRightCorner(kSize, kJoints) = T;
    P.bottomRightCorner(kJoints, kJoints).setIdentity();
    return P;
  }
  MatrixXd dense(bool coupled) const {
    MatrixXd all = MatrixXd::Zero(kSize + kJoints, kSize + kJoints);
    all.topLeftCorner(kSize, kSize) = kB * test::dense_symmetric(K);
    all.topLeftCorner(kSize, kSize).diagonal() += kA * mass;
    if (coupled) {
      all.topRightCorner(kSize, kJoints) = C;
      all.bottomLeftCorner(kJoints, kSize) = C.transpose();
    }
    all.bottomRightCorner(kJoints, kJoints) = corner;
    const MatrixXd P = motions();
    return P.transpose() * all * P;
  }
  VectorXd load() const {
    VectorXd all(kSize + kJoints);
    all << g, gu;
    return motions().transpose() * all;
  }
};

TEST(JointBorder, SolvesWhatTheDenseMatrixSolves) {
  for (bool coupled : {false, true}) {
    Bordered system;
    ASSERT_TRUE(system.factorize(true, coupled));
    VectorXd v = VectorXd::Constant(kSize, 7), u;
    system.border.solve(*system.factor, system.sub, system.g, system.gu, v, u);
    const VectorXd expected = system.dense(coupled).ldlt().solve(system.load());
    EXPECT_LT(test::relative_error(u, expected.tail(kJoints)), kRound);
    const VectorXd free = system.free().transpose() * v;
    EXPECT_LT(test::relative_error(free, expected.head(free.size())), kRound);
    for (int node : {0, 2, 4, 7})  // are not its business
      EXPECT_EQ(v.segment(node * kStride, kStride), Eigen::Vector3d::Constant(7));
  }
}

// Where the joints could fall the small matrix is not positive definite: an error in a step, and
// in Newton's method turned into |S|, with the same eigenvectors.
TEST(JointBorder, TurnsANonConvexCornerIntoADescent) {
  Bordered system;
  system.corner -= 40 * MatrixXd::Identity(kJoints, kJoints);
  EXPECT_FALSE(system.factorize(true, true));
  ASSERT_TRUE(system.factorize(false, true));
  VectorXd v = VectorXd::Zero(kSize), u;
  system.border.solve(*system.factor, system.sub, system.g, system.gu, v, u);

  const MatrixXd H = system.dense(true);
  const VectorXd load = system.load();
  const auto n = H.rows() - kJoints;
  const auto factored = H.topLeftCorner(n, n).ldlt();
  const MatrixXd columns = H.topRightCorner(n, kJoints);
  const MatrixXd S =
      H.bottomRightCorner(kJoints, kJoints) - columns.transpose() * factored.solve(columns);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(S);
  ASSERT_LT(eigen.eigenvalues().minCoeff(), 0);
  ASSERT_GT(eigen.eigenvalues().cwiseAbs().minCoeff(), 1e-3);
  const VectorXd reduced = load.tail(kJoints) - columns.transpose() * factored.solve(load.head(n));
  const VectorXd expected =
      eigen.eigenvectors() *
      (eigen.eigenvectors().transpose() * reduced).cwiseQuotient(eigen.eigenvalues().cwiseAbs());
  EXPECT_LT(test::relative_error(u, expected), kRound);
  VectorXd all(H.rows());
  all << system.free().transpose() * v, u;
  EXPECT_GT(load.dot(all), 0);  // it descends
}

TEST(JointBorder, WithoutJointsItIsAPlainSolve) {
  Bordered system;
  system.decoupled[4] = system.decoupled[7] = 0;
  system.sub.assign(system.K, kB, system.mass, kA, system.decoupled);
  ASSERT_EQ(system.factor->factorize(system.sub.matrix()), FactorStatus::ok);
  const MatrixXd none(kSize, 0), corner(0, 0);
  ASSERT_TRUE(system.border.factorize(*system.factor, system.sub, kStride, system.decoupled,
                                      system.K, kB, system.mass, kA, none, corner, true));
  VectorXd v = VectorXd::Zero(kSize), u;
  system.border.solve(*system.factor, system.sub, system.g, VectorXd(0), v, u);
  MatrixXd A = kB * test::dense_symmetric(system.K);
  A.diagonal() += kA * system.mass;
  std::vector<char> held = system.decoupled;
  held[0] = 1;
  EXPECT_LT(test::relative_error(v, test::respond_held(A, kStride, held, system.g)), kRound);
  EXPECT_EQ(u.size(), 0);
}

}  // namespace
}  // namespace conjac
