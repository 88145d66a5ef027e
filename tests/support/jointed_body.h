#pragma once

#include <vector>

#include "step/dynamics.h"
#include "support/dense.h"
#include "support/pendulum.h"
#include "support/spring_forces.h"
#include "support/springs.h"

namespace conjac::test {

/// Contacts as a list; what comes is one force.
class ListedContacts : public ContactTerms {
 public:
  struct Touch {
    std::vector<int> nodes;
    std::vector<double> weights;
    Eigen::Vector2d gradient, normal;
    Eigen::Vector2d row = Eigen::Vector2d::Zero();  // over the one free joint
    double stiffness, along = 0;
    bool in_matrix = false, bone = false;
  };
  explicit ListedContacts(std::vector<Touch> list = {}, VectorXd coming = {})
      : touches(std::move(list)), coming_(std::move(coming)) {
    for (const Touch& one : touches)
      terms_.push_back({one.nodes, one.weights, one.gradient.data(), one.normal.data(),
                        one.bone ? one.row.data() : nullptr, 0, one.stiffness, 0, one.along,
                        one.in_matrix});
  }
  ListedContacts(const ListedContacts&) = delete;
  std::span<const ContactTerm> terms() const override { return terms_; }
  bool any_coming() const override { return coming_.size() > 0; }
  void add_coming_force(VectorXd& force) const override { force += coming_; }
  VectorXd coming(Eigen::Index size) const {
    return any_coming() ? coming_ : VectorXd(VectorXd::Zero(size));
  }

  std::vector<Touch> touches;

 private:
  std::vector<ContactTerm> terms_;
  VectorXd coming_;
};

/// A network of springs in the plane with a node that is pinned, one that the timeline moves and
/// one that rides on a pendulum: everything a try of either kind of dynamics asks for.
struct JointedBody {
  static constexpr int kStride = 2, kNodes = 12, kSize = kNodes * kStride;
  static constexpr int kPinned = 0, kMoved = 1, kRider = 3;

  StepOptions options;
  StageTimes stages;
  System system{VectorXd(), spring_stiffness(kNodes, kStride, 4, 13)};
  SpringForces forces{system.stiffness, VectorXd::Zero(kSize), VectorXd::Zero(kSize)};
  Pendulum pendulum{kNodes, kRider};
  std::vector<char> pinned = std::vector<char>(kNodes, 0), held = pinned;
  std::vector<int> held_nodes{kPinned, kMoved};
  Trial trial;
  Try now;

  JointedBody() {
    srand(37);
    system.mass = VectorXd::Random(kSize).cwiseAbs() + VectorXd::Constant(kSize, 0.5);
    for (int i = 0; i < kSize; i += kStride) system.mass[i + 1] = system.mass[i];
    forces.rest = VectorXd::Random(kSize);
    forces.load = VectorXd::Random(kSize);
    pinned[kPinned] = held[kPinned] = held[kMoved] = 1;
    State& state = trial.state;
    state.q = Eigen::Vector2d(0.2, 0.4);
    pendulum.take(state.q);
    state.x = forces.rest + 0.1 * VectorXd::Random(kSize);
    pendulum.place(state.x);
    state.v.nodes = VectorXd::Random(kSize);
    state.v.joints = Eigen::Vector2d(0.3, -0.5);
    trial.force = forces.force(state.x);
    begin(0.1);
  }
  JointedBody(const JointedBody&) = delete;

  /// The try from here: node kMoved and the sliding joint move along.
  void begin(double h) {
    now = {};
    now.h = h;
    now.scripted = true;
    now.w.setZero(kSize);
    now.w.segment<2>(kMoved * kStride) << 0.6, -0.2;
    now.w[kRider * kStride] = 0.35;  // with the sliding joint
    now.target = trial.state.x + h * now.w;
    now.joint_speeds = Eigen::Vector2d(0.35, 0);
    JointTerms& joints = now.joints;
    joints.count = 1;
    joints.mass = pendulum.mass().bottomRightCorner(1, 1);
    joints.stiffness = MatrixXd::Constant(1, 1, pendulum.spring);
    joints.damping = VectorXd::Constant(1, 0.3);
    joints.velocity = trial.state.v.joints.tail(1);
    joints.force = VectorXd::Constant(1, pendulum.own_force());
    now.x0 = trial.state.x;
  }
  Bodies bodies() {
    return {kStride, &system, &forces, &pendulum, &held, &held_nodes, &options, &stages};
  }
  MatrixXd A() const { return -dense_symmetric(system.stiffness); }
  /// Motions of all nodes that the free joint gives its rider.
  VectorXd rider_column() const {
    VectorXd column = VectorXd::Zero(kSize);
    column.segment<2>(kRider * kStride) = pendulum.row();
    return column;
  }
  /// Against an obstacle (a block of K), between nodes, and of a node with the bone.
  static std::vector<ListedContacts::Touch> touches() {
    return {{{6},
             {1.0},
             {0.3, 1.9},
             Eigen::Vector2d(0.3, 1.9).normalized(),
             {0, 0},
             40,
             25,
             true,
             false},
            {{4, 9, 10}, {1, -0.3, -0.7}, {-0.8, 0.6}, {-0.8, 0.6}, {0, 0}, 60, 0, false, false},
            {{7}, {1.0}, {0.6, 0.8}, {0.6, 0.8}, {0.5, -0.9}, 30, 0, false, true}};
  }
};

}  // namespace conjac::test
