// Viscous forces: tau times the stiffness at rest, and nothing that a rigid motion feels.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>

#include "fem/assemble.h"
#include "fem/dims.h"
#include "fem/viscosity.h"
#include "support/bodies.h"

namespace conjac {
namespace {

template <class D>
class ViscosityTest : public testing::Test {};
TYPED_TEST_SUITE(ViscosityTest, test::Dims);

template <int Dim>
struct Body {
  Mesh<Dim> mesh = test::shaken_box<Dim>(2);
  MaterialField<Dim> field;
  VectorXd rest;

  explicit Body(double tau) {
    LawParameters<Dim> soft;
    soft.mu = 3;
    soft.lambda = 7;
    field.terms.push_back(everywhere<Dim>(law_number("SNH"), mesh.element_count(), soft));
    field.density.assign(mesh.element_count(), 1);
    field.viscosity.assign(mesh.element_count(), tau);
    rest.resize(mesh.nodes() * Dim);
    for (int i = 0; i < mesh.nodes(); ++i) rest.segment<Dim>(i * Dim) = mesh.rest[i];
  }
  MatrixXd matrix(const VectorXd& x) const {
    const Elastic<Dim> elastic(mesh, field);
    SparseMatrix D = elastic.pattern().zeros();
    Viscosity<Dim>(mesh, field).add_matrix(x, 1, elastic.pattern(), D);
    return MatrixXd(MatrixXd(D).template selfadjointView<Eigen::Lower>());
  }
};

TYPED_TEST(ViscosityTest, IsStiffnessTimesTimeAtRest) {
  constexpr int Dim = TypeParam::value;
  const Body<Dim> body(0.25);
  VectorXd f = VectorXd::Zero(body.rest.size());
  SparseMatrix K;
  Elastic<Dim>(body.mesh, body.field).force_and_stiffness(body.rest, f, K, false);
  const MatrixXd A = -MatrixXd(MatrixXd(K).template selfadjointView<Eigen::Lower>());
  EXPECT_LT((body.matrix(body.rest) - 0.25 * A).norm(), 1e-12 * A.norm());
}

TYPED_TEST(ViscosityTest, ForceIsTheMatrixTimesVelocityAndTakesEnergy) {
  constexpr int Dim = TypeParam::value;
  const Body<Dim> body(0.1);
  const VectorXd x = test::shaken_positions(body.mesh, 0.05);
  const VectorXd v = VectorXd::Random(x.size());
  VectorXd f = VectorXd::Zero(x.size());
  Viscosity<Dim>(body.mesh, body.field).add_force(x, v, f);
  const MatrixXd D = body.matrix(x);
  EXPECT_LT((f + D * v).norm(), 1e-12 * f.norm());
  EXPECT_LT(f.dot(v), 0);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(D).eigenvalues().minCoeff(), -1e-12 * D.norm());
}

/// However bent the body is, and whatever stress it is under.
TYPED_TEST(ViscosityTest, FeelsNoRigidMotionAndHasNoMoment) {
  constexpr int Dim = TypeParam::value;
  const Body<Dim> body(0.1);
  const VectorXd x = test::shaken_positions(body.mesh, 0.08);
  Mat<Dim> spin = Mat<Dim>::Random();
  spin = (spin - spin.transpose()).eval();
  VectorXd rigid(x.size()), f = VectorXd::Zero(x.size()), g = f;
  for (int i = 0; i < body.mesh.nodes(); ++i)
    rigid.segment<Dim>(i * Dim) = spin * x.segment<Dim>(i * Dim) + Vec<Dim>::Ones();
  const Viscosity<Dim> viscosity(body.mesh, body.field);
  viscosity.add_force(x, VectorXd::Random(x.size()), g);
  viscosity.add_force(x, rigid, f);
  EXPECT_LT(f.norm(), 1e-12 * g.norm());
  EXPECT_LT(std::abs(g.dot(rigid)), 1e-12 * g.norm() * rigid.norm());
}

TYPED_TEST(ViscosityTest, IsNotThereWhereNothingIsViscous) {
  constexpr int Dim = TypeParam::value;
  Body<Dim> body(0);
  EXPECT_FALSE(Viscosity<Dim>(body.mesh, body.field).any());
  body.field.viscosity.clear();
  EXPECT_FALSE(Viscosity<Dim>(body.mesh, body.field).any());
}

}  // namespace
}  // namespace conjac
