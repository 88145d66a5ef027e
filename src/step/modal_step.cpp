#include "step/modal_step.h"

#include <algorithm>
#include <cmath>

#include "core/tuned.h"

namespace conjac {
namespace {

// The kick's tangent is cut off here: nearer to half a swing per step it has a pole.
CONJAC_TUNED(double, kSteepest, 1);

}  // namespace

void ModalStep::reserve(int modes, int full_size) {
  for (VectorXd* vector : {&u_, &force_, &expected_, &kicks_}) vector->setZero(modes);
  momentum_.setZero(full_size);
}

/// Solves y'' + a y' + w^2 y = g over h. The answer to g, (1 - k - a/2 s) / w^2, is written so that
/// little cancels; where w h is small the mode flies free.
ModalStep::Swing ModalStep::swing(double square, double h, double damping) {
  const double half = damping / 2, decay = std::exp(-half * h);
  const double inside = square - half * half;  // of the damped frequency, squared
  const double angle = std::sqrt(std::abs(inside)) * h;
  const double s = angle < 1e-4 ? h * (1 - inside * h * h / 6)
                   : inside > 0 ? std::sin(angle) / angle * h
                                : std::sinh(angle) / angle * h;
  const double versine = inside > 0 ? 2 * std::pow(std::sin(angle / 2), 2)  // 1 - cos
                                    : -2 * std::pow(std::sinh(angle / 2), 2);
  Swing result;
  result.u_to_y = decay * s;
  result.u_to_u = decay * (1 - versine - half * s);
  if (square * h * h < 1e-8) {
    const double z = damping * h;  // (z - 1 + e^-z) / z^2
    const double free = z < 1e-3 ? 0.5 - z / 6 + z * z / 24 : (z + std::expm1(-z)) / (z * z);
    result.g_to_y = free * h * h;
  } else {
    result.g_to_y = (-std::expm1(-half * h) + decay * (versine - half * s)) / square;
  }
  const double turned = std::sqrt(square) * h / 2, tangent = std::tan(turned);
  result.kick = turned < 1e-4 ? h / 2 : h / 2 * std::clamp(tangent, -kSteepest, kSteepest) / turned;
  return result;
}

void ModalStep::swing(const Modes& modes, const Input& in, VectorXd& v, VectorXd& dx) {
  const Jacobian &phi = modes.phi(), &psi = modes.psi();
  const int n = modes.count();
  v = in.c;
  dx = in.h * in.c;
  damped_ = dropped_ = 0;
  if (n == 0) return;
  auto u = u_.head(n), g = force_.head(n), expected = expected_.head(n);
  momentum_ = in.mass.cwiseProduct(in.v0 - in.c);
  phi.transposed_product(momentum_, u);
  const double began = u.squaredNorm();
  dropped_ = std::max(0.0, 0.5 * (momentum_.cwiseAbs2().cwiseQuotient(in.mass).sum() - began));
  psi.transposed_product(in.force, g);
  const bool touches = in.touch != nullptr && in.touch->any();
  if (touches) in.touch->swing(modes, in.h, in.damping, u, expected, g);
  for (int i = 0; i < n; ++i) {
    const double square = modes.squares()[i];
    const Swing mode = swing(square, in.h, in.damping);
    const double y = touches ? expected[i] : mode.u_to_y * u[i] + mode.g_to_y * g[i];
    if (!touches) u[i] = mode.u_to_u * u[i] + mode.u_to_y * g[i];
    if (in.damping > 0 && !touches) damped_ += (g[i] - 0.5 * square * y) * y;
    kicks_[i] = mode.kick;
    expected[i] = g[i] - square * y;
    g[i] = y;
  }
  // Without damping a swing keeps its energy; through contacts it is known where it begins and ends.
  const double ended = u.squaredNorm();
  if (in.damping > 0)
    damped_ = touches ? 0.5 * in.damping * in.h * (began + ended)
                      : std::max(0.0, damped_ + 0.5 * (began - ended));
  phi.add_product(u, v);
  psi.add_product(g, dx);
}

double ModalStep::kick(const Modes& modes, const VectorXd& force_there, VectorXd& v) {
  const int n = modes.count();
  if (n == 0) return 0;
  auto kick = force_.head(n);
  modes.psi().transposed_product(force_there, kick);
  kick = kicks_.head(n).cwiseProduct(kick - expected_.head(n));
  modes.phi().add_product(kick, v);
  double swing = u_.head(n).squaredNorm();
  for (int i = 0; i < n; ++i)
    if (modes.squares()[i] > 0) swing += expected_[i] * expected_[i] / modes.squares()[i];
  return swing > 0 ? std::sqrt(kick.squaredNorm() / swing) : 0.0;
}

}  // namespace conjac
