// The reduced equations of motion against plain dense algebra, and an oscillator with closed forms.
#include "step/reduced_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <vector>

#include "support/dense.h"
#include "support/springs.h"

namespace conjac {
namespace {

// Dense algebra of two dozen unknowns, whose matrices have condition numbers of some thousands.
constexpr double kRound = 1e-11;

constexpr int kStride = 2, kNodes = 12, kSize = kNodes * kStride, kJoints = 2;
constexpr int kPinned = 0, kScripted = 1, kRider = 3, kSleeping = 6;
const std::vector<int> kDynamic{5, 10};

/// A body with a pinned and a scripted node, two dynamic ones, a representative that sleeps and a
/// node that rides on bones with two joints; and all that comes into a step of it, at random.
struct Body {
  SparseMatrix K = test::spring_stiffness(kNodes, kStride, 4, 7);
  MatrixXd A = -test::dense_symmetric(K);
  Condensation condensation;
  MatrixXd J;
  int n = 0, nj = 0;
  std::vector<int> driven_unknowns;
  VectorXd mass, force, force_there, v0, w, c, impulse;
  MatrixXd contact;
  JointTerms joints;
  ReducedStep step;

  Body(bool jointed, bool scripted) : nj(jointed ? kJoints : 0) {
    srand(11);
    mass = VectorXd::Random(kSize).cwiseAbs() + VectorXd::Constant(kSize, 0.5);
    force = VectorXd::Random(kSize);
    force_there = VectorXd::Random(kSize);
    v0 = VectorXd::Random(kSize);
    impulse = 0.1 * VectorXd::Random(kSize);
    w = VectorXd::Zero(kSize);
    if (scripted) w.segment<kStride>(kScripted * kStride) << 0.7, -0.4;
    if (scripted && jointed) w.segment<kStride>(kRider * kStride) << -0.2, 0.3;
    if (jointed) set_joints();
    drive(scripted);
    contact = MatrixXd::Random(n, n);
    contact = (0.01 * contact * contact.transpose()).eval();
  }

  void set_joints() {
    const MatrixXd root = MatrixXd::Random(kJoints, kJoints), spring = MatrixXd::Random(2, 2);
    joints.count = kJoints;
    joints.mass = root * root.transpose() + MatrixXd::Identity(kJoints, kJoints);
    joints.stiffness = spring * spring.transpose();
    joints.damping = VectorXd::Random(kJoints).cwiseAbs();
    joints.velocity = VectorXd::Random(kJoints);
    joints.force = VectorXd::Random(kJoints);
    joints.mean_mass = 1.1 * joints.mass;
    joints.force_there = VectorXd::Random(kJoints);
    joints.turned_pull = VectorXd::Random(kJoints);
  }

  void drive(bool scripted) {
    std::vector<char> pinned(kNodes, 0), held(kNodes, 0), known(kNodes, 0);
    pinned[kPinned] = held[kPinned] = held[kScripted] = 1;
    known = held;
    std::vector<int> last = kDynamic;
    last.push_back(kSleeping);
    if (nj > 0) last.push_back(kRider), known[kRider] = 1;
    condensation.analyze(K, kStride, pinned, last, nj);
    EXPECT_EQ(condensation.factorize(K, held), FactorStatus::ok);
    const int nodal = static_cast<int>(kDynamic.size()) * kStride;
    n = nodal + nj;
    MatrixXd V = MatrixXd::Zero(kSize, n);
    DriverMap drivers;
    drivers.unknowns = n;
    for (int k = 0; k < nodal; ++k) {
      drivers.driven.push_back(k);
      driven_unknowns.push_back(kDynamic[k / kStride] * kStride + k % kStride);
      V(driven_unknowns[k], k) = 1;
      known[kDynamic[k / kStride]] = 1;
    }
    if (nj > 0) {
      const MatrixXd B = MatrixXd::Random(kStride, kJoints);
      for (int k = 0; k < kStride; ++k) drivers.driven.push_back(nodal + kStride + k);
      drivers.B = MatrixXd::Zero(nodal + kStride, n);
      drivers.B.topLeftCorner(nodal, nodal).setIdentity();
      drivers.B.bottomRightCorner(kStride, kJoints) = B;
      V.block(kRider * kStride, nodal, kStride, kJoints) = B;
    }
    EXPECT_TRUE(condensation.drive(drivers));
    J = test::follow(A, kStride, known, V);
    c = test::follow(A, kStride, known, w);
    const VectorXd load = -A * w;
    const VectorXd* loads[] = {&load};
    condensation.solve({loads, scripted ? 1u : 0u});
    EXPECT_LT(test::relative_error(MatrixXd(condensation.J().dense()), J), kRound);
    step.reserve(n, kSize);
    step.reduce_mass(condensation, mass, joints);
  }

