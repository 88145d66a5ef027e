#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "conjac/error.h"
#include "fem/assemble.h"
#include "fem/dims.h"
#include "support/bodies.h"
#include "support/elastic_reference.h"

namespace conjac {
namespace {

template <class D>
class Assemble : public testing::Test {};
TYPED_TEST_SUITE(Assemble, test::Dims);

MatrixXd dense(const SparseMatrix& lower) {
  const MatrixXd half = lower;
  return half.selfadjointView<Eigen::Lower>();
}

TYPED_TEST(Assemble, EqualsTheSlowDenseWay) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 6 : 3);
  const MaterialField<Dim> field = test::mixed_field(mesh);
  const Elastic<Dim> elastic(mesh, field);
  for (const double size : {0.0, 1e-3, 0.02, 0.1}) {  // at the end a third of a cell: many inverted
    const VectorXd x = test::shaken_positions(mesh, size);
    for (const bool project : {false, true}) {
      const auto reference = test::elastic_reference(mesh, field, x, project);
      VectorXd f = VectorXd::Ones(x.size());
      SparseMatrix K;
      elastic.force_and_stiffness(x, f, K, project);
      EXPECT_LE((f - VectorXd::Ones(x.size()) - reference.force).norm(),
                1e-12 * (reference.force.norm() + 1));
      EXPECT_LE((dense(K) - reference.stiffness).norm(), 1e-10 * reference.stiffness.norm());
      EXPECT_NEAR(elastic.energy(x), reference.energy, 1e-12 * (1 + std::abs(reference.energy)));
    }
  }
}

TYPED_TEST(Assemble, ForceIsMinusTheGradientOfEnergy) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 4 : 2);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.05);
  VectorXd f = VectorXd::Zero(x.size());
  elastic.add_force(x, f);
  const double h = 1e-4;
  for (int i = 0; i < x.size(); ++i) {
    const auto energy = [&](double step) {
      VectorXd moved = x;
      moved[i] += step;
      return elastic.energy(moved);
    };
    const double slope =
        (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    EXPECT_NEAR(f[i], -slope, 1e-8 * f.norm());
  }
}

TYPED_TEST(Assemble, StiffnessIsTheDerivativeOfForce) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 4 : 2);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.05);
  VectorXd f = VectorXd::Zero(x.size());
  SparseMatrix K;
  elastic.force_and_stiffness(x, f, K, false);
  const MatrixXd whole = dense(K);
  const double h = 1e-4;
  for (int i = 0; i < x.size(); ++i) {
    const auto force = [&](double step) {
      VectorXd moved = x, out = VectorXd::Zero(x.size());
      moved[i] += step;
      elastic.add_force(moved, out);
      return out;
    };
    const VectorXd column =
        (8 * (force(h) - force(-h)) - (force(2 * h) - force(-2 * h))) / (12 * h);
    EXPECT_LE((whole.col(i) - column).norm(), 1e-8 * whole.norm());
  }
}

TYPED_TEST(Assemble, OnePassesAgreeWithSeparateOnes) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.05);
  VectorXd alone = VectorXd::Zero(x.size()), both = alone, with_stiffness = alone;
  SparseMatrix K;
  elastic.add_force(x, alone);
  EXPECT_EQ(elastic.energy_and_force(x, both), elastic.energy(x));
  elastic.force_and_stiffness(x, with_stiffness, K, true);
  EXPECT_TRUE(alone == both);
  EXPECT_TRUE(alone == with_stiffness);
}

TYPED_TEST(Assemble, ProjectedStiffnessIsNegativeSemidefinite) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 5 : 3);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.08);
  VectorXd f = VectorXd::Zero(x.size());
  SparseMatrix K;
  const auto largest = [&] {
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(dense(K)).eigenvalues().tail<1>()[0];
  };
  elastic.force_and_stiffness(x, f, K, false);
  EXPECT_GT(largest(), 1e-6 * K.norm());  // so there was something to project
  elastic.force_and_stiffness(x, f, K, true);
  EXPECT_LE(largest(), 1e-13 * K.norm());
}

TYPED_TEST(Assemble, TurningTheBodyTurnsForceAndStiffness) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.1);
  std::mt19937 rng(4);
  const Mat<Dim> R = test::random_rotation<Dim>(rng);
  MatrixXd turn = MatrixXd::Zero(x.size(), x.size());
  for (int i = 0; i < mesh.nodes(); ++i) turn.block<Dim, Dim>(i * Dim, i * Dim) = R;
  const VectorXd turned = (turn * x).array() + 3.0;  // and moved
  VectorXd f = VectorXd::Zero(x.size()), ft = f;
  SparseMatrix K, Kt;
  elastic.force_and_stiffness(x, f, K, true);
  elastic.force_and_stiffness(turned, ft, Kt, true);
  EXPECT_NEAR(elastic.energy(x), elastic.energy(turned), 1e-11 * elastic.energy(x));
  EXPECT_LE((ft - turn * f).norm(), 1e-11 * f.norm());
  EXPECT_LE((dense(Kt) - turn * dense(K) * turn.transpose()).norm(), 1e-10 * K.norm());
}

TYPED_TEST(Assemble, ForcesOfAnElasticBodyCancel) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  const Elastic<Dim> elastic(mesh, test::mixed_field(mesh));
  const VectorXd x = test::shaken_positions(mesh, 0.1);
  VectorXd f = VectorXd::Zero(x.size());
  elastic.add_force(x, f);
  Vec<Dim> total = Vec<Dim>::Zero();
  for (int i = 0; i < mesh.nodes(); ++i) total += f.segment<Dim>(i * Dim);
  EXPECT_LE(total.norm(), 1e-13 * f.norm() * std::sqrt(mesh.nodes()));
}

