#include "contact/friction.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// The curvature seen is that along one direction: the largest is taken to be this much more.
CONJAC_TUNED(double, kCurvatureMargin, 1.2);
// After each step a little more is dared: so the estimate comes down again where it was too large.
CONJAC_TUNED(double, kCurvatureFalls, 0.97);
constexpr double kRounding = 1e-9;
// The first guess of the curvature, over that with which friction would just stop the fastest
// contact: far too small, and backtracking finds the size at once. The rest of the guess is a power
// of two, so that the first try has the same digits in whatever units.
constexpr double kFarTooSmall = 1e-3;

double first_curvature(std::span<const double> limits, const VectorXd& velocity) {
  const double most = *std::max_element(limits.begin(), limits.end());
  const double fastest = velocity.cwiseAbs().maxCoeff();
  return fastest > 0 && most > 0 ? std::ldexp(kFarTooSmall, std::ilogb(fastest / most)) : 1.0;
}

}  // namespace

template <int Dim>
void Friction<Dim>::keep_tangential(std::span<const ContactPoint<Dim>> points,
                                    VectorXd& values) const {
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto mine = values.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim);
    mine -= points[i].normal.dot(mine) * points[i].normal;
  }
}

template <int Dim>
void Friction<Dim>::project(std::span<const ContactPoint<Dim>> points,
                            std::span<const double> limits, VectorXd& impulse) const {
  keep_tangential(points, impulse);
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto mine = impulse.template segment<Dim>(static_cast<Eigen::Index>(i) * Dim);
    const double size = mine.norm();
    if (size > limits[i]) mine *= limits[i] / size;
  }
}

template <int Dim>
auto Friction<Dim>::solve(std::span<const ContactPoint<Dim>> points, std::span<const double> limits,
                          const Respond& respond, const Options& options, VectorXd& velocity,
                          VectorXd& impulse) -> Result {
  Result result;
  if (points.empty()) return result;
  keep_tangential(points, velocity);
  // Velocities are affine in the impulses, so one response per iteration is enough: that of y
  // follows from those of the last two.
  const auto velocities = [&](const VectorXd& at, VectorXd& into) {
    respond(at, into);
    keep_tangential(points, into);
    into += velocity;
  };
  project(points, limits, impulse);
  VectorXd& now = impulse;
  y_velocity_.resize(now.size());
  next_velocity_.resize(now.size());
  VectorXd& now_velocity = now_velocity_;
  now_velocity.resize(now.size());
  velocities(now, now_velocity);
  y_ = now;
  y_velocity_ = now_velocity;
  double momentum = 1;
  if (!(curvature > 0)) curvature = first_curvature(limits, now_velocity);
  for (result.iterations = 1; result.iterations <= options.most_iterations; ++result.iterations) {
    for (;;) {
      next_ = y_ - y_velocity_ / curvature;
      project(points, limits, next_);
      velocities(next_, next_velocity_);
      const double step = (next_ - y_).squaredNorm();
      if (!(step > 0)) break;
      const double seen = (next_ - y_).dot(next_velocity_ - y_velocity_) / step;
      if (seen <= curvature * (1 + kRounding)) break;
      curvature = std::max(kCurvatureMargin * seen, 2 * curvature);
      if (++result.iterations > options.most_iterations) break;
    }
    // How far each impulse would still move, as a velocity.
    y_ = next_ - next_velocity_ / curvature;
    project(points, limits, y_);
    result.residual = curvature * (y_ - next_).cwiseAbs().maxCoeff();
    const double before = momentum;
    momentum = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
    double share = (before - 1) / momentum;
    // A step against the last velocity: the momentum has carried us too far.
    if (next_velocity_.dot(next_ - now) > 0) share = 0, momentum = 1;
    y_ = next_ + share * (next_ - now);
    y_velocity_ = next_velocity_ + share * (next_velocity_ - now_velocity);
    now = next_;
    now_velocity = next_velocity_;
    if (result.residual <= options.tolerance) break;
    curvature *= kCurvatureFalls;
  }
  velocity = now_velocity;
  return result;
}

template class Friction<2>;
template class Friction<3>;

}  // namespace conjac
