// Energy put into a motion, and what it leaves alone.
#include "step/conserve.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

#include "step/rigid_motion.h"

namespace conjac {
namespace {

constexpr int kNodes = 8;

/// Nodes 0, 2, 4, 6, 7 float; 1, 3, 5 are of a piece that is held somewhere; two joints.
struct Moving {
  int stride;
  VectorXd x, mass;
  MatrixXd joint_mass{{2.0, 0.3}, {0.3, 1.5}};
  Motion v, direction;
  std::vector<int> piece{0, 1, 0, 1, 0, 1, 0, 0};
  std::vector<char> floating{1, 0};

  explicit Moving(int dim) : stride(dim), x(kNodes * dim), mass(kNodes * dim) {
    srand(17);
    x.setRandom();
    for (int i = 0; i < mass.size(); ++i) mass[i] = 1 + 0.2 * (i / stride);
    v.nodes = VectorXd::Random(x.size());
    v.joints = VectorXd::Random(2);
    // That of the held piece and the joints; on the floating one it is found.
    direction.nodes = 0.5 * v.nodes;
    direction.joints = 0.7 * v.joints;
  }
  PieceView pieces() const { return {2, piece, floating}; }
  Inertia inertia() const { return {mass, joint_mass}; }
  double energy() const { return inertia().energy(v); }
  double add(double missing, double slowest = kGently) {
    return add_kinetic_energy(missing, x, inertia(), stride, pieces(), direction, v, slowest);
  }
  std::vector<int> floaters() const { return {0, 2, 4, 6, 7}; }
  RigidMotion rigid() const { return rigid_motion(floaters(), x, v.nodes, mass, stride); }
};

class Conserve : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, Conserve, ::testing::Values(2, 3));

TEST_P(Conserve, TheEnergyChangesByWhatIsAsked) {
  for (double part : {0.02, 0.1, -0.02, -0.1, 1e-9, 0.0}) {
    Moving body(GetParam());
    const double before = body.energy(), asked = part * before;
    const double added = body.add(asked);
    EXPECT_NEAR(added, asked, 1e-14 * before) << part;
    EXPECT_NEAR(body.energy() - before, asked, 1e-14 * before) << part;
  }
}

TEST_P(Conserve, FloatingPiecesKeepBothMomenta) {
  Moving body(GetParam());
  const RigidMotion before = body.rigid();
  const VectorXd v0 = body.v.nodes;
  EXPECT_GT(body.add(0.1 * body.energy()), 0);
  const RigidMotion after = body.rigid();
  EXPECT_GT((body.v.nodes - v0).head(GetParam()).norm(), 1e-3);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-14);
  EXPECT_LT((after.angular - before.angular).norm(), 1e-13);
  EXPECT_GT(before.linear.norm() * before.angular.norm(), 1e-2);
}

// Else everything moves along the direction it was given, joints too.
TEST_P(Conserve, TheRestMovesAlongItsDirection) {
  Moving body(GetParam());
  const Motion before = body.v, direction = body.direction;
  body.add(0.05 * body.energy());
  const double s = (body.v.joints[0] - before.joints[0]) / direction.joints[0];
  EXPECT_GT(s, 0);
  EXPECT_LT((body.v.joints - before.joints - s * direction.joints).norm(), 1e-14);
  const int stride = GetParam();
  for (int node : {1, 3, 5})
    EXPECT_LT(
        ((body.v.nodes - before.nodes - s * direction.nodes).segment(node * stride, stride)).norm(),
        1e-14);
  // On the floating piece that is the motion without its rigid part.
  Moving same(stride);
  const RigidMotion rigid = same.rigid();
  for (int node : same.floaters()) {
    const Eigen::Vector3d relative =
        node_vector(same.v.nodes, node, stride) - rigid.at(node_vector(same.x, node, stride));
    EXPECT_LT((node_vector(body.v.nodes, node, stride) - node_vector(before.nodes, node, stride) -
               s * relative)
                  .norm(),
              1e-13);
  }
}

TEST_P(Conserve, TheChangeStaysWithinBounds) {
  struct {
    double missing, slowest, s;
  } const cases[] = {
      {1e3, kGently, 0.2}, {-1e3, kGently, -0.4}, {-1e3, -1, -1}, {-1e3, -0.1, -0.1}};
  for (const auto& one : cases) {
    Moving body(GetParam());
    // Where the direction is the motion itself, s scales it: (1 + s)^2 of the energy is left.
    body.floating[0] = 0;
    body.direction = body.v;
    const double before = body.energy();
    const double added = body.add(one.missing, one.slowest);
    const double left = (1 + one.s) * (1 + one.s);
    EXPECT_NEAR(body.energy(), left * before, 1e-13 * before);
    EXPECT_NEAR(added, (left - 1) * before, 1e-13 * before);
  }
}

TEST_P(Conserve, WithoutADirectionNothingHappens) {
  Moving body(GetParam());
  body.floating[0] = 0;
  const Motion v = body.v;
  body.direction.set_zero(v.nodes.size(), 2);
  EXPECT_EQ(body.add(1), 0);
  body.direction.add(-1, v);  // against the motion: it would have to turn round first
  EXPECT_EQ(body.add(1), 0);
  EXPECT_EQ(body.v.nodes, v.nodes);
  EXPECT_EQ(body.v.joints, v.joints);
}

}  // namespace
}  // namespace conjac