TYPED_TEST(Assemble, ActivationCanBeSetPerElement) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  MaterialField<Dim> field = test::mixed_field(mesh);
  Elastic<Dim> elastic(mesh, field);
  const std::uint64_t version = elastic.pattern().version();
  for (int e = 0; e < mesh.element_count(); ++e) elastic.set_activation(e, 0.1 * (e % 11));
  for (LawTerm<Dim>& term : field.terms) {
    for (std::size_t k = 0; k < term.elements.size(); ++k) {
      term.parameters[k].activation = 0.1 * (term.elements[k] % 11);
    }
  }
  const Elastic<Dim> rebuilt(mesh, field);
  const VectorXd x = test::shaken_positions(mesh, 0.05);
  EXPECT_EQ(elastic.energy(x), rebuilt.energy(x));
  EXPECT_EQ(elastic.pattern().version(), version);
  EXPECT_THROW(elastic.set_activation(0, 1.5), Error);
}

TYPED_TEST(Assemble, BadMaterialsAreRefused) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(2);
  const MaterialField<Dim> good = test::plain_field(mesh, 1e5, 0.4);
  const auto refused = [&](const auto& spoil) {
    MaterialField<Dim> field = good;
    spoil(field);
    EXPECT_THROW(Elastic<Dim>(mesh, field), Error);
  };
  refused([](auto& f) { f.terms.clear(); });
  refused([](auto& f) { f.terms[0].law = 99; });
  refused([](auto& f) { f.terms[0].elements[3] = -1; });
  refused([](auto& f) { f.terms[0].elements.pop_back(); });
  refused([](auto& f) { f.terms[0].parameters[1].mu = -1; });
  refused([](auto& f) { f.terms[0].parameters[1].lambda = std::nan(""); });
  const auto fibres = [&](const auto& spoil) {
    refused([&](auto& f) {
      f.terms[0].law = law_number("aSTVK");
      spoil(f.terms[0].parameters[2]);
    });
  };
  fibres([](auto& p) { p.fiber.setZero(); });
  fibres([](auto& p) { p.shortest = 0; });
  fibres([](auto& p) { p.activation = 1.01; });
  Mesh<Dim> flat = mesh;
  for (auto& p : flat.rest) p[0] = 0;
  EXPECT_THROW(Elastic<Dim>(flat, good), Error);
}

TYPED_TEST(Assemble, ElementsThatMovedLittleKeepTheirStiffness) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(Dim == 2 ? 16 : 6);
  Elastic<Dim> elastic(mesh, test::plain_field(mesh, 1e5, 0.4)), other = elastic;
  const VectorXd before = test::shaken_positions(mesh, 0.01, 1);
  VectorXd after = before;  // only what lies far out moves
  for (int i = 0; i < mesh.nodes(); ++i)
    if (mesh.rest[i][0] > 0.8) after[i * Dim] += 0.3 * (mesh.rest[i][0] - 0.8);
  VectorXd f = VectorXd::Zero(before.size()), g = f;
  SparseMatrix K, fresh, old;
  elastic.linearise(before, f, K, true);
  old = K;
  f.setZero();
  elastic.linearise(after, f, K, true, 0.05);
  other.force_and_stiffness(after, g, fresh, true);
  EXPECT_EQ(f, g);  // forces are always those of now
  int same_as_old = 0, same_as_fresh = 0;
  for (Eigen::Index k = 0; k < K.nonZeros(); ++k) {
    same_as_old += K.valuePtr()[k] == old.valuePtr()[k];
    same_as_fresh += K.valuePtr()[k] == fresh.valuePtr()[k];
  }
  EXPECT_GT(same_as_old, K.nonZeros() / 4);
  EXPECT_GT(same_as_fresh, 0);
  EXPECT_LT(same_as_old, K.nonZeros());
  EXPECT_LE(elastic.largest_change(after), 0.05);
  // Asked without slack, all are renewed.
  g.setZero();
  elastic.linearise(after, g, K, true);
  EXPECT_EQ(elastic.largest_change(after), 0);
  for (Eigen::Index k = 0; k < K.nonZeros(); ++k) EXPECT_EQ(K.valuePtr()[k], fresh.valuePtr()[k]);
}

TYPED_TEST(Assemble, LargestChangeIsThatOfTheGradients) {
  constexpr int Dim = TypeParam::value;
  const Mesh<Dim> mesh = test::shaken_box<Dim>(3);
  Elastic<Dim> elastic(mesh, test::plain_field(mesh, 1e5, 0.4));
  const VectorXd before = test::shaken_positions(mesh, 0.05, 1);
  const VectorXd after = test::shaken_positions(mesh, 0.05, 2);
  EXPECT_TRUE(std::isinf(elastic.largest_change(after)));
  VectorXd f = VectorXd::Zero(before.size());
  SparseMatrix K;
  elastic.linearise(before, f, K, true);
  EXPECT_EQ(elastic.largest_change(before), 0);
  double largest = 0;
  for (const auto& nodes : mesh.elements) {
    Mat<Dim> Dm, change;
    for (int a = 0; a < Dim; ++a) {
      Dm.col(a) = mesh.rest[nodes[a + 1]] - mesh.rest[nodes[0]];
      change.col(a) = (after - before).segment<Dim>(nodes[a + 1] * Dim) -
                      (after - before).segment<Dim>(nodes[0] * Dim);
    }
    largest = std::max(largest, (change * Dm.inverse()).norm());
  }
  EXPECT_NEAR(elastic.largest_change(after), largest, 1e-12 * largest);
}

}  // namespace
}  // namespace conjac
