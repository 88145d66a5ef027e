#include "step/equilibrate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

#include "linalg/factor.h"
#include "linalg/submatrix.h"
#include "step/joint_border.h"
#include "step/line_search.h"
#include "step/round_off.h"

namespace conjac {
namespace {

// Of a joint in one Newton step, rad (m).
CONJAC_TUNED(double, kLargestTurn, 0.3);
// Where the stiffness is singular (a body that floats) some mass is added to it: first this
// fraction of the largest entry, then more at each failure, up to its inverse.
CONJAC_TUNED(double, kStaticShift, 1e-8);
// How much more: at most sixteen tries, and no more than ten times what was needed.
CONJAC_TUNED(double, kStaticShiftGrows, 10);
// A net force within so many times the estimated round-off (step/round_off.h) may be rounding. The
// estimate is a bound: what remained on 24 meshes was a fortieth to a sixth of it.
CONJAC_TUNED(double, kRounded, 1);
// It is, once a Newton step leaves more than this part of it: a bound alone would take the whole
// load of a small body far from the origin for rounding.
CONJAC_TUNED(double, kStalls, 0.5);

double largest(const VectorXd& values) {
  return values.size() ? values.cwiseAbs().maxCoeff() : 0.0;
}

/// One static problem: the equations at a state, and Newton's direction from there.
class Statics {
 public:
  Statics(ForceModel& model, JointModel& bones, System& system, int stride,
          std::span<const char> prescribed, const VectorXd& x)
      : model_(model), bones_(bones), system_(system), stride_(stride), start_(x) {
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

  /// Forces and exact stiffness with nodes at x and joints at q; riders of x are placed.
  void linearise(VectorXd& x, const VectorXd& q) {
    const double of_bones = bones_.take_pose(q, x, own);
    model_.count_energy_from(x);
    energy = of_bones + model_.linearise_exactly(x, force, system_.stiffness);
    balance(x);
    // By the shape it began with: a body that flies away is not at rest for the rounding out there.
    estimate_round_off(system_.stiffness, start_, stride_, rounding);
  }
  /// Forces alone.
  void evaluate(VectorXd& x, const VectorXd& q) {
    const double of_bones = bones_.take_pose(q, x, own);
    energy = of_bones + model_.energy_and_force(x, force);
    balance(x);
  }
  /// Newton's step of nodes and joints from x; false where none can be had.
  bool solve(const VectorXd& x, VectorXd& step, VectorXd& du) {
    if (!factorize(x)) return false;
    MatrixXd corner(bones_.unknowns(), bones_.unknowns());
    MatrixXd coupling = MatrixXd::Zero(force.size(), bones_.unknowns());
    bones_.stiffness(force, corner);
    bones_.add_contact_stiffness(coupling, corner);
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
  /// Is every net force small against the load, or within the round-off?
  bool at_rest(const LoadScales& scales, double tolerance) const {
    return within(scales, tolerance, 0);
  }
  bool rounded(const LoadScales& scales, double tolerance) const {
    return within(scales, tolerance, kRounded);
  }
  /// Residual, and where it is.
  void report(const LoadScales& scales, EquilibriumResult& result) const {
    Eigen::Index at = 0;
    const double pull = nodes.size() ? nodes.cwiseAbs().maxCoeff(&at) : 0.0;
    const double twist = largest(joints) / (scales.joints * scales.arm) * scales.nodes;
    result.residual = std::max(pull, twist);
    if (std::isnan(pull + twist)) result.residual = pull + twist;  // max() would lose it
    const bool of_node = pull >= twist && nodes.size() > 0;
    result.node = of_node ? static_cast<int>(at / stride_) : -1;
    result.round_off = of_node ? kRounded * rounding.force[at] : 0;
  }
  bool finite() const {
    return nodes.allFinite() && joints.allFinite() && system_.stiffness.coeffs().allFinite();
  }

  double energy = 0;
  VectorXd nodes, joints;  // net forces on free nodes and in free joints
  VectorXd force, own;     // on all nodes; of the joints alone
  RoundOff rounding;

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
  bool within(const LoadScales& scales, double tolerance, double rounded) const {
    const VectorXd of_joints = T_.cwiseAbs().transpose() * rounding.force +
                               std::numeric_limits<double>::epsilon() * own.cwiseAbs();
    const auto small = [&](const VectorXd& net, double load, const VectorXd& bound) {
      return (net.array().abs() <= (rounded * bound.array()).max(load)).all();
    };
    return small(nodes, tolerance * scales.nodes, rounding.force) &&
           small(joints, tolerance * scales.joints * scales.arm, of_joints);
  }
  bool factored(double shift) {
    shift_ = shift;
    sub_.assign(system_.stiffness, -1.0, system_.mass, shift_, {});
    return factor_->factorize(sub_.matrix()) == FactorStatus::ok;
  }
  /// The exact stiffness, else the projected one, else that with some mass.
  bool factorize(const VectorXd& x) {
    if (factored(0)) return true;
    model_.linearise(x, force, system_.stiffness);
    if (factored(0)) return true;
    const double stiffest = system_.stiffness.diagonal().cwiseAbs().maxCoeff();
    const double unit = stiffest / system_.mass.maxCoeff();
    for (double share = kStaticShift; share < 1 / kStaticShift; share *= kStaticShiftGrows)
      if (factored(share * unit)) return true;
    return false;
  }

  ForceModel& model_;
  JointModel& bones_;
  System& system_;
  int stride_;
  VectorXd start_;           // (dofs) positions
  std::vector<char> fixed_;  // (nodes) prescribed or riding
  PrincipalSubmatrix sub_;
  std::unique_ptr<SparseFactor> factor_ = make_factor();
  JointBorder border_;
  MatrixXd T_;
  double shift_ = 0;
};

const char* remedy(RestEnd end) {
  switch (end) {
    case RestEnd::too_many_steps:
      return "It may only be slow: let the body settle in a run (method.damping), or apply the "
             "load "
             "in parts, and try again from there";
    case RestEnd::no_descent:
      return "There may be no stable state near by: let the body settle in a run (method.damping) "
             "and try again from there, or look at the elements around that place (conjac info)";
    case RestEnd::loose:
      return "Nothing keeps the body, or a piece of it, where it is: hold more nodes (role fixed) "
             "or "
             "give it something to lie on";
    case RestEnd::not_finite:
      return "Forces or stiffness are no numbers: look for elements that are turned inside out or "
             "squashed flat there, and for parameters out of scale";
    case RestEnd::converged:
      break;
  }
  return "";
}

}  // namespace

EquilibriumResult equilibrate(ForceModel& model, JointModel& bones, System& system, int stride,
                              std::span<const char> prescribed, const LoadScales& scales,
                              const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                              const std::function<void(int, double)>& progress) {
  Statics now(model, bones, system, stride, prescribed, x);
  now.force.resize(x.size());
  VectorXd step = VectorXd::Zero(x.size()), du, there, joints_there;
  EquilibriumResult result;
  result.load_scale = scales.nodes;
  const auto ended = [&](RestEnd how) {
    result.end = how;
    result.converged = how == RestEnd::converged;
    return result;
  };
  for (;; ++result.iterations) {
    const double before = result.iterations > 0 ? result.residual : HUGE_VAL;
    now.linearise(x, q);
    now.report(scales, result);
    if (progress) progress(result.iterations, result.residual / scales.nodes);
    if (!now.finite()) return ended(RestEnd::not_finite);
    if (now.at_rest(scales, options.tolerance)) return ended(RestEnd::converged);
    const bool rounded = now.rounded(scales, options.tolerance);
    if (rounded && result.residual > kStalls * before) return ended(RestEnd::converged);
    if (result.iterations >= options.most_iterations)
      return ended(rounded ? RestEnd::converged : RestEnd::too_many_steps);
    if (!now.solve(x, step, du)) return ended(RestEnd::loose);
    const double energy = now.energy, turn = largest(du);
    const LineSearch line{
        .slope = now.along(step, du),
        .slack = std::max(kRoundOff * std::abs(energy), now.rounding.energy),
        .longest = turn > kLargestTurn ? kLargestTurn / turn : 1.0,
    };
    const double scale = line.search([&](double s) -> LineSearch::Point {
      there = x + s * step;
      bones.turn(q, s * du, joints_there);
      now.evaluate(there, joints_there);
      return {now.energy - energy, now.along(step, du)};
    });
    if (scale == 0) return ended(rounded ? RestEnd::converged : RestEnd::no_descent);
    x = there;
    q = joints_there;
  }
}

std::string explain(const EquilibriumResult& result) {
  if (result.converged) return "";
  char numbers[200];
  std::snprintf(numbers, sizeof numbers,
                "%.1e of the load (%.1e N, of which rounding explains %.1e) after %d Newton steps",
                result.residual / result.load_scale, result.residual, result.round_off,
                result.iterations);
  const std::string place =
      result.node < 0 ? "in a joint" : "on node " + std::to_string(result.node);
  return "no static state was found: the net force " + place + " is " + numbers + ". " +
         remedy(result.end);
}

}  // namespace conjac