  MatrixXd reduced_mass() const {
    MatrixXd M = J.transpose() * mass.asDiagonal() * J;
    if (nj > 0) M.bottomRightCorner(nj, nj) += joints.mass;
    return M;
  }
  VectorXd u0() const {
    VectorXd u(n);
    for (int k = 0; k < n - nj; ++k) u[k] = v0[driven_unknowns[k]];
    u.tail(nj) = joints.velocity;
    return u;
  }
  ReducedStep::Input input(bool scripted) const {
    return {mass, force, v0, c, scripted, joints, &contact, &impulse};
  }
};

struct Case {
  Integrator integrator;
  bool jointed, scripted;
};
void PrintTo(const Case& one, std::ostream* out) {
  *out << "integrator " << static_cast<int>(one.integrator) << (one.jointed ? ", joints" : "")
       << (one.scripted ? ", scripted" : "");
}
class ReducedStepCase : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Rows, ReducedStepCase,
                         ::testing::Values(Case{Integrator::linear_implicit, false, false},
                                           Case{Integrator::linear_implicit, true, true},
                                           Case{Integrator::trapezoidal, false, true},
                                           Case{Integrator::trapezoidal, true, false},
                                           Case{Integrator::trapezoidal, true, true},
                                           Case{Integrator::symplectic, false, true},
                                           Case{Integrator::symplectic, true, true}));

constexpr double kH = 0.1, kBeta = 0.7, kDamping = 0.9;

/// The equations as they are written down, with the weights spelt out for each rule.
struct Dense {
  MatrixXd lhs;
  VectorXd u, v, dx;

