#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

#include "step/conserve.h"

namespace conjac {
namespace {

/// Two pieces of four nodes each, the second a thousandth as heavy; velocities as they come.
struct TwoPieces {
  std::vector<int> of_node{0, 0, 0, 0, 1, 1, 1, 1};
  std::vector<char> floating{1, 1};
  VectorXd x{24}, mass{24}, v{24};

  TwoPieces() {
    const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 8; ++i)
      for (int c = 0; c < 3; ++c) {
        x[3 * i + c] = corners[i % 4][c] + (i < 4 ? 0 : 3);
        mass[3 * i + c] = (i < 4 ? 1000.0 : 1.0) * (1 + 0.1 * (i % 4));
        v[3 * i + c] = ((7 * i + 5 * c) % 11) - 5.0;
      }
  }
  PieceView view() const { return {2, of_node, floating}; }
  Eigen::Matrix<double, 6, 1> momenta(const VectorXd& velocity, int piece) const {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (int i = 4 * piece; i < 4 * piece + 4; ++i) {
      const Eigen::Vector3d p = mass[3 * i] * velocity.segment<3>(3 * i);
      sum.head<3>() += p;
      sum.tail<3>() += x.segment<3>(3 * i).cross(p);
    }
    return sum;
  }
};

TEST(Crumbs, GoOnAsRigidBodiesWithTheirMomenta) {
  const TwoPieces two;
  const double h = 0.01;
  VectorXd v = VectorXd::Constant(24, 100.0), dx = h * v;
  stiffen_crumbs(0.01, h, two.x, two.mass, 3, two.view(), two.v, v, dx);
  EXPECT_EQ(v.head(12), VectorXd::Constant(12, 100.0));  // the heavy one takes its own step
  const auto before = two.momenta(two.v, 1), after = two.momenta(v, 1);
  EXPECT_LT((after - before).norm(), 1e-12 * before.norm());
  EXPECT_LT((dx.tail(12) - h * v.tail(12)).norm(), 1e-14);
  for (int i = 4; i < 8; ++i)
    for (int j = 4; j < i; ++j) {  // no two nodes come nearer to each other
      const Eigen::Vector3d apart = two.x.segment<3>(3 * i) - two.x.segment<3>(3 * j);
      EXPECT_NEAR(apart.dot(v.segment<3>(3 * i) - v.segment<3>(3 * j)), 0, 1e-12);
    }
}

TEST(Crumbs, HeldOnesAndLargeOnesAreLeftAlone) {
  TwoPieces two;
  two.floating[1] = 0;
  VectorXd v = VectorXd::Constant(24, 100.0), dx = v;
  stiffen_crumbs(0.01, 0.01, two.x, two.mass, 3, two.view(), two.v, v, dx);
  EXPECT_EQ(v, VectorXd::Constant(24, 100.0));
  two.floating[1] = 1;
  stiffen_crumbs(1e-4, 0.01, two.x, two.mass, 3, two.view(), two.v, v, dx);
  EXPECT_EQ(v, VectorXd::Constant(24, 100.0));
}

}  // namespace
}  // namespace conjac
