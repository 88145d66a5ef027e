// Energy taken from and given to a bounce.
#include "step/impact.h"

#include <gtest/gtest.h>

#include "support/dense.h"
#include "support/dense_responder.h"

namespace conjac {
namespace {

constexpr int kSize = 6, kJoints = 2;

/// The last three entries ride on bones with two joints.
class Riders : public JointModel {
 public:
  void velocities(const VectorXd& u, VectorXd& v) const override { v.tail<3>() = rows * u; }
  MatrixXd rows = MatrixXd::Random(3, kJoints);
};

struct Bounce {
  MatrixXd response;
  VectorXd mass = VectorXd::LinSpaced(kSize, 1, 3);
  MatrixXd joint_mass{{2.0, 0.3}, {0.3, 1.5}};
  Riders riders;
  Motion push, direction, v;

  Bounce() {
    srand(23);
    const MatrixXd root = MatrixXd::Random(kSize + kJoints, kSize + kJoints);
    response = root * root.transpose();
    riders.rows = MatrixXd::Random(3, kJoints);
    push.nodes = VectorXd::Random(kSize);
    push.joints = VectorXd::Random(kJoints);
    v.nodes = VectorXd::Random(kSize);
    v.joints = VectorXd::Random(kJoints);
  }
  Inertia inertia() const { return {mass, joint_mass}; }
  ImpactDirection impact() {
    test::DenseResponder responder(response);
    return {push, responder, riders, inertia(), direction};
  }
  /// Speed along the direction: it is one of unit energy if this is the only motion.
  double along(const Motion& motion) const { return inertia().product(direction, motion); }
  /// v without any motion along the direction, and `share` of that along it.
  Motion motion(double share) const {
    Motion result = v;
    result.add(share - along(v) / along(direction), direction);
    return result;
  }
};

TEST(ImpactDirection, IsTheAnswerToThePush) {
  Bounce body;
  const ImpactDirection impact = body.impact();
  VectorXd push(kSize + kJoints);
  push << body.push.nodes, body.push.joints;
  VectorXd answer = body.response * push;
  answer.segment<3>(3) = body.riders.rows * answer.tail(kJoints);  // riders go with their bones
  Motion v = body.v;
  impact.take(0.01, v);
  VectorXd change(kSize + kJoints);
  change << v.nodes - body.v.nodes, v.joints - body.v.joints;
  EXPECT_GT(change.norm(), 1e-6);
  EXPECT_NEAR(std::abs(change.dot(answer)), change.norm() * answer.norm(),
              1e-12 * change.norm() * answer.norm());
}

TEST(ImpactDirection, TakesWhatIsAskedByTheSmallestChange) {
  for (double share : {-0.8, 0.5}) {
    Bounce body;
    const ImpactDirection impact = body.impact();
    Motion v = body.motion(share);
    const double energy = body.inertia().energy(v);
    const double there = share * share * body.inertia().energy(body.direction);
    for (double part : {0.01, 0.4, 0.99}) {
      Motion slowed = v;
      const double change = impact.take(part * there, slowed);
      EXPECT_NEAR(change, -part * there, 1e-13 * energy);
      EXPECT_NEAR(body.inertia().energy(slowed) - energy, change, 1e-13 * energy);
      // It goes the same way still, more slowly.
      EXPECT_NEAR(body.along(slowed) / body.along(v), std::sqrt(1 - part), 1e-12);
    }
  }
}

TEST(ImpactDirection, TakesNoMoreThanThereIs) {
  Bounce body;
  const ImpactDirection impact = body.impact();
  Motion v = body.motion(0.5);
  const double energy = body.inertia().energy(v);
  const double there = 0.25 * body.inertia().energy(body.direction);
  const double change = impact.take(3 * there, v);
  EXPECT_NEAR(change, -there, 1e-13 * energy);
  EXPECT_NEAR(body.along(v), 0, 1e-13 * body.along(body.direction));
  Motion still = body.motion(0);
  still.set_zero(kSize, kJoints);
  EXPECT_EQ(impact.take(1, still), 0);
}

// Before, in the step: with which part of its motion along the push the body came, and has now.
// Going in (below zero) it is pushed further in until most of that is gone, out from then on.
TEST(ImpactDirection, GivesTheWayTheBodyGoes) {
  struct {
    double before, now;
    bool out;
  } const cases[] = {{-1, -0.9, false}, {-1, -0.3, false}, {-1, -0.1, true}, {-1, 0, true},
                     {-1, 0.2, true},   {0.5, 0.8, true},  {0.5, -0.1, true}};
  for (const auto& one : cases)
    for (double part : {0.05, 0.9}) {
      Bounce body;
      const ImpactDirection impact = body.impact();
      const Motion v0 = body.motion(one.before);
      Motion v = body.motion(one.now);
      const double energy = body.inertia().energy(v), was = body.along(v);
      const double most = std::max(one.before * one.before, one.now * one.now) *
                          body.inertia().energy(body.direction);
      const double given = impact.give(part * most, v0, v);
      EXPECT_NEAR(given, part * most, 1e-15 * most);
      EXPECT_NEAR(body.inertia().energy(v) - energy, given, 1e-13 * (energy + most));
      EXPECT_EQ(body.along(v) > was, one.out) << one.before << " " << one.now;
      EXPECT_GT(std::abs(body.along(v)), std::abs(was));
      EXPECT_EQ(body.along(v) > 0, one.out);
    }
}

TEST(ImpactDirection, GivesNoMoreThanTheMotionHadOrHas) {
  for (double now : {-0.5, 0.1, 1.5}) {
    Bounce body;
    const ImpactDirection impact = body.impact();
    const Motion v0 = body.motion(-1);
    Motion v = body.motion(now);
    const double energy = body.inertia().energy(v);
    const double most = std::max(1.0, now * now) * body.inertia().energy(body.direction);
    const double given = impact.give(100 * most, v0, v);
    EXPECT_NEAR(given, most, 1e-13 * most);
    EXPECT_NEAR(body.inertia().energy(v) - energy, most, 1e-13 * (energy + most));
  }
}

TEST(ImpactDirection, WithoutAPushNothingHappens) {
  Bounce body;
  body.push.set_zero(kSize, kJoints);
  const ImpactDirection impact = body.impact();
  Motion v = body.v;
  EXPECT_EQ(impact.take(1, v), 0);
  EXPECT_EQ(impact.give(1, body.v, v), 0);
  EXPECT_EQ(v.nodes, body.v.nodes);
  EXPECT_EQ(v.joints, body.v.joints);
}

}  // namespace
}  // namespace conjac
