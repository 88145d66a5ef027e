#include "step/equilibrate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "linalg/factor.h"
#include "linalg/submatrix.h"
#include "step/joint_border.h"
#include "step/line_search.h"

namespace conjac {
namespace {

// Of a joint in one Newton step, rad (m).
CONJAC_TUNED(double, kLargestTurn, 0.3);
// Where the stiffness is singular (a body that floats) some mass is added to it: first this
// fraction of the largest entry, then ten times as much at each failure, up to its inverse.
CONJAC_TUNED(double, kStaticShift, 1e-8);

double largest(const VectorXd& values) {
  return values.size() ? values.cwiseAbs().maxCoeff() : 0.0;
}

/// One static problem: the equations at a state, and Newton's direction from there.
class Statics {
 public:
  Statics(ForceModel& model, JointModel& bones, System& system, int stride,
          std::span<const char> prescribed)
      : model_(model), bones_(bones), system_(system), stride_(stride) {
    const auto riders = bones.riders();
    fixed_.assign(prescribed.begin(), prescribed.end());
    std::vector<char> keep(fixed_.size());
    for (std::size_t i = 0; i < keep.size(); ++i) {
      if (!riders.empty()) fixed_[i] |= riders[i];
      keep[i] = !fixed_[i];
    }
    sub_.analyze(system.stiffness, stride, keep);
    factor_->analyze(sub_.matrix(), stride, {});
  }

  /// Forces and stiffness with nodes at x and joints at q; riders of x are placed.
  void linearise(VectorXd& x, const VectorXd& q) {
    const double of_bones = bones_.take_pose(q, x, own);
    energy = of_bones + model_.linearise(x, force, system_.stiffness);
    balance(x);
    stiffest_ = system_.stiffness.diagonal().cwiseAbs().maxCoeff();
  }
  /// The same without the stiffness.
  void evaluate(VectorXd& x, const VectorXd& q) {
    const double of_bones = bones_.take_pose(q, x, own);
    energy = of_bones + model_.energy_and_force(x, force);
    balance(x);
  }
  /// Newton's step of nodes and joints; false where none can be had.
  bool solve(VectorXd& step, VectorXd& du) {
    MatrixXd corner(bones_.unknowns(), bones_.unknowns());
    MatrixXd coupling = MatrixXd::Zero(force.size(), bones_.unknowns());
    bones_.stiffness(force, corner);
    bones_.add_contact_stiffness(coupling, corner);
    const double mass = system_.mass.maxCoeff();
    sub_.assign(system_.stiffness, -1.0, system_.mass, shift_, {});
    while (factor_->factorize(sub_.matrix()) != FactorStatus::ok) {
      shift_ = shift_ == 0 ? kStaticShift * stiffest_ / mass : 10 * shift_;
      if (!(shift_ < stiffest_ / (kStaticShift * mass))) return false;
      sub_.assign(system_.stiffness, -1.0, system_.mass, shift_, {});
    }
    if (!border_.factorize(*factor_, sub_, stride_, fixed_, system_.stiffness, -1.0, system_.mass,
                           shift_, T_, corner, false, &coupling))
      return false;
    VectorXd pull = nodes;  // that of the riders reaches the joints through T
    for (Eigen::Index i = 0; i < pull.size(); ++i)
      if (!bones_.riders().empty() && bones_.riders()[i / stride_]) pull[i] = force[i];
    border_.solve(*factor_, sub_, pull, own, step, du);
    return true;
  }
  double along(const VectorXd& step, const VectorXd& du) const {
    return nodes.dot(step) + joints.dot(du);
  }
  /// Positions are rounded, and stiff tendons turn that into forces: no residual can be smaller.
  double rounding(const VectorXd& x) const {
    return std::numeric_limits<double>::epsilon() * stiffest_ * largest(x);
  }

  double energy = 0;
  VectorXd nodes, joints;  // net forces on free nodes and in free joints
  VectorXd force, own;     // on all nodes; of the joints alone

 private:
  void balance(const VectorXd& x) {
    bones_.add_contact_force(own);
    T_.resize(x.size(), 0);
    bones_.columns(T_);
    nodes = force;
    joints = own + T_.transpose() * force;
    for (Eigen::Index i = 0; i < nodes.size(); ++i)
      if (fixed_[i / stride_]) nodes[i] = 0;
  }

  ForceModel& model_;
  JointModel& bones_;
  System& system_;
  int stride_;
  std::vector<char> fixed_;  // (nodes) prescribed or riding
  PrincipalSubmatrix sub_;
  std::unique_ptr<SparseFactor> factor_ = make_factor();
  JointBorder border_;
  MatrixXd T_;
  double shift_ = 0, stiffest_ = 0;
};

}  // namespace

EquilibriumResult equilibrate(ForceModel& model, JointModel& bones, System& system, int stride,
                              std::span<const char> prescribed, const LoadScales& scales,
                              const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                              const std::function<void(int, double)>& progress) {
  Statics now(model, bones, system, stride, prescribed);
  now.force.resize(x.size());
  VectorXd step = VectorXd::Zero(x.size()), du, there, joints_there;
  EquilibriumResult result;
  result.load_scale = scales.nodes;
  for (result.iterations = 0; result.iterations <= options.most_iterations; ++result.iterations) {
    now.linearise(x, q);
    const double pull = largest(now.nodes), torque = largest(now.joints);
    const double joint_size = torque / (scales.joints * scales.arm);
    const double size = std::max(pull / scales.nodes, joint_size);
    result.residual = size * scales.nodes;
    if (progress) progress(result.iterations, size);
    if (!std::isfinite(size)) return result;
    result.converged = joint_size <= options.tolerance &&
                       (pull <= options.tolerance * scales.nodes || pull <= now.rounding(x));
    if (result.converged || !now.solve(step, du)) return result;
    const double energy = now.energy;
    const LineSearch line{.slope = now.along(step, du),
                          .slack = kRoundOff * std::abs(energy),
                          .longest = std::min(1.0, kLargestTurn / std::max(1e-12, largest(du)))};
    const double scale = line.search([&](double s) -> LineSearch::Point {
      there = x + s * step;
      bones.turn(q, s * du, joints_there);
      now.evaluate(there, joints_there);
      return {now.energy - energy, now.along(step, du)};
    });
    if (scale == 0) return result;
    x = there;
    q = joints_there;
  }
  return result;
}

}  // namespace conjac
