#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "conjac/error.h"
#include "fem/dims.h"
#include "fem/mass.h"
#include "fem/von_mises.h"
#include "support/bodies.h"
#include "support/random_gradients.h"

namespace conjac {
namespace {

template <class D>
class MassAndStress : public testing::Test {};
TYPED_TEST_SUITE(MassAndStress, test::Dims);

TYPED_TEST(MassAndStress, MassIsSharedEquallyAndAddsUp) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(4);
  std::vector<double> density(mesh.element_count());
  double total = 0;
  for (int e = 0; e < mesh.element_count(); ++e) {
    density[e] = 500 + e;
    total += density[e] * signed_volume(mesh, e);
  }
  const VectorXd mass = lumped_mass(mesh, density);
  EXPECT_NEAR(mass.sum(), Dim * total, 1e-12 * total * Dim);
  EXPECT_GT(mass.minCoeff(), 0);
  for (int i = 0; i < mesh.nodes(); ++i) EXPECT_EQ(mass[i * Dim], mass[i * Dim + Dim - 1]);
  density[3] = 0;
  EXPECT_THROW(lumped_mass(mesh, density), Error);
  density.pop_back();
  EXPECT_THROW(lumped_mass(mesh, density), Error);
}

TEST(Mass, OneTetrahedronGivesAQuarterToEachNode) {
  Mesh<3> mesh;
  mesh.rest = {Vec<3>(0, 0, 0), Vec<3>(1, 0, 0), Vec<3>(0, 2, 0), Vec<3>(0, 0, 3)};
  mesh.elements = {{0, 1, 2, 3}};
  mesh.region = {0};
  const std::vector<double> density = {8.0};
  EXPECT_TRUE(lumped_mass(mesh, density).isApproxToConstant(2.0));  // 8 * (6/6) / 4
}

/// Positions of an affine map of the whole mesh.
template <int Dim>
VectorXd mapped(const Mesh<Dim>& mesh, const Mat<Dim>& F) {
  VectorXd x(mesh.nodes() * Dim);
  for (int i = 0; i < mesh.nodes(); ++i) x.segment<Dim>(i * Dim) = F * mesh.rest[i];
  return x;
}

TYPED_TEST(MassAndStress, NoStressAtRestWhicheverWayItIsTurned) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  const Elastic<Dim> elastic(mesh, test::plain_field(mesh, 1e5, 0.4));
  std::mt19937 rng(1);
  std::vector<double> stress(mesh.element_count());
  von_mises(elastic, mapped<Dim>(mesh, test::random_rotation<Dim>(rng)), stress);
  for (const double s : stress) EXPECT_NEAR(s, 0, 1e-9 * 1e5);
}

TEST(VonMises, UniaxialStressIsItsOwnVonMisesStress) {
  const Mesh<3> mesh = test::shaken_box<3>(3);
  const auto [mu, lambda] = lame(1e5, 0.45);
  const Elastic<3> elastic(mesh, test::plain_field(mesh, 1e5, 0.45));
  std::mt19937 rng(1);
  const double s = 1.6, w2 = ((lambda + 2 * mu) * s - mu) / ((lambda + mu) * s * s);
  const Vec<3> stretches(s, std::sqrt(w2), std::sqrt(w2));
  const Mat<3> R = test::random_rotation<3>(rng), Q = test::random_rotation<3>(rng);
  std::vector<double> stress(mesh.element_count());
  von_mises(elastic, mapped<3>(mesh, R * stretches.asDiagonal() * Q.transpose()), stress);
  const double cauchy = mu * (s - w2 / s) / w2;  // force over the present cross-section
  for (const double value : stress) EXPECT_NEAR(value, cauchy, 1e-9 * cauchy);
}

/// Simple shear by a small angle: sqrt(3) mu gamma, in the plane as in space.
TYPED_TEST(MassAndStress, SmallShear) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  const double mu = lame(1e5, 0.4).mu, gamma = 1e-6;
  const Elastic<Dim> elastic(mesh, test::plain_field(mesh, 1e5, 0.4));
  Mat<Dim> F = Mat<Dim>::Identity();
  F(0, 1) = gamma;
  std::vector<double> stress(mesh.element_count());
  von_mises(elastic, mapped<Dim>(mesh, F), stress);
  for (const double s : stress) EXPECT_NEAR(s, std::sqrt(3.0) * mu * gamma, 1e-5 * mu * gamma);
}

/// A plane body is a slice of a long solid: the same stretch of the solid, none across the plane.
TEST(VonMises, PlaneStrainIsTheSolidHeldInThickness) {
  const Mesh<2> plane = test::shaken_box<2>(2);
  const Mesh<3> solid = test::shaken_box<3>(2);
  const Elastic<2> thin(plane, test::plain_field(plane, 1e5, 0.4));
  const Elastic<3> thick(solid, test::plain_field(solid, 1e5, 0.4));
  const Mat<2> F = (Mat<2>() << 1.3, 0.2, -0.1, 0.8).finished();
  Mat<3> G = Mat<3>::Identity();
  G.topLeftCorner<2, 2>() = F;
  std::vector<double> a(plane.element_count()), b(solid.element_count());
  von_mises(thin, mapped<2>(plane, F), a);
  von_mises(thick, mapped<3>(solid, G), b);
  EXPECT_NEAR(a[0], b[0], 1e-10 * b[0]);
  EXPECT_GT(b[0], 1e3);
}

}  // namespace
}  // namespace conjac
