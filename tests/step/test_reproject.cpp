// Contacts in the reduced velocities, against plain dense algebra.
#include "step/reproject.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

constexpr int kStride = 3, kNodes = 24;

TEST(Reproject, GivesWhatDenseAlgebraGives) {
  // The even nodes are of the first body.
  const SparseMatrix K = test::spring_bodies(2, kNodes / 2, kStride, 5);
  const std::vector<char> free(kNodes, 0);
  Condensation condensation;
  condensation.analyze(K, kStride, free, std::vector<int>{0, 1, 8, 9, 20, 21, 15});
  ASSERT_EQ(condensation.factorize(K, free), FactorStatus::ok);
  DriverMap drivers;
  for (int k = 0; k < 6 * kStride; ++k) drivers.driven.push_back(k);  // all but node 15
  drivers.unknowns = static_cast<int>(drivers.driven.size());
  ASSERT_TRUE(condensation.drive(drivers));
  condensation.solve({});
  const MatrixXd J = condensation.J().dense();

  const double h = 0.01;
  const VectorXd mass = VectorXd::Random(K.rows()).cwiseAbs() + VectorXd::Constant(K.rows(), 0.1);
  const VectorXd zero = VectorXd::Zero(K.rows());
  const StepWeights weights = step_weights(Integrator::linear_implicit, h, 1.0, 0.0);
  ReducedStep step;
  step.reserve(drivers.unknowns, static_cast<int>(K.rows()));
  step.reduce_mass(condensation, mass);
  std::vector<int> driven_unknowns(drivers.unknowns, 0);
  VectorXd v, dx;
  const JointTerms none;
  ASSERT_TRUE(step.velocities(condensation, weights, {mass, zero, zero, zero, false, none},
                              driven_unknowns, v, dx));

  // A node against a face of the other body; two nodes of one body; a node alone.
  struct Touch {
    std::vector<int> nodes;
    std::vector<double> weights;
  };
  const std::vector<Touch> contacts{
      {{4, 3, 7, 15}, {1, -0.2, -0.5, -0.3}}, {{2, 10}, {1, -1}}, {{21}, {1}}};
  const int rows = static_cast<int>(contacts.size()) * kStride;
  Reprojection reprojection;
  reprojection.begin(condensation, kStride, static_cast<int>(contacts.size()));
  MatrixXd G = MatrixXd::Zero(rows, drivers.unknowns);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    reprojection.add(condensation, static_cast<int>(c), contacts[c].nodes, contacts[c].weights);
    for (std::size_t k = 0; k < contacts[c].nodes.size(); ++k)
      G.middleRows(static_cast<int>(c) * kStride, kStride) +=
          contacts[c].weights[k] * J.middleRows(contacts[c].nodes[k] * kStride, kStride);
  }
  const MatrixXd A = -test::dense_symmetric(K);
  const MatrixXd lhs = J.transpose() * (MatrixXd(mass.asDiagonal()) + h * h * A) * J;
  const VectorXd impulses = VectorXd::Random(rows);
  const VectorXd expected = lhs.ldlt().solve(G.transpose() * impulses);
  VectorXd du, velocities;
  reprojection.change(step, impulses, du);
  EXPECT_LT((du - expected).norm(), 1e-10 * expected.norm());
  reprojection.respond(step, impulses, velocities);
  EXPECT_LT((velocities - G * expected).norm(), 1e-10 * (G * expected).norm());

  const Eigen::Vector3d along(0.3, -0.5, 0.8);
  MatrixXd S = MatrixXd::Zero(drivers.unknowns, drivers.unknowns);
  reprojection.add_stiffness(1, {along.data(), 3}, 7.0, S);
  const VectorXd g = G.middleRows(kStride, kStride).transpose() * along;
  EXPECT_LT((S - 7.0 * g * g.transpose()).norm(), 1e-12 * S.norm());
}

}  // namespace
}  // namespace conjac
