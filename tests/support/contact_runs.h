#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "scene/world.h"
#include "support/contact_scenes.h"

namespace conjac::test {

/// Centre of mass.
inline Eigen::Vector3d middle(const World<3>& world) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i < world.mesh().nodes(); ++i)
    sum += world.mass()[3 * i] * world.state().x.segment<3>(3 * i);
  return 3 * sum / world.mass().sum();
}

/// Steps for so long; returns the last report.
inline StepReport run(World<3>& world, double seconds) {
  StepReport report;
  const int steps = static_cast<int>(std::lround(seconds / world.spec().time.step));
  for (int step = 0; step < steps; ++step) {
    report = world.advance();
    EXPECT_EQ(report.status, StepStatus::ok) << report.message;
    if (report.status != StepStatus::ok) break;
  }
  return report;
}

struct Way {
  const char* name;
  Method method;
  Integrator integrator;
};
inline constexpr Way kWays[] = {{"trapezoidal", Method::conjac, Integrator::trapezoidal},
                                {"linear-implicit", Method::conjac, Integrator::linear_implicit},
                                {"vanilla", Method::vanilla, Integrator::linear_implicit}};

inline SceneSpec by(const Way& way, SceneSpec scene) {
  scene.method.method = way.method;
  scene.method.integrator = way.integrator;
  return scene;
}

}  // namespace conjac::test
