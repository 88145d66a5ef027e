// Full FE steps against one dense matrix over nodes and joints.
#include "step/vanilla.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

constexpr double kRound = 1e-11;  // two dozen unknowns, condition numbers of some thousands
constexpr int kStride = 3, kNodes = 9, kSize = kNodes * kStride, kJoints = 2;
constexpr double kH = 0.2, kBeta = 0.6, kDamping = 0.8;

/// Node 0 is pinned for good, 2 is moved along the timeline, 5 rides on bones with two joints.
struct Flesh {
  System system{VectorXd(), test::spring_stiffness(kNodes, kStride, 3, 9)};
  VectorXd force, v0, w = VectorXd::Zero(kSize);
  std::vector<char> pinned = std::vector<char>(kNodes, 0), held = pinned, rider;
  MatrixXd T, coupling, corner;
  JointTerms joints;
  VanillaStep step;

  explicit Flesh(bool jointed) {
    srand(3);
    system.mass = VectorXd::Random(kSize).cwiseAbs() + VectorXd::Constant(kSize, 0.5);
    force = VectorXd::Random(kSize);
    v0 = VectorXd::Random(kSize);
    pinned[0] = held[0] = held[2] = 1;
    const int nj = jointed ? kJoints : 0;
    T.setZero(kSize, nj);
    coupling.setZero(kSize, nj);
    corner.setZero(nj, nj);
    if (jointed) ride();
    step.analyze(system.stiffness, kStride, pinned);
  }
  void ride() {
    rider.assign(kNodes, 0);
    rider[5] = 1;
    T.middleRows(5 * kStride, kStride) = MatrixXd::Random(kStride, kJoints);
    for (int node : {5, 7})
      coupling.middleRows(node * kStride, kStride) = 0.1 * MatrixXd::Random(kStride, kJoints);
    const MatrixXd a = MatrixXd::Random(2, 2), b = MatrixXd::Random(2, 2);
    corner = 0.3 * a * a.transpose();
    joints.count = kJoints;
    joints.mass = b * b.transpose() + MatrixXd::Identity(2, 2);
    joints.stiffness = a * a.transpose();
    joints.damping = VectorXd::Random(2).cwiseAbs();
    joints.velocity = VectorXd::Random(2);
    joints.force = VectorXd::Random(2);
  }
  int unknowns() const { return kSize + joints.count; }
  FactorStatus factorize() {
    return step.factorize(system, {kH, kBeta, kDamping}, held, {T, rider, coupling, corner},
                          joints);
  }
  /// (1 + a h) M - beta h^2 K over all nodes and joints, with the joints' springs and dampers.
  MatrixXd matrix() const {
    const int nj = joints.count;
    const double after = 1 + kDamping * kH, stiff = kBeta * kH * kH;
    MatrixXd all = MatrixXd::Zero(unknowns(), unknowns());
    all.topLeftCorner(kSize, kSize) = -stiff * test::dense_symmetric(system.stiffness);
    all.topLeftCorner(kSize, kSize).diagonal() += after * system.mass;
    all.topRightCorner(kSize, nj) = coupling;
    all.bottomLeftCorner(nj, kSize) = coupling.transpose();
    if (nj > 0) {
      all.bottomRightCorner(nj, nj) = after * joints.mass + stiff * joints.stiffness + corner;
      all.bottomRightCorner(nj, nj).diagonal() += kH * joints.damping;
    }
    return all;
  }
  /// Motions of nodes and joints by the unknowns: free nodes, joints.
  MatrixXd motions() const {
    std::vector<char> known = held;
    if (!rider.empty()) known[5] = 1;
    const MatrixXd nodes = test::unmarked(known, kStride);
    const int nj = joints.count;
    MatrixXd P = MatrixXd::Zero(unknowns(), nodes.cols() + nj);
    P.topLeftCorner(kSize, nodes.cols()) = nodes;
    P.topRightCorner(kSize, nj) = T;
    P.bottomRightCorner(nj, nj).setIdentity();
    return P;
  }
  /// The motion with matrix() times it equal to `load` as far as it is free to move, w the rest.
  VectorXd solve(const VectorXd& load) const {
    const MatrixXd P = motions(), A = matrix();
    VectorXd known = VectorXd::Zero(unknowns());
    known.head(kSize) = w;
    return P * (P.transpose() * A * P).ldlt().solve(P.transpose() * (load - A * known)) + known;
  }
};

TEST(VanillaStep, SolvesWhatDenseAlgebraSolves) {
  for (bool jointed : {false, true})
    for (bool scripted : {false, true}) {
      Flesh flesh(jointed);
      if (scripted) flesh.w.segment<3>(2 * kStride) << 0.4, -0.3, 0.9;
      if (scripted && jointed) {  // a joint that the timeline moves carries the rider along
        flesh.w.segment<3>(5 * kStride) << -0.2, 0.1, 0.3;
        flesh.coupling.middleRows(5 * kStride, kStride).setZero();
      }
      ASSERT_EQ(flesh.factorize(), FactorStatus::ok);
      VectorXd v, u;
      flesh.step.velocities(flesh.system, flesh.force, flesh.v0, flesh.w, scripted, flesh.held, v,
                            u);
      VectorXd load(flesh.unknowns());
      load.head(kSize) = flesh.system.mass.cwiseProduct(flesh.v0) + kH * flesh.force;
      if (jointed)
        load.tail(kJoints) = flesh.joints.mass * flesh.joints.velocity + kH * flesh.joints.force;
      const VectorXd expected = flesh.solve(load);
      EXPECT_LT(test::relative_error(v, expected.head(kSize)), kRound);
      ASSERT_EQ(u.size(), flesh.joints.count);
      if (jointed) {
        EXPECT_LT(test::relative_error(u, expected.tail(kJoints)), kRound);
      }
      for (int node : {0, 2})
        EXPECT_EQ(v.segment<3>(node * kStride), flesh.w.segment<3>(node * kStride));
    }
}

TEST(VanillaStep, RespondsWithTheInverseOfItsMatrix) {
  for (bool jointed : {false, true}) {
    Flesh flesh(jointed);
    ASSERT_EQ(flesh.factorize(), FactorStatus::ok);
    const VectorXd impulse = VectorXd::Random(flesh.unknowns());
    VectorXd dv, du;
    flesh.step.respond(impulse.head(kSize), impulse.tail(flesh.joints.count), flesh.held, dv, du);
    const VectorXd expected = flesh.solve(impulse);  // held nodes feel none of it: w = 0
    EXPECT_LT(test::relative_error(dv, expected.head(kSize)), kRound);
    ASSERT_EQ(du.size(), flesh.joints.count);
    if (jointed) {
      EXPECT_LT(test::relative_error(du, expected.tail(kJoints)), kRound);
    }
    EXPECT_EQ(flesh.step.analyses(), 1);
    EXPECT_EQ(flesh.step.factorizations(), 1);
  }
}

TEST(VanillaStep, SaysWhenItsMatrixIsNotPositiveDefinite) {
  Flesh flesh(false);
  flesh.system.stiffness *= -1e3;  // pushes instead of pulling
  EXPECT_EQ(flesh.factorize(), FactorStatus::not_positive_definite);
  Flesh bones(true);
  bones.corner -= 1e3 * MatrixXd::Identity(kJoints, kJoints);
  EXPECT_EQ(bones.factorize(), FactorStatus::not_positive_definite);
}

}  // namespace
}  // namespace conjac
