#include "step/keep_shape.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

#include "step/rigid_motion.h"

namespace conjac {
namespace {

/// Four nodes of different masses, and one that has nothing to do with them.
struct Piece {
  std::vector<int> nodes{0, 1, 3, 4};
  VectorXd x{15}, mass{15};

  Piece() {
    x << 0, 0, 0, 1, 0, 0, 9, 9, 9, 0, 1, 0.2, 0.1, 0, 2;
    for (int i = 0; i < 15; ++i) mass[i] = 1.0 + i / 3;
  }
  /// Spinning about an axis that is none of its own.
  VectorXd spinning(double speed) const {
    VectorXd v = VectorXd::Constant(15, 7.0);
    RigidMotion motion = rigid_motion(nodes, x, v, mass, 3);
    motion.linear = {0.3, -0.1, 0.2};
    motion.angular = speed * Eigen::Vector3d(0.6, 0.5, -0.2).normalized();
    for (int i : nodes) v.segment<3>(3 * i) = motion.at(x.segment<3>(3 * i));
    return v;
  }
};

TEST(KeepShape, TurnsByTheWholeAngle) {
  const Piece piece;
  const double h = 0.5, speed = 4;  // two radians
  VectorXd dx = h * piece.spinning(speed);
  const RigidMotion before = rigid_motion(piece.nodes, piece.x, dx, piece.mass, 3);
  turn_whole(piece.nodes, piece.x, piece.mass, 3, dx);
  EXPECT_EQ(dx.segment<3>(6), Eigen::Vector3d::Constant(3.5));  // not of the piece
  const VectorXd there = piece.x + dx;
  for (int i : piece.nodes)
    for (int j : piece.nodes)
      EXPECT_NEAR((there.segment<3>(3 * i) - there.segment<3>(3 * j)).norm(),
                  (piece.x.segment<3>(3 * i) - piece.x.segment<3>(3 * j)).norm(), 1e-14);
  const RigidMotion after = rigid_motion(piece.nodes, there, dx, piece.mass, 3);
  EXPECT_LT((after.centre - before.centre - before.linear).norm(), 1e-14);
}

// A free top: against very many small steps.
TEST(KeepShape, TurnsLikeAFreeTopToSecondOrder) {
  const Piece piece;
  const auto gone = [&](int steps) {
    VectorXd x = piece.x, v = piece.spinning(3);
    for (int k = 0; k < steps; ++k) {
      VectorXd dx = 0.4 / steps * v;
      turn_whole(piece.nodes, x, piece.mass, 3, dx);
      const VectorXd before = x;
      x += dx;
      spin_on(piece.nodes, before, x, piece.mass, 3, v);
    }
    return x;
  };
  const VectorXd fine = gone(4000);
  const double two = (gone(2) - fine).norm(), four = (gone(4) - fine).norm();
  EXPECT_LT(two, 0.1);
  EXPECT_LT(four, 0.35 * two);
}

TEST(KeepShape, SpinsOnWithItsMomentaAndNoMoreEnergy) {
  const Piece piece;
  int slowed = 0;
  for (double angle : {0.01, 0.3, 1.0, 2.0}) {
    VectorXd v = piece.spinning(3), dx = angle / 3 * v;
    turn_whole(piece.nodes, piece.x, piece.mass, 3, dx);
    const VectorXd there = piece.x + dx, v0 = v;
    spin_on(piece.nodes, piece.x, there, piece.mass, 3, v);
    const RigidMotion before = rigid_motion(piece.nodes, piece.x, v0, piece.mass, 3);
    const RigidMotion after = rigid_motion(piece.nodes, there, v, piece.mass, 3);
    EXPECT_LT((after.linear - before.linear).norm(), 1e-14);
    const Eigen::Vector3d was = before.inertia * before.angular, is = after.inertia * after.angular;
    const double energy = was.dot(before.angular), energy_now = is.dot(after.angular);
    EXPECT_LE(energy_now, energy * (1 + 1e-14));
    const bool less = is.norm() < was.norm() * (1 - 1e-12);
    slowed += less;
    EXPECT_LT(is.normalized().cross(was.normalized()).norm(), 1e-12);  // the direction stays
    if (!less) {
      EXPECT_LT((is - was).norm(), 1e-12 * was.norm());
    }
    for (int i : piece.nodes)  // and v is rigid
      EXPECT_LT((v.segment<3>(3 * i) - after.at(there.segment<3>(3 * i))).norm(), 1e-13);
  }
  EXPECT_GT(slowed, 0);
  EXPECT_LT(slowed, 4);
}

}  // namespace
}  // namespace conjac
