#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "contact/friction.h"

namespace conjac {
namespace {

/// Contacts with random normals on a random dense system of `unknowns` velocities.
struct Problem {
  std::vector<ContactPoint<3>> points;
  std::vector<double> limits;
  MatrixXd G, inverse;  // (3 contacts x unknowns), (unknowns x unknowns)
  VectorXd free;        // relative velocities without friction

  Problem(int contacts, int unknowns, double friction, unsigned seed) {
    std::mt19937 rng(seed);
    std::normal_distribution<double> normal;
    const auto random = [&](int rows, int columns) {
      return MatrixXd(MatrixXd::NullaryExpr(rows, columns, [&] { return normal(rng); }));
    };
    for (int i = 0; i < contacts; ++i) {
      ContactPoint<3> p;
      p.normal = p.gradient = Vec<3>(random(3, 1)).normalized();
      points.push_back(p);
      limits.push_back(friction * (0.5 + std::abs(normal(rng))));
    }
    G = random(3 * contacts, unknowns);
    const MatrixXd root = random(unknowns, unknowns);
    inverse = (root * root.transpose() + MatrixXd::Identity(unknowns, unknowns)).inverse();
    free = G * random(unknowns, 1);
  }
  Friction<3>::Respond respond() const {
    return [this](const VectorXd& impulse, VectorXd& velocity) {
      velocity = G * (inverse * (G.transpose() * impulse));
    };
  }
};

void expect_coulomb(const Problem& problem, const VectorXd& velocity, const VectorXd& impulse,
                    double tolerance) {
  for (std::size_t i = 0; i < problem.points.size(); ++i) {
    const Vec<3> v = velocity.segment<3>(3 * i), f = impulse.segment<3>(3 * i);
    EXPECT_LE(f.norm(), problem.limits[i] * (1 + 1e-12));
    EXPECT_NEAR(f.dot(problem.points[i].normal), 0, 1e-12 * (1 + f.norm()));
    if (f.norm() < 0.999 * problem.limits[i]) {
      EXPECT_LT(v.norm(), tolerance);  // sticks
    } else {                           // slides against its friction
      EXPECT_LT((v + v.norm() * f.normalized()).norm(), 20 * tolerance) << v.norm();
    }
  }
}

TEST(Friction, ObeysCoulombsLaw) {
  for (unsigned seed = 0; seed < 10; ++seed)
    for (double friction : {0.01, 0.3, 10.0}) {
      const Problem problem(6, 24, friction, seed);
      Friction<3> filter;
      VectorXd velocity = problem.free, impulse = VectorXd::Zero(18);
      const auto result =
          filter.solve(problem.points, problem.limits, problem.respond(),
                       {.tolerance = 1e-9, .most_iterations = 5000}, velocity, impulse);
      EXPECT_LE(result.residual, 1e-9);
      expect_coulomb(problem, velocity, impulse, 1e-6);
    }
}

TEST(Friction, MoreContactsThanUnknownsStillStick) {
  // 40 contacts on 12 unknowns: impulses are not unique, velocities are.
  const Problem problem(40, 12, 5.0, 3);
  Friction<3> filter;
  VectorXd velocity = problem.free, impulse = VectorXd::Zero(120);
  filter.solve(problem.points, problem.limits, problem.respond(),
               {.tolerance = 1e-8, .most_iterations = 5000}, velocity, impulse);
  expect_coulomb(problem, velocity, impulse, 1e-5);
}

TEST(Friction, NeverRaisesTheEnergy) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Problem problem(8, 10, 0.4, seed);
    Friction<3> filter;
    VectorXd velocity = problem.free, impulse = VectorXd::Zero(24);
    filter.solve(problem.points, problem.limits, problem.respond(),
                 {.tolerance = 1e-7, .most_iterations = 300}, velocity, impulse);
    // Work of friction with the mean of the velocities before and after.
    VectorXd before = problem.free, after = velocity;
    EXPECT_LE(0.5 * impulse.dot(before + after), 1e-9);
  }
}

TEST(Friction, GuessChangesNothingButTheWayThere) {
  const Problem problem(5, 15, 0.3, 7);
  VectorXd solutions[2];
  for (int k = 0; k < 2; ++k) {
    Friction<3> filter;
    VectorXd velocity = problem.free;
    VectorXd impulse = VectorXd::Constant(15, k ? 0.2 : 0.0);
    filter.solve(problem.points, problem.limits, problem.respond(),
                 {.tolerance = 1e-10, .most_iterations = 20000}, velocity, impulse);
    solutions[k] = velocity;
  }
  EXPECT_LT((solutions[0] - solutions[1]).norm(), 1e-7);
}

}  // namespace
}  // namespace conjac
