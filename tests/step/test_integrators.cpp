// Every integrator on a mass and a spring, where all of it is known in closed form.
#include "step/integrators.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "step/reduced_step.h"

namespace conjac {
namespace {

/// A pinned node, a massless follower and a mass, on a line with two springs between them: to the
/// mass they are one spring, k = k1 k2 / (k1 + k2).
class Oscillator {
 public:
  explicit Oscillator(double omega) {
    const double k1 = 3 * omega * omega, k2 = 1.5 * omega * omega;  // k = omega^2, the mass is 1
    std::vector<Eigen::Triplet<double, int>> entries{
        {0, 0, -k1}, {1, 0, k1}, {1, 1, -k1 - k2}, {2, 1, k2}, {2, 2, -k2}};
    K_.resize(3, 3);
    K_.setFromTriplets(entries.begin(), entries.end());
    const std::vector<char> pinned{1, 0, 0};
    condensation_.analyze(K_, 1, pinned, std::vector<int>{2});
    EXPECT_EQ(condensation_.factorize(K_, pinned), FactorStatus::ok);
    EXPECT_TRUE(condensation_.drive({1, {0}, {}}));
    condensation_.solve({});
    step_.reserve(1, 3);
    step_.reduce_mass(condensation_, mass_);
  }
  void start(double x, double v) {
    x_ << 0, x / 3, x;
    v_ << 0, v / 3, v;
  }
  void advance(const StepWeights& weights) {
    const MatrixXd lower(K_);
    const VectorXd force = lower.selfadjointView<Eigen::Lower>() * x_;
    VectorXd v, dx;
    EXPECT_TRUE(step_.velocities(condensation_, weights, {mass_, force, v_, zero_, false, none_},
                                 std::vector<int>{2}, v, dx));
    v_ = v;
    x_ += dx;
  }
  double x() const { return x_[2]; }
  double v() const { return v_[2]; }

 private:
  SparseMatrix K_;
  VectorXd mass_ = Eigen::Vector3d(0, 0, 1), zero_ = Eigen::Vector3d::Zero(), x_{3}, v_{3};
  JointTerms none_;
  Condensation condensation_;
  ReducedStep step_;
};

// A linear step is a 2x2 matrix, so x_(n+2) = trace x_(n+1) - det x_n. With z = (omega h)^2:
//   linear-implicit  v = (v0 - h omega^2 x0) / D, x = x0 + h v, D = 1 + beta z:
//                    trace (1 + D - z) / D, det 1 / D
//   symplectic       the same with beta = 0
//   trapezoidal      trace 2 (1 - z/4) / (1 + z/4), det 1
TEST(Integrators, FollowTheirRecurrence) {
  const double omega = 7;
  for (double h : {0.01, 0.1, 0.25})
    for (double beta : {0.5, 1.0}) {
      const double z = omega * omega * h * h, D = 1 + beta * z;
      struct {
        Integrator integrator;
        double trace, det;
      } const rows[] = {
          {Integrator::linear_implicit, (1 + D - z) / D, 1 / D},
          {Integrator::trapezoidal, 2 * (1 - z / 4) / (1 + z / 4), 1},
          {Integrator::symplectic, 2 - z, 1},
      };
      for (const auto& row : rows) {
        const StepWeights weights = step_weights(row.integrator, h, beta, 0);
        Oscillator body(omega);
        body.start(1, -2);
        double x0 = body.x();
        body.advance(weights);
        double x1 = body.x();
        for (int n = 0; n < 20; ++n) {
          body.advance(weights);
          const double expected = row.trace * x1 - row.det * x0;
          EXPECT_NEAR(body.x(), expected, 1e-12) << h << " " << static_cast<int>(row.integrator);
          x0 = x1;
          x1 = body.x();
        }
      }
    }
}

TEST(Integrators, TheTrapezoidalRuleKeepsEnergyToRoundOff) {
  const double omega = 3;
  for (double h : {0.02, 0.5, 4.0}) {
    Oscillator body(omega);
    body.start(0.3, 1);
    const auto energy = [&] { return 0.5 * std::pow(body.v(), 2) + 4.5 * std::pow(body.x(), 2); };
    const double before = energy();
    for (int n = 0; n < 1000; ++n) body.advance(step_weights(Integrator::trapezoidal, h, 0.5, 0));
    EXPECT_NEAR(energy(), before, 1e-11 * before) << h;  // a thousand round-offs
  }
}

TEST(Integrators, ImplicitStepsDampByTheKnownFactor) {
  const double omega = 3;
  for (double h : {0.01, 0.3, 2.0}) {
    Oscillator body(omega);
    body.start(0.3, 1);
    const double factor = 1 / std::sqrt(1 + std::pow(omega * h, 2));
    double size = std::hypot(body.v(), omega * body.x());
    for (int n = 0; n < 10; ++n) {
      body.advance(step_weights(Integrator::linear_implicit, h, 1, 0));
      const double now = std::hypot(body.v(), omega * body.x());
      EXPECT_NEAR(now, factor * size, 1e-13 * size);
      size = now;
    }
  }
}

TEST(Integrators, SymplecticStepsAreStableBelowTwo) {
  const double omega = 10;
  const auto largest = [&](double z) {
    Oscillator body(omega);
    body.start(1, 0);
    double most = 0;
    for (int n = 0; n < 2000; ++n) {
      body.advance(step_weights(Integrator::symplectic, z / omega, 0.5, 0));
      most = std::max(most, std::abs(body.x()));
    }
    return most;
  };
  // They keep v^2 + omega^2 x^2 - h omega^2 x v, so |x| <= 1 / sqrt(1 - (z/2)^2) at most.
  EXPECT_LT(largest(1.99), 1.0001 / std::sqrt(1 - 1.99 * 1.99 / 4));
  EXPECT_LT(largest(0.5), 1.0001 / std::sqrt(1 - 0.25 / 4));
  EXPECT_GT(largest(2.01), 1e10);
}

// Without a spring the velocity falls by 1 / (1 + a h), or by its symmetric form.
TEST(Integrators, DampingTakesTheKnownPart) {
  const double h = 0.2, a = 1.5;
  const auto kept = [&](Integrator integrator) {
    Oscillator body(1e-9);
    body.start(0, 1);
    body.advance(step_weights(integrator, h, 0.5, a));
    return body.v();
  };
  EXPECT_NEAR(kept(Integrator::linear_implicit), 1 / (1 + a * h), 1e-15);
  EXPECT_NEAR(kept(Integrator::symplectic), 1 / (1 + a * h), 1e-15);
  EXPECT_NEAR(kept(Integrator::trapezoidal), (1 - a * h / 2) / (1 + a * h / 2), 1e-15);
}

}  // namespace
}  // namespace conjac
