// The correction of the followers, with a force model that watches where it is evaluated.
#include "step/stabilise.h"

#include <gtest/gtest.h>

#include "support/springs.h"

namespace conjac {
namespace {

constexpr int kStride = 2, kNodes = 12;

/// Springs with a rest position, whose energy may be told to rise whatever the step.
class Watched : public ForceModel {
 public:
  explicit Watched(const SparseMatrix& K, bool rising) : rising_(rising) {
    const MatrixXd lower(K);
    K_ = lower.selfadjointView<Eigen::Lower>();
  }
  double energy_and_force(const VectorXd& x, VectorXd& force) override {
    last_ = x;
    ++calls_;
    force = K_ * x + VectorXd::Constant(x.size(), 0.1);
    return rising_ ? calls_ : -0.5 * x.dot(K_ * x) - 0.1 * x.sum();
  }
  double linearise(const VectorXd& x, VectorXd& force, SparseMatrix&) override {
    return energy_and_force(x, force);
  }
  double moved_since_linearised(const VectorXd&) override { return 0; }

  const VectorXd& last() const { return last_; }

 private:
  MatrixXd K_;
  VectorXd last_;
  bool rising_;
  int calls_ = 0;
};

class Stabilise : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Search, Stabilise, ::testing::Bool());

// Whoever asks the model for parts of the energy afterwards gets those of the state that is kept,
// also when the line search has tried others last and given up.
TEST_P(Stabilise, TheModelIsLeftAtTheStateThatIsKept) {
  const SparseMatrix K = test::spring_stiffness(kNodes, kStride, 4, 3);
  std::vector<char> held(kNodes, 0);
  held[0] = held[1] = 1;
  Condensation condensation;
  condensation.analyze(K, kStride, held, std::vector<int>{7});
  ASSERT_EQ(condensation.factorize(K, held), FactorStatus::ok);
  DriverMap drivers;
  drivers.unknowns = kStride;
  for (int c = 0; c < kStride; ++c) drivers.driven.push_back(c);
  ASSERT_TRUE(condensation.drive(drivers));

  Watched model(K, GetParam());
  VectorXd x = VectorXd::LinSpaced(kNodes * kStride, -1, 1), force;
  const VectorXd before = x;
  Stabiliser stabiliser;
  const double energy = model.energy_and_force(x, force);
  const auto result =
      stabiliser.correct(model, condensation, VectorXd::Zero(x.size()), 2, energy, x, force);
  EXPECT_EQ(model.last(), x);
  EXPECT_EQ(result.energy < energy, !GetParam());
  EXPECT_EQ(x == before, GetParam());
  VectorXd expected;
  model.energy_and_force(x, expected);
  EXPECT_EQ(force, expected);
}

}  // namespace
}  // namespace conjac
