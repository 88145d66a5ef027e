#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>

#include "reduce/condense.h"
#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

constexpr int kNodes = 48, kStride = 3;

/// A body with pinned, held (prescribed for now) and representative nodes, some of them active.
struct Case {
  SparseMatrix K = test::spring_stiffness(kNodes, kStride, 6, 7);
  std::vector<char> pinned = std::vector<char>(kNodes, 0), held = std::vector<char>(kNodes, 0);
  std::vector<int> representatives{30, 4, 47, 19};
  std::vector<char> active{1, 0, 1, 0};
  Condensation condensation;

  DriverMap drivers() const {
    DriverMap map;
    for (std::size_t k = 0; k < active.size(); ++k)
      for (int c = 0; c < kStride && active[k]; ++c)
        map.driven.push_back(static_cast<int>(k) * kStride + c);
    map.unknowns = static_cast<int>(map.driven.size());
    return map;
  }
  /// Full unknowns of the active nodes (d), of prescribed ones (p), of all others (q).
  std::vector<int> dynamic, prescribed, quasistatic;

  void prepare() {
    condensation.analyze(K, kStride, pinned, representatives);
    ASSERT_EQ(condensation.factorize(K, held), FactorStatus::ok);
    redrive();
  }
  void redrive() {
    ASSERT_TRUE(condensation.drive(drivers()));
    dynamic.clear(), prescribed.clear(), quasistatic.clear();
    for (std::size_t k = 0; k < active.size(); ++k)
      for (int c = 0; c < kStride && active[k]; ++c)
        dynamic.push_back(representatives[k] * kStride + c);
    for (int i = 0; i < kNodes * kStride; ++i) {
      if (pinned[i / kStride] || held[i / kStride])
        prescribed.push_back(i);
      else if (std::find(dynamic.begin(), dynamic.end(), i) == dynamic.end())
        quasistatic.push_back(i);
    }
  }
  MatrixXd dense() const { return test::dense_symmetric(K); }
};

Case with_supports() {
  Case body;
  for (int i : {0, 1, 2, 3, 5}) body.pinned[i] = 1;
  for (int i : {42, 43}) body.held[i] = 1;
  return body;
}

/// Eqs. 6 and 7 with dense algebra.
MatrixXd reference_jacobian(const Case& body) {
  const MatrixXd K = body.dense();
  MatrixXd J = MatrixXd::Zero(K.rows(), static_cast<int>(body.dynamic.size()));
  const MatrixXd Kqq = K(body.quasistatic, body.quasistatic);
  const MatrixXd Jqd = -Kqq.partialPivLu().solve(MatrixXd(K(body.quasistatic, body.dynamic)));
  J(body.quasistatic, Eigen::all) = Jqd;
  for (std::size_t k = 0; k < body.dynamic.size(); ++k) J(body.dynamic[k], static_cast<int>(k)) = 1;
  return J;
}

/// Eq. 21: the adjusted matrix, over all unknowns that are not prescribed.
MatrixXd reference_adjusted(const Case& body) {
  const MatrixXd K = body.dense();
  std::vector<int> free = body.quasistatic;
  free.insert(free.end(), body.dynamic.begin(), body.dynamic.end());
  std::sort(free.begin(), free.end());
  MatrixXd KA = K(free, free), KqdA = K(free, body.dynamic);
  for (std::size_t k = 0; k < body.dynamic.size(); ++k) {
    const auto at = std::find(free.begin(), free.end(), body.dynamic[k]) - free.begin();
    KA.row(at).setZero();
    KA.col(at).setZero();
    KA(at, at) = -1;
    KqdA.row(at).setZero();
    KqdA(at, static_cast<int>(k)) = 1;
  }
  MatrixXd J = MatrixXd::Zero(K.rows(), KqdA.cols());
  J(free, Eigen::all) = -KA.partialPivLu().solve(KqdA);
  return J;
}

