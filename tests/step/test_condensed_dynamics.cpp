// Whole tries of condensed dynamics against plain dense algebra.
#include "step/condensed_dynamics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/jointed_body.h"

namespace conjac {
namespace {

using test::JointedBody;
using test::ListedContacts;
using test::relative_error;

constexpr double kRound = 1e-10;  // two dozen unknowns, condition numbers of some thousands
constexpr int kSize = JointedBody::kSize, kStride = JointedBody::kStride;
constexpr int kUnknowns = 5;  // two dynamic nodes and the pendulum's angle

// ---- the rule of a try --------------------------------------------------------------------------

TEST(CondensedRule, IsWhatOptionsTacticAndContactSay) {
  const auto lin = Integrator::linear_implicit, trap = Integrator::trapezoidal,
             sym = Integrator::symplectic;
  struct Row {
    Integrator asked;
    bool conserve, damped, touches, bounced;
    Integrator integrator;
    double beta;
    bool relief, counts, conserves, bounces;
  } const rows[] = {
      // asked conserve damped touches bounced -> integrator beta relief counts conserves bounces
      {trap, true, false, false, false, trap, 0.7, true, true, true, true},
      {trap, false, false, false, false, trap, 0.7, true, true, false, false},
      {trap, true, false, true, false, lin, 0.7, true, true, false, true},
      {trap, false, false, true, false, lin, 0.7, true, true, false, false},
      {trap, true, false, false, true, trap, 0.7, false, true, true, true},
      {trap, true, false, true, true, lin, 0.7, true, true, false, true},
      {trap, true, true, false, false, lin, 1.0, false, false, false, false},
      {trap, true, true, true, true, lin, 1.0, false, false, false, false},
      {lin, true, false, false, false, lin, 0.7, true, true, false, false},
      {lin, true, false, true, false, lin, 0.7, true, true, false, false},
      {sym, true, false, false, false, sym, 0.7, true, true, false, false},
      {sym, true, false, true, false, sym, 0.7, true, true, false, false},
      {sym, true, true, false, true, lin, 1.0, false, false, false, false},
  };
  for (std::size_t k = 0; k < std::size(rows); ++k) {
    const Row& row = rows[k];
    StepOptions options;
    options.integrator = row.asked;
    options.beta = 0.7;
    options.conserve_energy = row.conserve;
    const auto rule = condensed_rule(options, {.damped = row.damped}, row.touches, row.bounced);
    EXPECT_EQ(rule.integrator, row.integrator) << k;
    EXPECT_EQ(rule.beta, row.beta) << k;
    EXPECT_EQ(rule.relief, row.relief) << k;
    EXPECT_EQ(rule.counts_relief, row.counts) << k;
    EXPECT_EQ(rule.conserves, row.conserves) << k;
    EXPECT_EQ(rule.bounces, row.bounces) << k;
    options.inertia_relief = false;
    const auto without = condensed_rule(options, {.damped = row.damped}, row.touches, row.bounced);
    EXPECT_FALSE(without.relief || without.counts_relief) << k;
  }
}

TEST(CondensedRule, TheTacticMayAskForMoreCorrections) {
  StepOptions options;
  options.newton_steps = 3;
  EXPECT_EQ(condensed_rule(options, {}, false, false).newton_steps, 3);
  EXPECT_EQ(condensed_rule(options, {.newton_steps = 6}, false, false).newton_steps, 6);
  EXPECT_EQ(condensed_rule(options, {}, false, false).beta, 0.5);  // the paper's
}

// ---- a try --------------------------------------------------------------------------------------

struct Condensed : JointedBody {
  RigidCrumbs crumbs;
  CondensedDynamics dynamics{bodies(), crumbs};
  std::vector<CondensedDynamics::DynamicNode> dynamic{{0, 5}, {2, 10}};  // node 8 sleeps
  std::vector<int> driven{10, 11, 20, 21};
  std::vector<int> piece = std::vector<int>(kNodes, 0);
  std::vector<char> floating{0};

