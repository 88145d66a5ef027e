#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "fem/dims.h"
#include "fem/kinematics.h"
#include "fem/stretch_rate.h"
#include "support/bodies.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

template <class D>
class StretchRate : public testing::Test {};
TYPED_TEST_SUITE(StretchRate, test::Dims);

template <int Dim>
using Long = Eigen::Matrix<long double, Dim, Dim>;

/// S of F = R S with R a rotation, in extended precision: the reflection, if any, goes to the
/// smallest stretch.
template <int Dim>
Long<Dim> stretch(const Long<Dim>& F) {
  const Eigen::JacobiSVD<Long<Dim>> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix<long double, Dim, 1> s = svd.singularValues();
  if (F.determinant() < 0) s[Dim - 1] *= -1;
  return svd.matrixV() * s.asDiagonal() * svd.matrixV().transpose();
}

TYPED_TEST(StretchRate, AgreesWithDifferencesOfThePolarDecomposition) {
  constexpr int Dim = TypeParam::value;
  std::mt19937 rng(17);
  int cases = 0, inverted = 0, repeated = 0;
  for (const auto& [kind, F] : test::gradients<Dim>(150, 19)) {
    const auto svd = rotation_svd(test::small<Dim>(F));
    // R jumps where the last two stretches cancel; differences say nothing within a step of there.
    if (svd.s[Dim - 2] + svd.s[Dim - 1] < 0.05) continue;
    const Mat<Dim> G = test::random_matrix<Dim>(rng);
    const Mat<Dim> rate = test::eigen(stretch_rate(test::small<Dim>(F), test::small<Dim>(G)));
    const auto moved = [&](long double h) {
      return stretch<Dim>(F.template cast<long double>() + h * G.template cast<long double>());
    };
    const long double h = 1e-5L;
    const Long<Dim> slope =
        (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
    EXPECT_LE((rate - slope.template cast<double>()).norm(), 1e-8 * G.norm()) << kind << "\n" << F;
    EXPECT_LE((rate - rate.transpose()).norm(),
              1e-13 * G.norm() / (svd.s[Dim - 2] + svd.s[Dim - 1]));
    ++cases;
    inverted += svd.s[Dim - 1] < 0;
    repeated += std::abs(svd.s[0] - svd.s[1]) < 1e-8;
  }
  EXPECT_GT(cases, 1000);
  EXPECT_GT(inverted, 100);
  EXPECT_GT(repeated, 400);
}

TYPED_TEST(StretchRate, StaysFiniteWhereTheRotationIsNotUnique) {
  constexpr int Dim = TypeParam::value;
  std::mt19937 rng(23);
  for (const auto& [kind, F] : test::gradients<Dim>(100, 29)) {
    if (kind != "reflected" && kind != "rank one" && kind != "zero") continue;
    const Mat<Dim> G = test::random_matrix<Dim>(rng);
    const Mat<Dim> rate = test::eigen(stretch_rate(test::small<Dim>(F), test::small<Dim>(G)));
    EXPECT_TRUE(rate.allFinite()) << kind;
    EXPECT_LE(rate.norm(), 1e12 * G.norm()) << kind;
  }
}

TYPED_TEST(StretchRate, RotationAloneStretchesNothing) {
  constexpr int Dim = TypeParam::value;
  std::mt19937 rng(31);
  for (int k = 0; k < 100; ++k) {
    const Mat<Dim> F = Mat<Dim>::Identity() + 0.2 * test::random_matrix<Dim>(rng);
    const Mat<Dim> A = test::random_matrix<Dim>(rng);
    const Mat<Dim> spin = (A - A.transpose()) * F;
    EXPECT_LE(test::eigen(stretch_rate(test::small<Dim>(F), test::small<Dim>(spin))).norm(), 1e-12);
  }
}

TYPED_TEST(StretchRate, LivelinessIsTheVolumeWeightedMean) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(4);
  std::vector<int> order(mesh.element_count());
  for (int e = 0; e < mesh.element_count(); ++e) order[e] = e;
  order.resize((order.size() + Pack::width - 1) / Pack::width * Pack::width, -1);
  const RestShape<Dim> shape(mesh, order);
  const VectorXd x = test::shaken_positions(mesh, 0.03), v = test::shaken_positions(mesh, 0.5, 8);
  std::vector<int> region(mesh.element_count());
  for (int e = 0; e < mesh.element_count(); ++e) region[e] = e % 4 - 1;  // a quarter in none
  std::vector<double> metric(4), scratch;                                // the last one is empty
  liveliness(shape, x, v, region, scratch, metric);
  std::vector<double> sums(4), volumes(4);
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (region[e] < 0) continue;
    const Mat<Dim> F = deformation_gradient_of(shape, e, x),
                   G = deformation_gradient_of(shape, e, v);
    const Mat<Dim> rate = test::eigen(stretch_rate(test::small<Dim>(F), test::small<Dim>(G)));
    sums[region[e]] += signed_volume(mesh, e) * rate.cwiseAbs().mean();
    volumes[region[e]] += signed_volume(mesh, e);
  }
  for (int r = 0; r < 3; ++r) EXPECT_NEAR(metric[r], sums[r] / volumes[r], 1e-11 * metric[r]);
  EXPECT_EQ(metric[3], 0);
}

}  // namespace
}  // namespace conjac
