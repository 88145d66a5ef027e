// Static states with closed forms: a network, a spring that stiffens, a pendulum.
#include "step/equilibrate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/dense.h"
#include "support/pendulum.h"
#include "support/spring_forces.h"
#include "support/springs.h"

namespace conjac {
namespace {

TEST(Equilibrate, ALinearBodyTakesOneNewtonStep) {
  constexpr int kNodes = 12, kStride = 3, kSize = kNodes * kStride;
  srand(29);
  System system{VectorXd::Constant(kSize, 0.5), test::spring_stiffness(kNodes, kStride, 4, 2)};
  test::SpringForces forces(system.stiffness, VectorXd::Random(kSize), VectorXd::Random(kSize));
  std::vector<char> held(kNodes, 0);
  held[0] = held[5] = 1;
  VectorXd x = forces.rest + VectorXd::Random(kSize);
  const VectorXd before = x;
  std::vector<double> told;
  JointModel none;
  VectorXd q;
  const auto result =
      equilibrate(forces, none, system, kStride, held, {}, {}, x, q, [&](int k, double r) {
        EXPECT_EQ(k, static_cast<int>(told.size()));
        told.push_back(r);
      });
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.iterations, 1);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_GT(told[0], 0.1);
  EXPECT_EQ(told[1], result.residual);
  EXPECT_LT(result.residual, 1e-10);
  const MatrixXd A = -test::dense_symmetric(system.stiffness);
  const VectorXd expected = before + test::respond_held(A, kStride, held, forces.force(before));
  EXPECT_LT((x - expected).norm(), 1e-11);
  for (int node : {0, 5})
    EXPECT_EQ(x.segment<3>(node * kStride), before.segment<3>(node * kStride));
}

/// One node on a line, pulled by `load` and held by a k x^3 spring; a second one pulled to 2 by a
/// linear spring, so that the body has some stiffness anywhere.
class Cubic : public ForceModel {
 public:
  double k = 3, load = 24;
  double energy_and_force(const VectorXd& x, VectorXd& force) override {
    force = Eigen::Vector2d(load - k * std::pow(x[0], 3), 2 - x[1]);
    return k * std::pow(x[0], 4) / 4 - load * x[0] + 0.5 * std::pow(x[1] - 2, 2);
  }
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& K) override {
    K.coeffRef(0, 0) = -3 * k * x[0] * x[0];
    K.coeffRef(1, 1) = -1;
    return energy_and_force(x, force);
  }
  double moved_since_linearised(const VectorXd&) override { return 0; }
};

EquilibriumResult settle(Cubic& forces, VectorXd& x, const EquilibriumOptions& options = {}) {
  System system{VectorXd::Ones(2), SparseMatrix(2, 2)};
  system.stiffness.insert(0, 0) = 0;
  system.stiffness.insert(1, 1) = 0;
  system.stiffness.makeCompressed();
  JointModel none;
  VectorXd q;
  return equilibrate(forces, none, system, 1, std::vector<char>{0, 0}, {.nodes = 24}, options, x,
                     q);
}

// From far out, from where a full Newton step goes much too far (the line search), from where there
// is no stiffness at all (a shift by the mass).
TEST(Equilibrate, AStiffeningSpringStretchesByTheCubeRoot) {
  for (double start : {100.0, 2.5, 0.1, -0.3, 0.0}) {
    Cubic forces;
    VectorXd x = Eigen::Vector2d(start, -7);
    const auto result = settle(forces, x);
    EXPECT_TRUE(result.converged) << start;
    EXPECT_NEAR(x[0], 2, 1e-10) << start;  // (24 / 3)^(1/3)
    EXPECT_NEAR(x[1], 2, 1e-8);
    EXPECT_LE(result.residual, 24e-10);
    EXPECT_EQ(result.load_scale, 24);
  }
}

TEST(Equilibrate, StopsWhereItIsToldToAndAtNonsense) {
  Cubic forces;
  VectorXd x = Eigen::Vector2d(100, 2);
  EquilibriumOptions few;
  few.most_iterations = 2;
  EXPECT_FALSE(settle(forces, x, few).converged);
  EXPECT_GT(x[0], 20);  // each step takes a third: K = 3 f / x
  EXPECT_LT(x[0], 50);
  const double before = x[0];
  few.most_iterations = 1;
  const auto one = settle(forces, x, few);
  EXPECT_EQ(one.iterations, 1);
  EXPECT_EQ(one.end, RestEnd::too_many_steps);
  EXPECT_NEAR(x[0] / before, 2.0 / 3, 0.01);  // one step and no more
  few.most_iterations = 0;
  const VectorXd there = x;
  EXPECT_EQ(settle(forces, x, few).iterations, 0);
  EXPECT_EQ(x, there);
  forces.load = std::nan("");
  EXPECT_EQ(settle(forces, x).end, RestEnd::not_finite);
}

