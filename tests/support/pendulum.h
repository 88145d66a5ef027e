#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "step/joint_model.h"

namespace conjac::test {

/// A bar in the plane whose end carries a node of the flesh. Joint 0 slides its other end along x
/// and is moved by the timeline; joint 1 is its angle, free, with a torsion spring about zero.
class Pendulum : public JointModel {
 public:
  double length = 1.5, bar = 0.8, gravity = 9.81, spring = 4;  // m, kg, m/s^2, N m
  int rider = 0;

  Pendulum(int nodes, int node) : rider(node), riders_(nodes, 0) {
    riders_[rider] = 1;
    take({0, 0});
  }
  void take(const Eigen::Vector2d& q) {
    q_ = q;
    const double s = std::sin(q[1]);
    mass_ = Eigen::Matrix2d{{bar, -0.5 * bar * length * s},
                            {-0.5 * bar * length * s, bar * length * length / 3}};
  }
  Eigen::Vector2d tip() const {
    return {q_[0] + length * std::cos(q_[1]), length * std::sin(q_[1])};
  }
  /// d tip / d angle.
  Eigen::Vector2d row() const {
    return length * Eigen::Vector2d(-std::sin(q_[1]), std::cos(q_[1]));
  }
  double own_force() const {
    return -spring * q_[1] - 0.5 * bar * gravity * length * std::cos(q_[1]);
  }

  int unknowns() const override { return 1; }
  std::span<const int> free_joints() const override { return free_; }
  std::span<const char> riders() const override { return riders_; }
  const MatrixXd& mass() const override { return mass_; }
  int rider_rows() const override { return 2; }
  void rows(Eigen::Ref<MatrixXd> B) const override { B = row(); }
  void velocities(const VectorXd& u, VectorXd& v) const override {
    v.segment<2>(2 * rider) = Eigen::Vector2d(u[0], 0) + u[1] * row();
  }
  void place(VectorXd& x) const override { x.segment<2>(2 * rider) = tip(); }
  void move(const VectorXd& way, const VectorXd& /*u*/, VectorXd& q) override {
    q += way;
    start_row_ = row();
    take(q);
  }
  void end(const VectorXd& force, JointTerms& terms) override {
    terms.mean_mass = terms.mass;
    terms.force_there = VectorXd::Constant(1, own_force());
    terms.turned_pull =
        VectorXd::Constant(1, (row() - start_row_).dot(force.segment<2>(2 * rider)));
  }

  void turn(const VectorXd& q, const VectorXd& du, VectorXd& out) const override {
    out = q;
    out[1] += du[0];
  }
  double take_pose(const VectorXd& q, VectorXd& x, VectorXd& force) override {
    take(q);
    place(x);
    force = VectorXd::Constant(1, own_force());
    return 0.5 * spring * q[1] * q[1] + 0.5 * bar * gravity * length * std::sin(q[1]);
  }
  void columns(MatrixXd& T) const override {
    T.setZero(static_cast<Eigen::Index>(riders_.size()) * 2, 1);
    T.block<2, 1>(2 * rider, 0) = row();
  }
  void stiffness(const VectorXd& pull, MatrixXd& A) const override {
    const double c = std::cos(q_[1]), s = std::sin(q_[1]);
    const Eigen::Vector2d p = pull.segment<2>(2 * rider);
    A(0, 0) = spring - 0.5 * bar * gravity * length * s + length * (c * p[0] + s * p[1]);
  }

 private:
  std::array<int, 1> free_{1};
  std::vector<char> riders_;
  Eigen::Vector2d q_, start_row_ = Eigen::Vector2d::Zero();
  MatrixXd mass_;
};

}  // namespace conjac::test