  Dense(const Body& body, Integrator integrator) {
    const double h = kH, a = kDamping;
    const bool middle = integrator == Integrator::trapezoidal;
    const double theta = integrator == Integrator::linear_implicit ? kBeta : 0.0;
    const double stiff = middle ? h * h / 4 : theta * h * h, drift = middle ? h * h / 2 : stiff;
    const double after = middle ? 1 + a * h / 2 : 1 + a * h, before = middle ? 1 - a * h / 2 : 1;
    const double share = middle ? h / 2 : h;
    const MatrixXd M = body.mass.asDiagonal();
    const MatrixXd& J = body.J;
    MatrixXd stiffness = J.transpose() * body.A * J, damping = MatrixXd::Zero(body.n, body.n);
    VectorXd rhs = J.transpose() * (before * M * body.v0 - after * M * body.c + h * body.force -
                                    drift * body.A * body.c + body.impulse);
    if (body.nj > 0) {
      const JointTerms& joints = body.joints;
      stiffness.bottomRightCorner(body.nj, body.nj) += joints.stiffness;
      damping.bottomRightCorner(body.nj, body.nj) = joints.damping.asDiagonal();
      rhs.tail(body.nj) += h * joints.force + before * joints.mass * joints.velocity;
    }
    lhs = after * body.reduced_mass() + stiff * stiffness + share * damping + body.contact;
    if (middle) rhs -= (stiff * stiffness + share * damping) * body.u0();
    u = lhs.ldlt().solve(rhs);
    v = J * u + body.c;
    dx = h * (middle ? VectorXd(0.5 * J * (u + body.u0()) + body.c) : v);
  }
};

TEST_P(ReducedStepCase, SolvesWhatDenseAlgebraSolves) {
  const auto [integrator, jointed, scripted] = GetParam();
  Body body(jointed, scripted);
  const StepWeights weights = step_weights(integrator, kH, kBeta, kDamping);
  VectorXd v, dx;
  ASSERT_TRUE(body.step.velocities(body.condensation, weights, body.input(scripted),
                                   body.driven_unknowns, v, dx));
  const Dense expected(body, integrator);
  EXPECT_LT(test::relative_error(body.step.u(), expected.u), kRound);
  EXPECT_LT(test::relative_error(v, expected.v), kRound);
  EXPECT_LT(test::relative_error(dx, expected.dx), kRound);

  VectorXd b = VectorXd::LinSpaced(body.n, -1, 2);
  const VectorXd solved = expected.lhs.ldlt().solve(b);
  body.step.solve_inertia(b);
  EXPECT_LT(test::relative_error(b, solved), kRound);
}

// J (u - u') / h, u' being the reduced velocity whose momentum is nearest to that before the step.
TEST_P(ReducedStepCase, AccelerationIsWhatTheForcesDid) {
  const auto [integrator, jointed, scripted] = GetParam();
  Body body(jointed, scripted);
  VectorXd v, dx, a(kSize);
  ASSERT_TRUE(body.step.velocities(body.condensation, step_weights(integrator, kH, kBeta, kDamping),
                                   body.input(scripted), body.driven_unknowns, v, dx));
  body.step.acceleration(body.condensation, kH, a);
  VectorXd momentum = body.J.transpose() * body.mass.cwiseProduct(body.v0 - body.c);
  if (jointed) momentum.tail(kJoints) += body.joints.mass * body.joints.velocity;
  const VectorXd nearest = body.reduced_mass().ldlt().solve(momentum);
  const VectorXd expected = body.J * (Dense(body, integrator).u - nearest) / kH;
  EXPECT_LT(test::relative_error(a, expected), 10 * kRound);
}

// One Newton step on the trapezoidal rule at the end of the step, with the matrix of the step.
TEST(ReducedStep, CorrectsWithTheForceAtTheEnd) {
  for (bool jointed : {false, true}) {
    Body body(jointed, true);
    const StepWeights weights = step_weights(Integrator::trapezoidal, kH, kBeta, kDamping);
    VectorXd v, dx;
    ASSERT_TRUE(body.step.velocities(body.condensation, weights, body.input(true),
                                     body.driven_unknowns, v, dx));
    const Dense before(body, Integrator::trapezoidal);
    body.step.correct(body.condensation, weights, body.input(true), body.force_there, v);

    const double a = kDamping, h = kH;
    VectorXd residual =
        body.J.transpose() *
        (body.mass.cwiseProduct((1 - a * h / 2) * body.v0 - (1 + a * h / 2) * before.v) +
         h / 2 * (body.force + body.force_there));
    if (jointed) {
      const JointTerms& joints = body.joints;
      const VectorXd u = before.u.tail(kJoints), u0 = joints.velocity;
      residual.tail(kJoints) += joints.mean_mass * ((1 - a * h / 2) * u0 - (1 + a * h / 2) * u) +
                                h / 2 * (joints.force + joints.force_there + joints.turned_pull) -
                                h / 2 * joints.damping.asDiagonal() * (u0 + u);
    }
    const VectorXd du = before.lhs.ldlt().solve(residual);
    EXPECT_LT(test::relative_error(body.step.u(), before.u + du), kRound);
    EXPECT_LT(test::relative_error(v, before.v + body.J * du), kRound);
  }
}

TEST(ReducedStep, APushChangesVelocitiesAndPartOfTheWay) {
  Body body(true, true);
  VectorXd v, dx;
  ASSERT_TRUE(body.step.velocities(body.condensation,
                                   step_weights(Integrator::linear_implicit, kH, kBeta, kDamping),
                                   body.input(true), body.driven_unknowns, v, dx));
  const VectorXd u = body.step.u(), v_before = v, dx_before = dx;
  const VectorXd du = VectorXd::LinSpaced(body.n, -1, 2);
  body.step.push(body.condensation, du, 0.03, v, dx);
  EXPECT_LT(test::relative_error(body.step.u(), u + du), kRound);
  EXPECT_LT(test::relative_error(v, v_before + body.J * du), kRound);
  EXPECT_LT(test::relative_error(dx, dx_before + 0.03 * body.J * du), kRound);
  VectorXd b;
  body.step.reduce(body.condensation, v, b);
  EXPECT_LT(test::relative_error(b, body.J.transpose() * v), kRound);
}

// Every dynamic node weighs by its kinetic energy of late over that of the liveliest; the joints
// are one more node.
TEST(ReducedStep, TheLivelyDirectionWeighsByActivity) {
  Body body(true, false);
  VectorXd v, dx, direction(kSize);
  ASSERT_TRUE(body.step.velocities(body.condensation,
                                   step_weights(Integrator::trapezoidal, kH, kBeta, kDamping),
                                   body.input(false), body.driven_unknowns, v, dx));
  const VectorXd u = body.step.u(), joint_speeds = u.tail(kJoints);
  const MatrixXd M = body.reduced_mass();
  const double kinetic[] = {0.5 * u.segment(0, 2).dot(M.block(0, 0, 2, 2) * u.segment(0, 2)),
                            0.5 * u.segment(2, 2).dot(M.block(2, 2, 2, 2) * u.segment(2, 2)),
                            0.5 * u.segment(4, 2).dot(M.block(4, 4, 2, 2) * u.segment(4, 2))};
  // The second node was much livelier a moment ago, and forgets a little of that.
  const double earlier = 50 * (kinetic[0] + kinetic[1] + kinetic[2]);
  std::vector<double> activity{0, earlier, 0};
  body.step.lively_direction(body.condensation, body.driven_unknowns, activity, kH, 0.3, v,
                             joint_speeds, direction);
  EXPECT_NEAR(activity[0], kinetic[0], kRound * kinetic[0]);
  EXPECT_NEAR(activity[2], kinetic[2], kRound * kinetic[2]);
  EXPECT_LT(activity[1], earlier);
  EXPECT_GT(activity[1], 10 * kinetic[1]);
  VectorXd weighted = u;
  for (int k = 0; k < 3; ++k) weighted.segment(2 * k, 2) *= activity[k] / activity[1];
  EXPECT_LT(test::relative_error(direction, body.J * weighted), kRound);
  EXPECT_LT(test::relative_error(body.step.lively_joints(kJoints), weighted.tail(kJoints)), kRound);
}

TEST(ReducedStep, SaysWhenTheSystemIsNotPositiveDefinite) {
  Body body(false, false);
  body.contact = -1e6 * MatrixXd::Identity(body.n, body.n);
  VectorXd v, dx;
  EXPECT_FALSE(body.step.velocities(body.condensation,
                                    step_weights(Integrator::linear_implicit, kH, kBeta, kDamping),
                                    body.input(false), body.driven_unknowns, v, dx));
}

}  // namespace
}  // namespace conjac