/// A spring whose force is fine and whose stiffness is not a number.
class Broken : public Cubic {
 public:
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix& K) override {
    const double energy = Cubic::linearise(x, force, K);
    K.coeffRef(1, 1) = std::nan("");
    return energy;
  }
};

TEST(Equilibrate, SaysWhatIsWrongWhereAndWhatToDo) {
  Broken broken;
  VectorXd x = Eigen::Vector2d(3, 1);
  const auto nonsense = settle(broken, x);
  EXPECT_EQ(nonsense.end, RestEnd::not_finite);
  EXPECT_NE(explain(nonsense).find("no numbers"), std::string::npos) << explain(nonsense);

  Cubic forces;
  EquilibriumOptions few;
  few.most_iterations = 3;
  x = Eigen::Vector2d(100, 2);
  const auto slow = settle(forces, x, few);
  EXPECT_EQ(slow.node, 0);
  const std::string text = explain(slow);
  for (const char* part : {"on node 0", "3.3e+03 of the load", "N, of which rounding",
                           "3 Newton steps", "method.damping"})
    EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
  x = Eigen::Vector2d(2, 2);
  EXPECT_EQ(explain(settle(forces, x)), "");
}

/// A load of one on a node between stiff springs, far from the origin: no position can balance it
/// better than to the rounding of a coordinate.
TEST(Equilibrate, AResidualOfRoundOffIsConverged) {
  System system{VectorXd::Ones(1), SparseMatrix(1, 1)};
  system.stiffness.insert(0, 0) = -1e14;
  system.stiffness.makeCompressed();
  for (double away : {1.0, 7.0}) {
    test::SpringForces forces(system.stiffness, VectorXd::Constant(1, away + 1.0 / 3),
                              VectorXd::Constant(1, 1.0));
    VectorXd x = VectorXd::Constant(1, away), q;
    JointModel none;
    const auto result = equilibrate(forces, none, system, 1, std::vector<char>{0}, {}, {}, x, q);
    EXPECT_TRUE(result.converged) << explain(result);
    EXPECT_LE(result.iterations, 5);
    EXPECT_LE(result.residual, result.round_off);
  }
}

/// Node 0 rides at the end of a bar, node 1 hangs from it by a spring of length zero and carries
/// `weight`. The angle is where  spring angle = -(weight + bar/2) length cos(angle).
struct Hanging {
  static constexpr double kWeight = 7, kStiff = 200;
  test::Pendulum pendulum{2, 0};
  System system{VectorXd::Constant(4, 0.5), SparseMatrix(4, 4)};
  VectorXd x = VectorXd::Zero(4), q = VectorXd::Zero(2);

  explicit Hanging(double angle) {
    const double pull = kWeight + 0.5 * pendulum.bar * pendulum.gravity;
    pendulum.spring = -pull * pendulum.length * std::cos(angle) / angle;
    std::vector<Eigen::Triplet<double, int>> entries;
    for (int c : {0, 1}) {
      entries.emplace_back(c, c, -kStiff);
      entries.emplace_back(c + 2, c, kStiff);
      entries.emplace_back(c + 2, c + 2, -kStiff);
    }
    system.stiffness.setFromTriplets(entries.begin(), entries.end());
  }
  EquilibriumResult settle() {
    test::SpringForces forces(system.stiffness, VectorXd::Zero(4),
                              Eigen::Vector4d(0, 0, 0, -kWeight));
    const double all = kWeight + pendulum.bar * pendulum.gravity;
    return equilibrate(forces, pendulum, system, 2, std::vector<char>{0, 0},
                       {kWeight, all, pendulum.length}, {}, x, q);
  }
};

// A weak spring and a start above the horizontal: on the way down the angle's stiffness is below
// zero, and Newton's method has to go down all the same.
TEST(Equilibrate, APendulumHangsAtItsAngle) {
  const double pi = std::numbers::pi;
  for (double angle : {-pi / 6, -pi / 3})
    for (double start : {0.0, 2.0, -1.4}) {
      Hanging body(angle);
      body.q << 0.3, start;  // the sliding joint is held where it is
      const auto result = body.settle();
      EXPECT_TRUE(result.converged) << angle << " " << start;
      EXPECT_NEAR(body.q[1], angle, 1e-9);
      EXPECT_EQ(body.q[0], 0.3);
      const Eigen::Vector2d tip =
          Eigen::Vector2d(0.3, 0) + 1.5 * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      EXPECT_LT((body.x.head<2>() - tip).norm(), 1e-8);
      const Eigen::Vector2d hangs(0, -Hanging::kWeight / Hanging::kStiff);
      EXPECT_LT((body.x.tail<2>() - tip - hangs).norm(), 1e-8);
      EXPECT_LE(result.residual, 1e-10 * Hanging::kWeight);
    }
}

}  // namespace
}  // namespace conjac
