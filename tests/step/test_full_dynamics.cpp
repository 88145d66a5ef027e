// Whole tries of full FE against plain dense algebra, and that both kinds of dynamics come to rest
// in the same place.
#include "step/full_dynamics.h"

#include <gtest/gtest.h>

#include <vector>

#include "step/condensed_dynamics.h"
#include "support/jointed_body.h"

namespace conjac {
namespace {

using test::JointedBody;
using test::ListedContacts;
using test::relative_error;

constexpr double kRound = 1e-10;  // two dozen unknowns, and conjugate gradients end at 1e-10
constexpr int kSize = JointedBody::kSize, kStride = JointedBody::kStride;

struct Full : JointedBody {
  RigidCrumbs crumbs;
  FullDynamics dynamics{bodies(), crumbs};

  Full() {
    options.method = Method::vanilla;
    options.beta = 0.8;
    options.damping = 0.4;
    dynamics.analyze(pinned);
  }
};

/// (1 + a h) M - beta h^2 K over nodes and the free joint, with the contacts' stiffness.
struct Dense {
  MatrixXd matrix, P;  // P: motions by free nodes and the joint
  VectorXd known;

  Dense(const Full& body, const ListedContacts& contacts) {
    const double h = body.now.h, beta = *body.options.beta, after = 1 + h * body.options.damping;
    const JointTerms& joints = body.now.joints;
    matrix = MatrixXd::Zero(kSize + 1, kSize + 1);
    matrix.topLeftCorner(kSize, kSize) = beta * h * h * body.A();
    matrix.diagonal().head(kSize) += after * body.system.mass;
    matrix(kSize, kSize) =
        after * joints.mass(0, 0) + h * joints.damping[0] + beta * h * h * joints.stiffness(0, 0);
    for (const auto& one : contacts.touches) {
      VectorXd g = VectorXd::Zero(kSize + 1);
      for (std::size_t k = 0; k < one.nodes.size(); ++k)
        g.segment<2>(2 * one.nodes[k]) = one.weights[k] * one.gradient;
      if (one.nodes.size() > 1) matrix += beta * h * h * one.stiffness * g * g.transpose();
      if (!one.bone) continue;  // what K has of the node itself is in K
      g[kSize] = one.gradient.dot(one.row);
      MatrixXd bone = h * h * one.stiffness * g * g.transpose();
      bone.topLeftCorner(kSize, kSize).setZero();
      matrix += bone;
    }
    std::vector<char> marks = body.held;
    marks[JointedBody::kRider] = 1;
    const MatrixXd nodes = test::unmarked(marks, kStride);
    const auto n = nodes.cols();
    P = MatrixXd::Zero(kSize + 1, n + 1);
    P.topLeftCorner(kSize, n) = nodes;
    P.col(n).head(kSize) = body.rider_column();
    P(kSize, n) = 1;
    known.setZero(kSize + 1);
    known.head(kSize) = body.now.w;
  }
  VectorXd answer(const VectorXd& load) const {
    return P * (P.transpose() * matrix * P).ldlt().solve(P.transpose() * load);
  }
  VectorXd step(const Full& body, const VectorXd& coming) const {
    const double h = body.now.h;
    const JointTerms& joints = body.now.joints;
    VectorXd load(kSize + 1);
    load.head(kSize) =
        body.system.mass.cwiseProduct(body.trial.state.v.nodes) + h * (body.trial.force + coming);
    load[kSize] = joints.mass(0, 0) * joints.velocity[0] + h * joints.force[0];
    return answer(load - matrix * known) + known;
  }
};

TEST(FullDynamics, ATryIsWhatDenseAlgebraSays) {
  for (bool touching : {false, true}) {
    Full body;
    const ListedContacts contacts(
        touching ? JointedBody::touches() : std::vector<ListedContacts::Touch>(),
        touching ? VectorXd::LinSpaced(kSize, -1, 1) : VectorXd());
    const VectorXd expected = Dense(body, contacts).step(body, contacts.coming(kSize));
    const VectorXd x0 = body.trial.state.x, q0 = body.trial.state.q, f0 = body.trial.force;
    body.now.conserves = body.now.bounces = true;
    body.trial.force.setZero();
    ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
    EXPECT_LT(relative_error(body.trial.force, f0), 1e-15);
    EXPECT_FALSE(body.now.conserves || body.now.bounces);
    EXPECT_EQ(body.dynamics.imposed(), body.now.w);
    ASSERT_TRUE(body.dynamics.advance(contacts, body.now, body.trial));
    EXPECT_LT(relative_error(body.now.v.nodes, expected.head(kSize)), kRound);
    EXPECT_EQ(body.now.v.joints[0], 0.35);
    EXPECT_NEAR(body.now.v.joints[1], expected[kSize], kRound);

    body.dynamics.move(body.now, body.trial);
    const double h = body.now.h;
    EXPECT_NEAR(body.trial.state.q[0], q0[0] + h * 0.35, 1e-14);
    EXPECT_NEAR(body.trial.state.q[1], q0[1] + h * expected[kSize], kRound);
    VectorXd x = x0 + h * expected.head(kSize);
    x.segment<2>(2 * body.kRider) = body.pendulum.tip();
    EXPECT_LT(relative_error(body.trial.state.x, x), kRound);
    // Nobody follows, so nothing is corrected.
    EXPECT_FALSE(body.dynamics.corrects());
    EXPECT_EQ(body.dynamics.correct(body.forces, 5, body.now, body.trial), 5);
  }
}

TEST(FullDynamics, AnswersImpulsesAsDenseAlgebraDoes) {
  Full body;
  // The filter answers with the matrix of the step, without what presses bodies together.
  std::vector<ListedContacts::Touch> touches = JointedBody::touches();
  const ListedContacts contacts(touches);
  Dense dense(body, contacts);
  const VectorXd stepped = dense.step(body, VectorXd::Zero(kSize));
  touches.erase(touches.begin() + 1);
  dense.matrix = Dense(body, ListedContacts(touches)).matrix;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  ASSERT_TRUE(body.dynamics.advance(contacts, body.now, body.trial));
  EXPECT_EQ(body.dynamics.share_seen(), 0.8);
  EXPECT_TRUE(body.dynamics.movable());

  Motion impulse{VectorXd::Random(kSize), VectorXd::Random(2)}, change;
  body.dynamics.respond(impulse, change);
  VectorXd p(kSize + 1);
  p << impulse.nodes, impulse.joints[1];
  VectorXd answer = dense.answer(p);
  EXPECT_LT(relative_error(change.nodes, answer.head(kSize)), kRound);
  EXPECT_EQ(change.joints[0], 0);
  EXPECT_NEAR(change.joints[1], answer[kSize], kRound);

  MatrixXd G = MatrixXd::Zero(6, kSize + 1);  // velocities of the contacts by those of all
  for (std::size_t i = 0; i < contacts.touches.size(); ++i) {
    const auto& one = contacts.touches[i];
    const auto at = static_cast<Eigen::Index>(2 * i);
    for (std::size_t k = 0; k < one.nodes.size(); ++k)
      G.block<2, 2>(at, 2 * one.nodes[k]) = one.weights[k] * Eigen::Matrix2d::Identity();
    if (one.bone) G.block<2, 1>(at, kSize) = one.row;
  }
  const VectorXd impulses = VectorXd::Random(6);
  VectorXd velocities;
  body.dynamics.respond_at_contacts(impulses, velocities);
  answer = dense.answer(G.transpose() * impulses);
  EXPECT_LT(relative_error(velocities, G * answer), kRound);
  body.dynamics.push_at_contacts(impulses);
  EXPECT_LT(relative_error(body.now.v.nodes, stepped.head(kSize) + answer.head(kSize)), kRound);
  EXPECT_NEAR(body.now.v.joints[1], stepped[kSize] + answer[kSize], kRound);
  EXPECT_EQ(body.now.v.joints[0], 0.35);

  VectorXd load = impulse.nodes;  // everybody feels for himself
  body.dynamics.reduce_load(load);
  EXPECT_EQ(load, impulse.nodes);
}

TEST(FullDynamics, SaysWhatCouldNotBeFactored) {
  Full body;
  body.forces.stiffness *= -1e3;
  const ListedContacts none;
  ASSERT_TRUE(body.dynamics.linearise(body.now, body.trial));
  EXPECT_FALSE(body.dynamics.advance(none, body.now, body.trial));
  EXPECT_NE(body.trial.message.find("could not be factored"), std::string::npos);
}

// ---- both ---------------------------------------------------------------------------------------

/// Damped steps of a body that hangs from two nodes, without bones.
template <class Dynamics>
VectorXd rest(Dynamics& dynamics, JointedBody& body, double h, int steps) {
  const ListedContacts none;
  body.now = {};
  body.now.h = h;
  body.now.w.setZero(kSize);
  body.now.target = body.trial.state.x;
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(dynamics.linearise(body.now, body.trial));
    EXPECT_TRUE(dynamics.advance(none, body.now, body.trial));
    dynamics.move(body.now, body.trial);
    const double energy = body.forces.energy_and_force(body.trial.state.x, body.trial.force);
    if (dynamics.corrects()) dynamics.correct(body.forces, energy, body.now, body.trial);
    dynamics.finish(body.now, body.trial);
    body.trial.state.v.nodes = body.now.v.nodes;
  }
  return body.trial.state.x;
}

TEST(Dynamics, BothKindsComeToRestInTheSamePlace) {
  JointModel no_bones;
  const auto start = [&](JointedBody& body) {
    body.options.damping = 1;
    body.options.beta = 1;
    body.options.reuse_tolerance = 1e9;  // linear springs: one factor is enough
    body.trial.state.q.resize(0);
    body.trial.state.v.joints.resize(0);
    Bodies bodies = body.bodies();
    bodies.joints = &no_bones;
    return bodies;
  };
  JointedBody one, other;
  one.options.method = Method::vanilla;
  RigidCrumbs crumbs;
  FullDynamics full(start(one), crumbs);
  full.analyze(one.pinned);
  // The static state: where the load balances the springs with the held nodes where they are.
  const VectorXd x0 = one.trial.state.x;
  std::vector<char> held = one.held;
  const VectorXd expected = x0 + test::respond_held(one.A(), kStride, held, one.forces.force(x0));
  EXPECT_LT(relative_error(rest(full, one, 1.0, 400), expected), 1e-9);

  for (Integrator integrator : {Integrator::linear_implicit, Integrator::trapezoidal}) {
    JointedBody body;
    RigidCrumbs none;
    CondensedDynamics condensed(start(body), none);
    body.options.integrator = integrator;
    const std::vector<CondensedDynamics::DynamicNode> dynamic{{0, 5}, {2, 10}};
    const std::vector<int> piece(JointedBody::kNodes, 0);
    const std::vector<char> floating{0};
    condensed.analyze(body.pinned, std::vector<int>{5, 8, 10}, {}, 0);
    condensed.drive_by(dynamic, false, {1, piece, floating});
    EXPECT_LT(relative_error(rest(condensed, body, 0.2, 1000), expected), 1e-9);
  }
}

}  // namespace
}  // namespace conjac
