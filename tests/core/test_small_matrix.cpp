#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "core/pack.h"
#include "core/small_matrix_eigen.h"
#include "core/small_matrix_svd.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

template <class D>
class SmallMatrix : public testing::Test {};
using Dims = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(SmallMatrix, Dims);

/// A few units in the last place, times the handful of rotations a decomposition makes.
constexpr double kTight = 1e-14;

TYPED_TEST(SmallMatrix, ProductsCofactorAndDeterminantAgreeWithEigen) {
  constexpr int Dim = TypeParam::value;
  std::mt19937 rng(3);
  for (int k = 0; k < 200; ++k) {
    const Mat<Dim> A = test::random_matrix<Dim>(rng), B = test::random_matrix<Dim>(rng);
    const auto a = test::small<Dim>(A), b = test::small<Dim>(B);
    EXPECT_TRUE(test::eigen(a * b).isApprox(A * B, kTight));
    EXPECT_TRUE(test::eigen(transpose(a)) == A.transpose());
    EXPECT_TRUE(test::eigen(a - b) == A - B);
    EXPECT_NEAR(inner(a, b), A.cwiseProduct(B).sum(), kTight * A.norm() * B.norm());
    const Mat<Dim> cofactors = test::eigen(cofactor(a));
    EXPECT_TRUE(cofactors.isApprox(A.determinant() * A.inverse().transpose(), 1e-10));
    EXPECT_NEAR(determinant(a, cofactor(a)), A.determinant(), kTight * std::pow(A.norm(), Dim));
  }
}

template <int Dim>
void expect_svd(const Mat<Dim>& F, const RotationSvd<double, Dim>& svd, const std::string& kind) {
  const Mat<Dim> U = test::eigen(svd.U), V = test::eigen(svd.V);
  const Vec<Dim> s = test::eigen(svd.s);
  const Eigen::JacobiSVD<Mat<Dim>> reference(F);
  const double size = reference.singularValues()[0];
  EXPECT_LE((U * s.asDiagonal() * V.transpose() - F).norm(), kTight * size) << kind;
  EXPECT_LE((U.transpose() * U - Mat<Dim>::Identity()).norm(), kTight) << kind;
  EXPECT_LE((V.transpose() * V - Mat<Dim>::Identity()).norm(), kTight) << kind;
  EXPECT_GT(U.determinant(), 0) << kind;
  EXPECT_GT(V.determinant(), 0) << kind;
  EXPECT_LE((s.cwiseAbs() - reference.singularValues()).norm(), kTight * size) << kind;
  for (int i = 0; i + 1 < Dim; ++i) {
    EXPECT_GE(s[i], 0) << kind;
    EXPECT_GE(s[i] * (1 + kTight), std::abs(s[i + 1])) << kind;
  }
}

TYPED_TEST(SmallMatrix, RotationSvdOfEveryKindAndScale) {
  constexpr int Dim = TypeParam::value;
  const auto cases = test::gradients<Dim>(150, 11);
  for (const double scale : {1e-8, 1e-3, 1.0, 1e3, 1e8}) {
    for (const auto& [kind, F] : cases) {
      const Mat<Dim> scaled = scale * F;
      expect_svd<Dim>(scaled, rotation_svd(test::small<Dim>(scaled)), kind);
      if (testing::Test::HasFailure()) FAIL() << kind << " at scale " << scale << "\n" << scaled;
    }
  }
}

TYPED_TEST(SmallMatrix, AxisAlignedGradientsNeedNoSpecialCase) {
  constexpr int Dim = TypeParam::value;
  for (int mask = 0; mask < 27; ++mask) {
    Vec<Dim> s;
    for (int i = 0, m = mask; i < Dim; ++i, m /= 3) s[i] = m % 3 - 1;
    const Mat<Dim> F = s.asDiagonal();
    expect_svd<Dim>(F, rotation_svd(test::small<Dim>(F)), "axis aligned");
  }
}

TYPED_TEST(SmallMatrix, SmallStretchesKeepTheirOwnDigits) {
  constexpr int Dim = TypeParam::value;
  // Columns of very different length: their relative accuracy survives one-sided rotations, where
  // the eigenvalues of F'F would lose everything below 1e-8 of the largest.
  std::mt19937 rng(5);
  for (int k = 0; k < 200; ++k) {
    Vec<Dim> s = Vec<Dim>::Constant(1.0);
    s[Dim - 1] = 1e-12;
    const Mat<Dim> F = test::random_rotation<Dim>(rng) * s.asDiagonal();
    const auto svd = rotation_svd(test::small<Dim>(F));
    EXPECT_NEAR(svd.s[Dim - 1], 1e-12, 1e-12 * 1e-13);
  }
}

TYPED_TEST(SmallMatrix, ALaneDoesNotDependOnItsNeighbours) {
  constexpr int Dim = TypeParam::value;
  const auto cases = test::gradients<Dim>(40, 23);
  const auto pack_of = [&](std::size_t first, std::size_t step) {
    SmallMat<Pack, Dim> F;
    for (int lane = 0; lane < Pack::width; ++lane) {
      const Mat<Dim>& f = cases[(first + lane * step) % cases.size()].F;
      for (int i = 0; i < Dim * Dim; ++i) F.m[i].set(lane, f.data()[i]);
    }
    return F;
  };
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const auto a = rotation_svd(pack_of(k, 1)), alone = rotation_svd(pack_of(k, 0));
    RotationSvd<double, Dim> lane0;
    for (int i = 0; i < Dim * Dim; ++i) {
      EXPECT_EQ(a.U.m[i][0], alone.U.m[i][0]);
      EXPECT_EQ(a.V.m[i][0], alone.V.m[i][0]);
      lane0.U.m[i] = a.U.m[i][0];
      lane0.V.m[i] = a.V.m[i][0];
    }
    for (int i = 0; i < Dim; ++i) {
      EXPECT_EQ(a.s[i][0], alone.s[i][0]);
      lane0.s[i] = a.s[i][0];
    }
    expect_svd<Dim>(cases[k].F, lane0, cases[k].kind);
  }
}

TYPED_TEST(SmallMatrix, SymmetricEigenAgreesWithEigen) {
  constexpr int Dim = TypeParam::value;
  for (const auto& [kind, F] : test::gradients<Dim>(150, 31)) {
    const Mat<Dim> A = F + F.transpose();
    const auto mine = symmetric_eigen(test::small<Dim>(A));
    const Mat<Dim> W = test::eigen(mine.W);
    Vec<Dim> values = test::eigen(mine.values);
    EXPECT_LE((W * values.asDiagonal() * W.transpose() - A).norm(), kTight * A.norm()) << kind;
    EXPECT_LE((W.transpose() * W - Mat<Dim>::Identity()).norm(), kTight) << kind;
    std::sort(values.begin(), values.end());
    const Vec<Dim> reference = Eigen::SelfAdjointEigenSolver<Mat<Dim>>(A).eigenvalues();
    EXPECT_LE((values - reference).norm(), kTight * A.norm()) << kind;
  }
}

}  // namespace
}  // namespace conjac