  Condensed() {
    dynamics.analyze(pinned, std::vector<int>{5, 8, 10}, std::vector<int>{kRider}, 1);
    dynamics.drive_by(dynamic, false, {1, piece, floating});
    trial.activity.assign(3, 0.0);
  }
  /// Nodes that do not follow.
  std::vector<char> known() const {
    std::vector<char> marks = held;
    for (int node : {5, 10, kRider}) marks[node] = 1;
    return marks;
  }
  MatrixXd J() const {
    MatrixXd V = MatrixXd::Zero(kSize, kUnknowns);
    for (int k = 0; k < 4; ++k) V(driven[k], k) = 1;
    V.col(4) = rider_column();
    return test::follow(A(), kStride, known(), V);
  }
  VectorXd c() const { return test::follow(A(), kStride, known(), now.w); }
  MatrixXd mass(const MatrixXd& J) const {
    MatrixXd M = J.transpose() * system.mass.asDiagonal() * J;
    M(4, 4) += now.joints.mass(0, 0);
    return M;
  }
  /// Rows of the contacts' velocities over the unknowns.
  static MatrixXd rows(const ListedContacts& contacts, const MatrixXd& J) {
    MatrixXd G = MatrixXd::Zero(static_cast<Eigen::Index>(contacts.touches.size()) * 2, kUnknowns);
    for (std::size_t i = 0; i < contacts.touches.size(); ++i) {
      const auto& one = contacts.touches[i];
      auto mine = G.middleRows<2>(static_cast<Eigen::Index>(i) * 2);
      for (std::size_t k = 0; k < one.nodes.size(); ++k)
        mine += one.weights[k] * J.middleRows<2>(one.nodes[k] * 2);
      if (one.bone) mine.col(4) += one.row;
    }
    return G;
  }
};

/// The step as it is written down in step/integrators.h.
struct Dense {
  MatrixXd J, lhs;
  VectorXd c, u, u0, v, dx, a;

