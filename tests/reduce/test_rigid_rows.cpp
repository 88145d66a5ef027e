#include "reduce/rigid_rows.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <numeric>
#include <vector>

namespace conjac {
namespace {

constexpr int kNodes = 9;

VectorXd rigid_velocities(const VectorXd& x, int stride, const Eigen::Vector3d& linear,
                          const Eigen::Vector3d& angular) {
  VectorXd v(x.size());
  for (int i = 0; i < kNodes; ++i) {
    Eigen::Vector3d r = Eigen::Vector3d::Zero();
    for (int c = 0; c < stride; ++c) r[c] = x[i * stride + c];
    const Eigen::Vector3d w = stride == 2 ? Eigen::Vector3d(0, 0, angular[2]) : angular;
    const Eigen::Vector3d there = linear + w.cross(r);
    for (int c = 0; c < stride; ++c) v[i * stride + c] = there[c];
  }
  return v;
}

/// Translations and rotations about the origin, as columns.
MatrixXd rigid_modes(const VectorXd& x, int stride) {
  MatrixXd modes(x.size(), stride == 3 ? 6 : 3);
  for (int k = 0; k < stride; ++k)
    modes.col(k) = rigid_velocities(x, stride, Eigen::Vector3d::Unit(k), Eigen::Vector3d::Zero());
  for (int k = stride; k < modes.cols(); ++k)
    modes.col(k) = rigid_velocities(x, stride, Eigen::Vector3d::Zero(),
                                    Eigen::Vector3d::Unit(stride == 3 ? k - 3 : 2));
  return modes;
}

TEST(RigidRows, AreTheLeastSquaresFitOfARigidMotion) {
  for (int stride : {2, 3})
    for (int drivers : {stride, 5}) {
      const VectorXd x = VectorXd::Random(kNodes * stride);
      std::vector<int> nodes(drivers);
      std::iota(nodes.begin(), nodes.end(), 2);
      const int driven = drivers * stride;
      RigidRows rigid;
      rigid.reserve(driven);
      ASSERT_TRUE(rigid.fit(x, stride, nodes));
      MatrixXd J(x.size(), driven), unused(driven, driven);
      VectorXd row(driven);
      for (int i = 0; i < J.rows(); ++i) {
        rigid.row(x, i / stride, i % stride, row.data());
        J.row(i) = row.transpose();
      }
      for (int i = 0; i < driven; ++i)
        for (int j = 0; j < driven; ++j) unused(i, j) = rigid.unused(i, j);
      const MatrixXd modes = rigid_modes(x, stride);
      const MatrixXd at_drivers = modes.middleRows(2 * stride, driven);
      const MatrixXd fit =
          at_drivers.colPivHouseholderQr().solve(MatrixXd(MatrixXd::Identity(driven, driven)));
      EXPECT_LT((J - modes * fit).norm(), 1e-12 * J.norm());
      EXPECT_LT((unused - (MatrixXd::Identity(driven, driven) - at_drivers * fit)).norm(), 1e-12);
      EXPECT_LT((J * unused).norm(), 1e-12);
      EXPECT_LT((J * at_drivers - modes).norm(), 1e-12 * modes.norm());
    }
}

TEST(RigidRows, DriversOnALineDoNotDo) {
  VectorXd x = VectorXd::Random(kNodes * 3);
  for (int k = 0; k < 3; ++k) x.segment<3>(3 * k) = Eigen::Vector3d(0.1, 0.2, 0.3) * k;
  RigidRows rigid;
  rigid.reserve(9);
  EXPECT_FALSE(rigid.fit(x, 3, std::vector<int>{0, 1, 2}));
  EXPECT_FALSE(rigid.fit(x, 3, std::vector<int>{}));
  EXPECT_FALSE(rigid.fit(x, 3, std::vector<int>{0, 0, 0}));
  EXPECT_TRUE(rigid.fit(x, 3, std::vector<int>{0, 1, 5}));
}

}  // namespace
}  // namespace conjac
