#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "step/equilibrate.h"
#include "step/joint_border.h"

namespace conjac {
namespace {

/// Net forces on free nodes and in joints.
struct Residual {
  VectorXd nodes, joints;
  double largest_node = 0, largest_joint = 0;

  void take(const VectorXd& force, const VectorXd& own, const MatrixXd& T,
            std::span<const char> fixed, int stride) {
    nodes = force;
    joints = own + T.transpose() * force;
    for (Eigen::Index i = 0; i < nodes.size(); ++i)
      if (fixed[i / stride]) nodes[i] = 0;
    largest_node = nodes.size() ? nodes.cwiseAbs().maxCoeff() : 0.0;
    largest_joint = joints.size() ? joints.cwiseAbs().maxCoeff() : 0.0;
  }
};

}  // namespace

EquilibriumResult equilibrate_jointed(ForceModel& model, JointModel& bones, System& system,
                                      int stride, std::span<const char> prescribed,
                                      double load_scale, double joint_scale, double arm,
                                      const EquilibriumOptions& options, VectorXd& x, VectorXd& q,
                                      const std::function<void(int, double)>& progress) {
  const std::span<const char> rider = bones.riders();
  std::vector<char> keep(prescribed.size()), fixed(prescribed.size());
  for (std::size_t i = 0; i < keep.size(); ++i) {
    fixed[i] = prescribed[i] || rider[i];
    keep[i] = !fixed[i];
  }
  PrincipalSubmatrix sub;
  sub.analyze(system.stiffness, stride, keep);
  auto factor = make_factor();
  factor->analyze(sub.matrix(), stride, {});

  JointBorder border;
  Residual residual, there;
  VectorXd own, force(x.size()), trial, trial_q, trial_force(x.size()), du,
      step = VectorXd::Zero(x.size());
  MatrixXd T, C, corner;
  EquilibriumResult result;
  result.load_scale = load_scale;
  double shift = 0;
  const auto measure = [&](const Residual& r) {
    return std::max(r.largest_node / load_scale, r.largest_joint / (joint_scale * arm));
  };
  for (result.iterations = 0; result.iterations <= options.most_iterations; ++result.iterations) {
    const double joint_energy = bones.take_pose(q, x, own);
    const double energy = joint_energy + model.linearise(x, force, system.stiffness);
    bones.add_contact_force(own);
    bones.columns(T);
    residual.take(force, own, T, fixed, stride);
    const double size = measure(residual);
    result.residual = size * load_scale;
    if (progress) progress(result.iterations, size);
    if (!std::isfinite(size)) return result;
    // Positions are rounded, and stiff tendons turn that into forces: no residual can be smaller.
    const double largest = system.stiffness.diagonal().cwiseAbs().maxCoeff();
    const double rounding = std::numeric_limits<double>::epsilon() * largest *
                            (x.size() ? x.cwiseAbs().maxCoeff() : 0.0);
    const bool balanced = residual.largest_joint <= options.tolerance * joint_scale * arm;
    if (size <= options.tolerance || (balanced && residual.largest_node <= rounding)) {
      result.converged = true;
      return result;
    }
    corner.resize(bones.unknowns(), bones.unknowns());
    bones.stiffness(force, corner);
    C.setZero(x.size(), bones.unknowns());
    bones.add_contact_stiffness(C, corner);
    sub.assign(system.stiffness, -1.0, system.mass, shift, {});
    while (factor->factorize(sub.matrix()) != FactorStatus::ok) {
      shift = shift == 0 ? 1e-8 * largest / system.mass.maxCoeff() : 10 * shift;
      if (!(shift < 1e8 * largest / system.mass.maxCoeff())) return result;
      sub.assign(system.stiffness, -1.0, system.mass, shift, {});
    }
    if (!border.factorize(*factor, sub, stride, fixed, system.stiffness, -1.0, system.mass, shift,
                          T, corner, false, &C))
      return result;
    // The riders' pull reaches the joints through T.
    VectorXd pull = residual.nodes;
    for (Eigen::Index i = 0; i < pull.size(); ++i)
      if (rider[i / stride]) pull[i] = force[i];
    border.solve(*factor, sub, pull, own, step, du);
    const double slope = residual.nodes.dot(step) + residual.joints.dot(du);
    const double slack = 1e-13 * std::abs(energy);
    double scale = std::min(1.0, 0.3 / std::max(1e-12, du.size() ? du.cwiseAbs().maxCoeff() : 0.0));
    bool accepted = false;
    for (int halvings = 0; halvings < 40 && !accepted; ++halvings, scale *= 0.5) {
      trial = x + scale * step;
      bones.turn(q, scale * du, trial_q);
      const double turned = bones.take_pose(trial_q, trial, own);
      const double at_trial = turned + model.energy_and_force(trial, trial_force);
      bones.add_contact_force(own);
      if (!std::isfinite(at_trial)) continue;
      accepted = at_trial <= energy - 1e-4 * scale * slope;
      if (!accepted && slope < 1e3 * slack) {
        bones.columns(T);
        there.take(trial_force, own, T, fixed, stride);
        accepted = measure(there) < size;
      }
      if (accepted) x = trial, q = trial_q;
    }
    if (!accepted) return result;
  }
  return result;
}

}  // namespace conjac