  Dense(const Condensed& body, const ListedContacts& contacts, Integrator integrator) {
    const double h = body.now.h, damping = body.options.damping, beta = *body.options.beta;
    const StepWeights weights = step_weights(integrator, h, beta, damping);
    const MatrixXd A = body.A(), M = body.system.mass.asDiagonal();
    J = body.J();
    c = body.c();
    const VectorXd& v0 = body.trial.state.v.nodes;
    const JointTerms& joints = body.now.joints;
    const double share = weights.middle ? h / 2 : h;
    MatrixXd implicit = weights.stiff * J.transpose() * A * J;
    implicit(4, 4) += weights.stiff * joints.stiffness(0, 0) + share * joints.damping[0];
    lhs = weights.after * body.mass(J) + implicit;
    const MatrixXd G = Condensed::rows(contacts, J);
    for (std::size_t i = 0; i < contacts.touches.size(); ++i) {
      const auto& one = contacts.touches[i];
      const MatrixXd mine = G.middleRows<2>(static_cast<Eigen::Index>(i) * 2);
      const double extra = one.in_matrix ? 1 - beta : 1.0;
      Eigen::Matrix2d k = extra * one.stiffness * one.gradient * one.gradient.transpose();
      if (one.in_matrix)
        k -= beta * one.along * (Eigen::Matrix2d::Identity() - one.normal * one.normal.transpose());
      lhs += h * h * mine.transpose() * k * mine;
    }
    const VectorXd force = body.trial.force + contacts.coming(kSize);
    VectorXd rhs = J.transpose() * (weights.before * M * v0 - weights.after * M * c + h * force -
                                    weights.drift * A * c);
    rhs[4] += h * joints.force[0] + weights.before * joints.mass(0, 0) * joints.velocity[0];
    u0.resize(kUnknowns);
    for (int k = 0; k < 4; ++k) u0[k] = v0[body.driven[k]];
    u0[4] = joints.velocity[0];
    if (weights.middle) rhs -= implicit * u0;
    u = lhs.ldlt().solve(rhs);
    v = J * u + c;
    dx = h * (weights.middle ? VectorXd(0.5 * J * (u + u0) + c) : v);
    VectorXd momentum = J.transpose() * M * (v0 - c);
    momentum[4] += joints.mass(0, 0) * joints.velocity[0];
    a = J * (u - body.mass(J).ldlt().solve(momentum)) / h;
  }
};

// All of it: prescribed motion, a free and a moved joint, inertia relief, the last correction.
TEST(CondensedDynamics, ATrapezoidalTryIsWhatDenseAlgebraSays) {
  for (bool relief : {true, false}) {
    Condensed body;
    body.options.beta = 0.7;
    body.options.damping = 0.4;
    body.options.inertia_relief = relief;
    const VectorXd x0 = body.trial.state.x;
    const Eigen::Vector2d q0 = body.trial.state.q;
    const ListedContacts none;
    const Dense expected(body, none, Integrator::trapezoidal);
    const VectorXd row0 = body.pendulum.row(), v0 = body.trial.state.v.nodes;
    ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
    EXPECT_EQ(body.now.conserves, true);
    EXPECT_LT(relative_error(body.dynamics.imposed(), expected.c), kRound);
    ASSERT_TRUE(body.dynamics.advance(none, body.now, body.trial));
    EXPECT_LT(relative_error(body.now.v.nodes, expected.v), kRound);
    EXPECT_LT(relative_error(body.now.dx, expected.dx), kRound);
    EXPECT_EQ(body.now.v.joints[0], 0.35);
    EXPECT_NEAR(body.now.v.joints[1], expected.u[4], kRound);

    const VectorXd force0 = body.trial.force;
    body.dynamics.move(body.now, body.trial);
    const double h = body.now.h, turned = h / 2 * (expected.u[4] - 0.5);
    EXPECT_NEAR(body.trial.state.q[0], q0[0] + h * 0.35, 1e-14);
    EXPECT_NEAR(body.trial.state.q[1], q0[1] + turned, kRound);
    VectorXd x = x0 + expected.dx;
    for (int node : body.held_nodes) x.segment<2>(2 * node) = body.now.target.segment<2>(2 * node);
    x.segment<2>(2 * body.kRider) = body.pendulum.tip();
    EXPECT_LT(relative_error(body.trial.state.x, x), kRound);

    // The followers to their balance.
    EXPECT_TRUE(body.dynamics.corrects());
    const double energy = body.forces.energy_and_force(body.trial.state.x, body.trial.force);
    const VectorXd inertia =
        relief ? VectorXd(body.system.mass.cwiseProduct(expected.a)) : VectorXd::Zero(kSize);
    const MatrixXd A = body.A();
    x += test::respond_held(A, kStride, body.known(), body.trial.force - inertia);
    const double there = body.dynamics.correct(body.forces, energy, body.now, body.trial);
    EXPECT_LT(relative_error(body.trial.state.x, x), kRound);
    const VectorXd force = body.forces.force(x);
    EXPECT_LT(relative_error(body.trial.force, force), kRound);
    VectorXd ignored;
    EXPECT_NEAR(there, body.forces.energy_and_force(x, ignored), kRound);
    EXPECT_NEAR(body.now.relief,
                0.5 * inertia.dot(VectorXd(test::respond_held(A, kStride, body.known(), inertia))),
                kRound);

    // And the velocities with the force that is there.
    body.dynamics.finish(body.now, body.trial);
    const double a = body.options.damping;
    VectorXd residual =
        expected.J.transpose() *
        (body.system.mass.cwiseProduct((1 - a * h / 2) * v0 - (1 + a * h / 2) * expected.v) +
         h / 2 * (force0 + force));
    const JointTerms& joints = body.now.joints;
    const double pull = (body.pendulum.row() - row0).dot(force.segment<2>(2 * body.kRider));
    residual[4] += joints.mass(0, 0) * ((1 - a * h / 2) * -0.5 - (1 + a * h / 2) * expected.u[4]) +
                   h / 2 *
                       (joints.force[0] + body.pendulum.own_force() + pull -
                        joints.damping[0] * (-0.5 + expected.u[4]));
    const VectorXd du = expected.lhs.ldlt().solve(residual);
    EXPECT_GT(du.norm(), 1e-4);
    EXPECT_LT(relative_error(body.now.v.nodes, expected.v + expected.J * du), kRound);
    EXPECT_NEAR(body.now.v.joints[1], expected.u[4] + du[4], kRound);
    EXPECT_EQ(body.now.v.joints[0], 0.35);
  }
}

// Where something touches: linear-implicit, with the stiffness of every kind of contact and the
// force of those to come.
TEST(CondensedDynamics, ATryInTouchIsWhatDenseAlgebraSays) {
  Condensed body;
  body.options.beta = 0.7;
  body.forces.touching = true;
  const ListedContacts contacts(JointedBody::touches(), VectorXd::LinSpaced(kSize, -1, 1));
  const Dense expected(body, contacts, Integrator::linear_implicit);
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_FALSE(body.now.conserves);
  EXPECT_TRUE(body.now.bounces);
  ASSERT_TRUE(body.dynamics.advance(contacts, body.now, body.trial));
  EXPECT_LT(relative_error(body.now.v.nodes, expected.v), kRound);
  EXPECT_LT(relative_error(body.now.dx, expected.dx), kRound);
  EXPECT_NEAR(body.now.v.joints[1], expected.u[4], kRound);
  const Eigen::Vector2d q0 = body.trial.state.q;
  body.dynamics.move(body.now, body.trial);
  EXPECT_NEAR(body.trial.state.q[1], q0[1] + body.now.h * expected.u[4], kRound);
  const VectorXd v = body.now.v.nodes;
  body.dynamics.finish(body.now, body.trial);  // this rule has no last correction
  EXPECT_EQ(body.now.v.nodes, v);
}

TEST(CondensedDynamics, AnswersImpulsesAsDenseAlgebraDoes) {
  Condensed body;
  body.options.beta = 0.7;
  body.forces.touching = true;
  const ListedContacts contacts(JointedBody::touches());
  const Dense dense(body, contacts, Integrator::linear_implicit);
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  ASSERT_TRUE(body.dynamics.advance(contacts, body.now, body.trial));
  EXPECT_TRUE(body.dynamics.movable());
  EXPECT_EQ(body.dynamics.share_seen(), 1);

  Motion impulse{VectorXd::Random(kSize), VectorXd::Random(2)}, change;
  body.dynamics.respond(impulse, change);
  VectorXd p = dense.J.transpose() * impulse.nodes;
  p[4] += impulse.joints[1];
  VectorXd du = dense.lhs.ldlt().solve(p);
  EXPECT_LT(relative_error(change.nodes, dense.J * du), kRound);
  EXPECT_EQ(change.joints[0], 0);  // goes as the timeline says
  EXPECT_NEAR(change.joints[1], du[4], kRound);

  const MatrixXd G = Condensed::rows(contacts, dense.J);
  const VectorXd impulses = VectorXd::Random(G.rows());
  VectorXd velocities;
  body.dynamics.respond_at_contacts(impulses, velocities);
  du = dense.lhs.ldlt().solve(G.transpose() * impulses);
  EXPECT_LT(relative_error(velocities, G * du), kRound);

  body.dynamics.push_at_contacts(impulses);
  EXPECT_LT(relative_error(body.now.v.nodes, dense.v + dense.J * du), kRound);
  EXPECT_LT(relative_error(body.now.dx, dense.dx + body.now.h * dense.J * du), kRound);
  body.dynamics.move(body.now, body.trial);
  EXPECT_NEAR(body.now.v.joints[1], dense.u[4] + du[4], kRound);

  VectorXd load = impulse.nodes;
  body.dynamics.reduce_load(load);
  VectorXd felt = VectorXd::Zero(kSize);
  for (int k = 0; k < 4; ++k) felt[body.driven[k]] = dense.J.col(k).dot(impulse.nodes);
  EXPECT_LT(relative_error(load, felt), kRound);
}

// The paper's correction before the move: gamma of the way to balance, with or without inertia.
TEST(CondensedDynamics, ThePreCorrectionIsAScaledNewtonStep) {
  for (bool relief : {true, false}) {
    Condensed body;
    body.options.beta = 0.7;
    body.options.integrator = Integrator::linear_implicit;
    body.options.stabilisation = Stabilisation::pre;
    body.options.gamma = 0.4;
    body.options.inertia_relief = relief;
    const ListedContacts none;
    const Dense dense(body, none, Integrator::linear_implicit);
    ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
    ASSERT_TRUE(body.dynamics.advance(none, body.now, body.trial));
    body.dynamics.move(body.now, body.trial);
    VectorXd load = body.now.force0;
    if (relief) load -= body.system.mass.cwiseProduct(dense.a);
    const VectorXd correction = test::respond_held(body.A(), kStride, body.known(), load);
    EXPECT_GT(correction.norm(), 0.1);
    EXPECT_LT(relative_error(body.now.dx, dense.dx + 0.4 * correction), kRound);
    EXPECT_FALSE(body.dynamics.corrects());
  }
}

// The direction of energy that comes back is one that bones and riders can go together.
TEST(CondensedDynamics, TheLivelyDirectionMovesRidersWithTheirBones) {
  Condensed body;
  body.options.beta = 0.7;
  const ListedContacts none;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  ASSERT_TRUE(body.dynamics.advance(none, body.now, body.trial));
  Motion direction;
  body.dynamics.lively_direction(body.now, body.trial, direction);
  EXPECT_EQ(direction.joints[0], 0);
  EXPECT_LT(
      (direction.nodes.segment<2>(2 * body.kRider) - direction.joints[1] * body.pendulum.row())
          .norm(),
      1e-14);
  VectorXd u(kUnknowns);
  for (int k = 0; k < 4; ++k) u[k] = direction.nodes[body.driven[k]];
  u[4] = direction.joints[1];
  EXPECT_LT(relative_error(direction.nodes, body.J() * u), kRound);
  ASSERT_EQ(body.trial.activity.size(), 3u);
  for (int k : {0, 1}) {
    const double weight = body.trial.activity[k] /
                          *std::max_element(body.trial.activity.begin(), body.trial.activity.end());
    EXPECT_NEAR(u[2 * k], weight * body.now.v.nodes[body.driven[2 * k]], 1e-14);
  }
}

// A factor serves for as long as no element has moved far, unless a fresh one is asked for.
TEST(CondensedDynamics, KeepsItsFactorWhileItWillDo) {
  Condensed body;
  body.options.beta = 0.7;
  body.options.reuse_tolerance = 0.1;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.forces.linearisations, 1);
  EXPECT_FALSE(body.dynamics.factor_was_stale());
  body.trial.state.x[20] += 0.05;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.forces.linearisations, 1);
  EXPECT_TRUE(body.dynamics.factor_was_stale());
  body.now.tactic.fresh_factor = true;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.forces.linearisations, 2);
  EXPECT_FALSE(body.dynamics.factor_was_stale());
  body.now.tactic.fresh_factor = false;
  body.trial.state.x[20] += 0.15;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.forces.linearisations, 3);
  body.dynamics.forget_factor();
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.forces.linearisations, 4);
}

TEST(CondensedDynamics, SaysWhatCouldNotBeFactored) {
  Condensed body;
  body.options.beta = 0.7;
  body.forces.stiffness *= -1;  // pushes instead of pulling
  EXPECT_FALSE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_EQ(body.trial.message, "the stiffness matrix could not be factored");
  // A factor of what is not a number may be one or none, as the library likes; no try comes of it.
  Condensed spoilt;
  spoilt.options.beta = 0.7;
  spoilt.forces.stiffness *= std::nan("");
  EXPECT_FALSE(spoilt.dynamics.linearise(spoilt.now, spoilt.trial));
  EXPECT_NE(spoilt.trial.message, "");
}

}  // namespace
}  // namespace conjac