TEST(Condense, JacobianEqualsEquations6To7And21) {
  Case body = with_supports();
  body.prepare();
  for (const auto& active :
       std::vector<std::vector<char>>{{1, 0, 1, 0}, {1, 1, 1, 1}, {0, 0, 0, 1}, {0, 1, 1, 0}}) {
    body.active = active;
    body.redrive();
    body.condensation.solve({});
    const MatrixXd J = body.condensation.J().dense();
    EXPECT_LT((J - reference_jacobian(body)).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((J - reference_adjusted(body)).cwiseAbs().maxCoeff(), 1e-10);
  }
  EXPECT_EQ(body.condensation.analyses(), 1);
  EXPECT_EQ(body.condensation.factorizations(), 1);
}

TEST(Condense, CondensedStiffnessIsJKJAndTheSchurComplement) {
  Case body = with_supports();
  body.prepare();
  body.condensation.solve({});
  const MatrixXd J = body.condensation.J().dense(), A = -body.dense();
  const MatrixXd S = body.condensation.condensed_stiffness();
  EXPECT_LT((S - J.transpose() * A * J).norm(), 1e-10 * S.norm());
  const MatrixXd Aqq = A(body.quasistatic, body.quasistatic);
  const MatrixXd Aqd = A(body.quasistatic, body.dynamic), Add = A(body.dynamic, body.dynamic);
  EXPECT_LT((S - (Add - Aqd.transpose() * Aqq.partialPivLu().solve(Aqd))).norm(), 1e-10 * S.norm());
}

TEST(Condense, ResponseBalancesTheLoadAndReducedLoadIsJg) {
  Case body = with_supports();
  body.prepare();
  const VectorXd g = VectorXd::Random(kNodes * kStride), g2 = VectorXd::Random(kNodes * kStride);
  const std::array<const VectorXd*, 2> loads{&g, &g2};
  body.condensation.solve(loads);
  const MatrixXd A = -body.dense(), J = body.condensation.J().dense();
  for (int load = 0; load < 2; ++load) {
    const VectorXd& x = body.condensation.response(load);
    VectorXd free_load = *loads[load];
    free_load(body.prescribed).setZero();
    const VectorXd rest = (A * x - free_load)(body.quasistatic);
    EXPECT_LT(rest.cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_EQ(VectorXd(x(body.dynamic)).cwiseAbs().maxCoeff(), 0);
    EXPECT_EQ(VectorXd(x(body.prescribed)).cwiseAbs().maxCoeff(), 0);
    EXPECT_LT((body.condensation.reduced_load(load) - J.transpose() * free_load).norm(), 1e-10);
    EXPECT_NEAR(body.condensation.compliance(load), x.dot(free_load), 1e-10 * x.dot(free_load));
  }
  const VectorXd first = body.condensation.response(0);
  const double second = body.condensation.compliance(1);
  body.condensation.solve(loads, 1);  // the second goes half the way only
  EXPECT_LT((body.condensation.response(0) - first).norm(), 1e-12 * first.norm());
  EXPECT_NEAR(body.condensation.compliance(1), second, 1e-12 * second);
}

TEST(Condense, ScriptedMotionLeavesNoForceRateOnFollowers) {
  Case body = with_supports();
  body.prepare();
  VectorXd w = VectorXd::Zero(kNodes * kStride), load;
  for (int i : body.prescribed) w[i] = std::sin(i);
  symmetric_product(body.K, w, load);
  const VectorXd* loads[] = {&load};
  body.condensation.solve(loads);
  const VectorXd c = body.condensation.response(0) + w;
  const VectorXd rate = body.dense() * c;
  EXPECT_LT(VectorXd(rate(body.quasistatic)).cwiseAbs().maxCoeff(), 1e-10);
  const MatrixXd J = body.condensation.J().dense();
  EXPECT_LT((J.transpose() * rate - VectorXd(body.condensation.reduced_load(0))).norm(), 1e-10);
}

TEST(Condense, RigidTranslationOfAFreeBodyMapsToItself) {
  Case body;  // nothing is prescribed: S is singular, the shift must take care of it
  body.prepare();
  body.condensation.solve({});
  for (int axis = 0; axis < kStride; ++axis) {
    VectorXd u = VectorXd::Zero(static_cast<int>(body.dynamic.size()));
    for (std::size_t k = 0; k < body.dynamic.size(); ++k)
      u[static_cast<int>(k)] = body.dynamic[k] % kStride == axis;
    const VectorXd v = body.condensation.J().dense() * u;
    for (int i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], i % kStride == axis, 1e-10);
    EXPECT_LT((body.condensation.condensed_stiffness() * u).norm(), 1e-9);
  }
}

TEST(Condense, NothingToDriveStillResponds) {
  Case body = with_supports();
  body.representatives.clear();
  body.active.clear();
  body.prepare();
  const VectorXd g = VectorXd::Ones(kNodes * kStride);
  const VectorXd* loads[] = {&g};
  body.condensation.solve(loads);
  const VectorXd rest = (-body.dense() * body.condensation.response(0) - g)(body.quasistatic);
  EXPECT_LT(rest.cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Condense, DriversThroughAMatrixGiveJTimesB) {
  Case body = with_supports();
  body.prepare();
  body.condensation.solve({});
  const MatrixXd J = body.condensation.J().dense(), S = body.condensation.condensed_stiffness();
  DriverMap map = body.drivers();
  map.B = MatrixXd::Random(map.unknowns, 2);  // a joint with two degrees of freedom
  map.unknowns = 2;
  ASSERT_TRUE(body.condensation.drive(map));
  const VectorXd g = VectorXd::Random(kNodes * kStride);
  const VectorXd* loads[] = {&g};
  body.condensation.solve(loads);
  EXPECT_LT((MatrixXd(body.condensation.J().dense()) - J * map.B).norm(), 1e-10);
  EXPECT_LT(
      (MatrixXd(body.condensation.condensed_stiffness()) - map.B.transpose() * S * map.B).norm(),
      1e-9);
  VectorXd free_load = g;
  free_load(body.prescribed).setZero();
  EXPECT_LT(
      (VectorXd(body.condensation.reduced_load(0)) - map.B.transpose() * J.transpose() * free_load)
          .norm(),
      1e-9);
}

// The block structure of several pieces against plain dense algebra, without and with joints that
// couple two of them.
TEST(Condense, PiecesGiveWhatDenseAlgebraGives) {
  for (bool joints : {false, true}) {
    Case body;
    body.K = test::spring_bodies(3, kNodes / 3, kStride, 20);
    body.pinned[0] = body.pinned[3] = body.pinned[6] = 1;  // of the first
    body.representatives = {30, 4, 46, 19, 8, 29, 11, 35, 40};
    body.active = {1, 1, 1, 0, 1, 1, 1, 1, 1};  // some of each, in no order
    body.condensation.analyze(body.K, kStride, body.pinned, body.representatives, 2);
    ASSERT_EQ(body.condensation.factorize(body.K, body.held), FactorStatus::ok);
    body.redrive();
    body.condensation.solve({});
    EXPECT_EQ(body.condensation.J().pieces(), 3);
    EXPECT_LT(body.condensation.J().width(), body.condensation.unknowns());
    MatrixXd expected = reference_jacobian(body);
    if (joints) {  // two drivers of different pieces move with two joints
      DriverMap map = body.drivers();
      const int d = map.unknowns;
      MatrixXd B = MatrixXd::Zero(d, d - 6 + 2);
      B.topLeftCorner(d - 6, d - 6).setIdentity();
      B.bottomRightCorner(6, 2) = MatrixXd::Random(6, 2);
      map.B = B;
      map.unknowns = static_cast<int>(B.cols());
      ASSERT_TRUE(body.condensation.drive(map));
      body.condensation.solve({});
      expected = expected * B;
    }
    const Jacobian& J = body.condensation.J();
    EXPECT_LT((J.dense() - expected).cwiseAbs().maxCoeff(), 1e-10);
    const MatrixXd A = -body.dense(), S = body.condensation.condensed_stiffness();
    EXPECT_LT((S - expected.transpose() * A * expected).norm(), 1e-10 * S.norm());

    const MatrixXd dense = J.dense();
    const VectorXd m = VectorXd::Random(dense.rows()).cwiseAbs(),
                   x = VectorXd::Random(dense.rows());
    const VectorXd u = VectorXd::Random(dense.cols());
    MatrixXd square(dense.cols(), dense.cols());
    J.weighted_square(m, square);
    EXPECT_LT((square - dense.transpose() * m.asDiagonal() * dense).norm(), 1e-12 * square.norm());
    VectorXd reduced(dense.cols()), product = x;
    J.transposed_product(x, reduced);
    EXPECT_LT((reduced - dense.transpose() * x).norm(), 1e-12 * reduced.norm());
    J.add_product(u, product);
    EXPECT_LT((product - (x + dense * u)).norm(), 1e-12 * product.norm());
  }
}

// One of three pieces keeps its shape: the others do not notice.
TEST(Condense, PiecesThatKeepTheirShapeMoveRigidly) {
  Case body;
  body.K = test::spring_bodies(3, kNodes / 3, kStride, 20);
  body.pinned[0] = body.pinned[3] = body.pinned[6] = 1;  // of the first
  body.representatives = {30, 4, 46, 19, 8, 29, 11, 35, 40};
  body.active = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  body.prepare();
  const VectorXd load = VectorXd::Random(body.K.rows()), x = VectorXd::Random(body.K.rows());
  const VectorXd* loads[] = {&load};
  body.condensation.solve(loads);
  const MatrixXd J = body.condensation.J().dense(), S = body.condensation.condensed_stiffness();
  const VectorXd response = body.condensation.response(0);

  std::vector<char> marked(kNodes, 0);
  for (int i = 2; i < kNodes; i += 3) marked[i] = 1;  // the third
  body.condensation.keep_shape(marked, x);
  body.redrive();
  body.condensation.solve(loads);
  const MatrixXd rigid = body.condensation.J().dense();
  for (int i = 0; i < J.rows(); ++i) {
    if (!marked[i / kStride]) {
      EXPECT_EQ(rigid.row(i), J.row(i));
      EXPECT_EQ(body.condensation.response(0)[i], response[i]);
    } else {
      EXPECT_EQ(body.condensation.response(0)[i], 0);
    }
  }
  const VectorXd v = rigid * VectorXd::Random(rigid.cols());
  for (int i = 2; i < kNodes; i += 3)
    for (int j = 2; j < i; j += 3) {  // distances do not change
      const Vec<3> apart = x.segment<3>(3 * i) - x.segment<3>(3 * j);
      EXPECT_NEAR(apart.dot(v.segment<3>(3 * i) - v.segment<3>(3 * j)), 0, 1e-12 * v.norm());
    }
  const auto marked_column = [&](int k) { return marked[body.dynamic[k] / kStride]; };
  for (int j = 0; j < S.cols(); ++j)
    for (int i = 0; i < S.rows(); ++i)
      EXPECT_EQ(body.condensation.condensed_stiffness()(i, j), marked_column(j) ? 0.0 : S(i, j));
  const VectorXd mass = VectorXd::Constant(body.K.rows(), 0.3);
  MatrixXd reduced(rigid.cols(), rigid.cols());
  body.condensation.J().weighted_square(mass, reduced);
  EXPECT_GT(Eigen::FullPivLU<MatrixXd>(reduced).dimensionOfKernel(), 0);
  body.condensation.add_unused_mass(mass, reduced);
  EXPECT_EQ(Eigen::FullPivLU<MatrixXd>(reduced).dimensionOfKernel(), 0);

  body.condensation.keep_shape(std::vector<char>(kNodes, 0), x);  // and as before
  body.redrive();
  body.condensation.solve(loads);
  EXPECT_EQ(body.condensation.J().dense(), J);
  EXPECT_EQ(body.condensation.response(0), response);
}

}  // namespace
}  // namespace conjac
