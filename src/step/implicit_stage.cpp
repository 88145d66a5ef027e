#include "step/implicit_stage.h"

#include <algorithm>
#include <cmath>

#include "core/stage_timer.h"
#include "core/tuned.h"
#include "step/line_search.h"
#include "system/product.h"

namespace conjac {
namespace {

// A step may be this many times as long as the one before: 1 + sqrt 2 is the limit of stability.
constexpr double kMostGrowth = 2.4;
// Newton's method has usually ended after five.
CONJAC_TUNED(int, kMostMidpoint, 60);
// It has converged when the decrease that is left is this part of what round-off hides: u is then
// good to nine digits in the energy norm.
CONJAC_TUNED(double, kConverged, 1e-4);
// A whole Newton step is good where the pull along it has all but gone (Hager and Zhang's
// approximate Wolfe condition) ...
CONJAC_TUNED(double, kPullGone, 0.1);
// ... even if the energy seems to rise by a little: that of elements near their rest shape is a
// difference of large terms, and its round-off may be more than there is left to gain.
CONJAC_TUNED(double, kSeemsToRise, 0.01);

}  // namespace

void ImplicitStage::begin(Integrator integrator, const Bodies& bodies, const Try& now,
                          const Trial& trial, const SparseMatrix* viscosity) {
  viscosity_ = viscosity;
  const Trial::Past& past = trial.past;
  const VectorXd& v0 = trial.state.v.nodes;
  const double r = past.known() ? now.h / past.h : 0;
  damping_ = bodies.options->damping;
  middle_ = integrator != Integrator::bdf2 || !past.known() || r > kMostGrowth;
  if (middle_) {
    k_ = now.h / 2;
    p_ = v0;
    shift_.setZero(v0.size());
  } else {
    const double share = r * r / (1 + 2 * r);
    k_ = now.h * (1 + r) / (1 + 2 * r);
    p_ = v0 + share * (v0 - past.v);
    shift_ = share * (now.x0 - past.x);
  }
  y_ = now.x0 + shift_;
  imposed_.setZero(v0.size());
  for (int node : *bodies.held_nodes)
    for (int i = node * bodies.stride; i < (node + 1) * bodies.stride; ++i)
      imposed_[i] = middle_ ? now.w[i] : (now.h * now.w[i] - shift_[i]) / k_;
}

bool ImplicitStage::factorize(const Bodies& bodies, VanillaStep& step, Trial& trial) {
  StageTimer timer(bodies.stages->factor);
  no_columns_.resize(y_.size(), 0);
  no_terms_.mass.resize(0, 0);
  if (viscosity_ != nullptr) bodies.system->stiffness.coeffs() -= viscosity_->coeffs() / k_;
  const auto status = step.factorize(*bodies.system, {k_, 1.0, damping_}, *bodies.held,
                                     {no_columns_, {}, no_columns_, no_corner_}, no_terms_);
  if (status == FactorStatus::ok) return true;
  trial.message = "the matrix of the step could not be factored (it is not positive definite)";
  return false;
}

double ImplicitStage::resisted(const VectorXd& u) const {
  if (viscosity_ == nullptr) return 0;
  symmetric_product(*viscosity_, u, viscous_);
  return viscous_.dot(u);
}

bool ImplicitStage::solve_linear(const Bodies& bodies, VanillaStep& step, Trial& trial) {
  if (!factorize(bodies, step, trial)) return false;
  StageTimer timer(bodies.stages->solve);
  force_ = trial.force;
  if (!middle_) {
    stiffness_product(bodies.system->stiffness, bodies.stride, shift_, load_);
    force_ += load_;
    resisted(shift_);  // has come into that product and has no place in it
    if (viscosity_ != nullptr) force_ += viscous_ / k_;
  }
  const bool moving = (imposed_.array() != 0).any();
  step.velocities(*bodies.system, force_, p_, imposed_, moving, *bodies.held, u_, no_joints_);
  return true;
}

/// Without the part of held nodes, which does not change.
double ImplicitStage::objective(const Bodies& bodies, const VectorXd& u, double potential) const {
  double sum = potential + 0.5 * k_ * resisted(u);
  for (Eigen::Index i = 0; i < u.size(); ++i)
    if (!(*bodies.held)[i / bodies.stride])
      sum += bodies.system->mass[i] * u[i] * (0.5 * (1 + damping_ * k_) * u[i] - p_[i]);
  return sum;
}

/// r <- minus the gradient of P, where the force is.
void ImplicitStage::residual(const Bodies& bodies, const VectorXd& force) {
  const VectorXd& mass = bodies.system->mass;
  r_ = mass.cwiseProduct(p_ - (1 + damping_ * k_) * u_) + k_ * force;
  resisted(u_);
  if (viscosity_ != nullptr) r_ -= k_ * viscous_;
  for (int node : *bodies.held_nodes) r_.segment(node * bodies.stride, bodies.stride).setZero();
}

bool ImplicitStage::solve_newton(const Bodies& bodies, VanillaStep& step, Trial& trial) {
  const std::vector<char>& held = *bodies.held;
  u_.resize(p_.size());
  for (Eigen::Index i = 0; i < u_.size(); ++i)
    u_[i] = held[i / bodies.stride] ? imposed_[i] : p_[i];
  none_.resize(0);
  for (int k = 0; k < kMostMidpoint; ++k) {
    x_ = y_ + k_ * u_;
    double potential = 0;
    {
      StageTimer timer(bodies.stages->fill);
      potential = bodies.forces->linearise(x_, force_, bodies.system->stiffness);
    }
    const double here = objective(bodies, u_, potential);
    residual(bodies, force_);
    if (!std::isfinite(here) || !factorize(bodies, step, trial)) break;
    StageTimer timer(bodies.stages->solve);
    step.respond(r_, none_, held, du_, no_joints_);
    LineSearch search;
    search.slope = r_.dot(du_);
    search.slack = kRoundOff * (std::abs(potential) + std::abs(here - potential));
    if (!(search.slope > kConverged * search.slack)) return true;
    const auto look = [&](double s) {
      trial_u_ = u_ + s * du_;
      x_ = y_ + k_ * trial_u_;
      const double there = objective(bodies, trial_u_, bodies.forces->energy_and_force(x_, force_));
      const double pull =
          k_ * force_.dot(du_) +
          bodies.system->mass.cwiseProduct(p_ - (1 + damping_ * k_) * trial_u_).dot(du_) -
          (viscosity_ != nullptr ? k_ * viscous_.dot(du_) : 0.0);  // objective() has looked there
      return LineSearch::Point{there - here, pull};
    };
    const LineSearch::Point whole = look(1);
    const bool near =
        std::abs(whole.pull) < kPullGone * search.slope &&
        whole.change < kSeemsToRise * (std::abs(potential) + std::abs(here - potential));
    const double scale = near ? 1.0 : search.search(look);
    // Where round-off hides every decrease there is none left to find.
    if (scale == 0 && search.slope < kUnresolved * search.slack) return true;
    if (scale == 0) break;
    u_ += scale * du_;
  }
  trial.message = "Newton's method of the implicit midpoint rule did not converge";
  return false;
}

void ImplicitStage::end(const Bodies& bodies, const Trial& trial, Try& now) const {
  now.v.joints = now.joint_speeds;
  if (!middle_) {
    now.dx = shift_ + k_ * u_;
    now.v.nodes = u_;
    return;
  }
  now.dx = now.h * u_;
  now.v.nodes = 2 * u_ - trial.state.v.nodes;
  // The end of a prescribed way is known; 2 u - v0 would swing about its velocity for ever.
  for (int node : *bodies.held_nodes)
    now.v.nodes.segment(node * bodies.stride, bodies.stride) =
        u_.segment(node * bodies.stride, bodies.stride);
}

}  // namespace conjac
