#pragma once

#include <random>

#include "rigid/articulation.h"

namespace conjac {

/// A tree of links with every kind of joint, seeded.
class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Point point(double size) {
    return {number(-size, size), number(-size, size), number(-size, size)};
  }

  std::vector<Link> links(int count, bool planar, bool balls = true) {
    std::vector<Link> result;
    for (int i = 0; i < count; ++i) {
      Link link;
      // Free joints between bodies are ours alone; MuJoCo knows them at the root.
      link.parent = i == 0 ? -1 : integer(-1, i - 1);
      static constexpr JointType kPlanar[] = {JointType::revolute, JointType::prismatic,
                                              JointType::fixed};
      static constexpr JointType kSpatial[] = {JointType::revolute,    JointType::prismatic,
                                               JointType::fixed,       JointType::universal,
                                               JointType::cylindrical, JointType::ball};
      link.joint = planar ? kPlanar[integer(0, 2)] : kSpatial[integer(0, balls ? 5 : 4)];
      if (i == 0) link.joint = planar || !balls ? JointType::revolute : JointType::free;
      link.anchor = point(0.5);
      link.axis = point(1);
      link.second_axis = link.axis.unitOrthogonal();
      if (planar) {
        link.anchor.z() = link.axis.z() = 0;
        if (link.joint == JointType::revolute) link.axis = Point::UnitZ();
      }
      link.body.mass = number(0.1, 2);
      link.body.center = link.anchor + point(0.3);
      if (planar) link.body.center.z() = 0;
      const Eigen::Matrix3d root =
          0.1 * Eigen::Matrix3d::NullaryExpr([&] { return number(-1, 1); });
      // The moment of a cloud of points: the triangle inequality holds, as MuJoCo demands.
      const Eigen::Matrix3d cloud = root * root.transpose();
      link.body.inertia = link.body.mass * (cloud.trace() * Eigen::Matrix3d::Identity() - cloud);
      result.push_back(link);
    }
    return result;
  }
  VectorXd vector(int size) {
    return VectorXd::NullaryExpr(size, [&] { return number(-1, 1); });
  }
  VectorXd pose(const Articulation& tree) {
    VectorXd q;
    tree.move(tree.rest(), 1.5 * vector(tree.unknowns()), q);
    return q;
  }

 private:
  std::mt19937 random_;
};

/// The equations of motion by Runge and Kutta's classical method, step for step, for trees of
/// hinges and slides (coordinates and velocities are alike).
inline void runge_kutta(Articulation& tree, double h, VectorXd& q, VectorXd& u) {
  const auto acceleration = [&](const VectorXd& at, const VectorXd& speed) {
    MatrixXd M;
    VectorXd c;
    tree.place(at);
    tree.mass_matrix(M);
    tree.bias(speed, c);
    return VectorXd(-M.ldlt().solve(c));
  };
  const VectorXd a1 = acceleration(q, u), u2 = u + h / 2 * a1;
  const VectorXd a2 = acceleration(q + h / 2 * u, u2), u3 = u + h / 2 * a2;
  const VectorXd a3 = acceleration(q + h / 2 * u2, u3), u4 = u + h * a3;
  const VectorXd a4 = acceleration(q + h * u3, u4);
  q += h / 6 * (u + 2 * u2 + 2 * u3 + u4);
  u += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

}  // namespace conjac
