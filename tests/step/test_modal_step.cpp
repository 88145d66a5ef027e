#include "step/modal_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace conjac {
namespace {

/// y'' + a y' + w^2 y = g in a million small steps.
struct Fine {
  double y = 0, u = 0;
  Fine(double square, double h, double a, double start, double g) {
    const int steps = 400000;
    const double dt = h / steps;
    u = start;
    for (int k = 0; k < steps; ++k) {
      u = ((1 - a * dt / 2) * u + dt * (g - square * (y + dt * u / 2))) / (1 + a * dt / 2);
      y += dt * u;
    }
  }
};

TEST(ModalStep, SwingsAsTheDampedOscillatorDoes) {
  const double h = 0.1;
  for (double square : {0.0, 1e-12, 1e-7, 1.0, 400.0, 1e5})
    for (double a : {0.0, 1e-6, 3.0, 200.0}) {
      const ModalStep::Swing swing = ModalStep::swing(square, h, a);
      const Fine moving(square, h, a, 1, 0), pushed(square, h, a, 0, 1);
      const double slack = 1e-4;
      EXPECT_NEAR(swing.u_to_y, moving.y, slack * h) << square << " " << a;
      EXPECT_NEAR(swing.u_to_u, moving.u, slack * (1 + std::sqrt(square) * h))
          << square << " " << a;
      EXPECT_NEAR(swing.g_to_y, pushed.y, slack * h * h) << square << " " << a;
      EXPECT_NEAR(swing.u_to_y, pushed.u, slack * h) << square << " " << a;
    }
}

TEST(ModalStep, KeepsEnergyWhateverTheStep) {
  for (double angle : {1e-6, 0.1, 1.0, std::numbers::pi, 40.0}) {
    const double square = 25, h = angle / 5;
    const ModalStep::Swing swing = ModalStep::swing(square, h, 0);
    const double g = 2, u = 0.3;  // about y = g / w^2
    const double y1 = swing.u_to_y * u + swing.g_to_y * g, u1 = swing.u_to_u * u + swing.u_to_y * g;
    EXPECT_NEAR(0.5 * u1 * u1 + 0.5 * square * y1 * y1 - g * y1, 0.5 * u * u, 1e-12);
  }
}

}  // namespace
}  // namespace conjac
