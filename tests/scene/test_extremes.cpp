#include <gtest/gtest.h>

#include "scene/world.h"
#include "support/contact_scenes.h"

namespace conjac {
namespace {

struct Tally {
  int most_tries = 0, in_parts = 0, steps = 0;
  StepReport last;
};

Tally taken(const SceneSpec& scene, int steps) {
  World<3> world(scene);
  Tally tally;
  for (int i = 0; i < steps && tally.last.status == StepStatus::ok; ++i) {
    tally.last = world.advance();
    tally.most_tries = std::max(
        tally.most_tries,
        tally.last.undone + (tally.last.status == StepStatus::ok ? tally.last.substeps : 0));
    tally.in_parts += tally.last.substeps > 1;
    ++tally.steps;
    EXPECT_TRUE(world.state().x.allFinite());
  }
  return tally;
}

SceneSpec changed(SceneSpec scene, double young, double density, double step) {
  for (MaterialSpec& material : scene.materials) {
    material.density = 1000 * density;
    for (LawSpec& law : material.laws) law.young = 3e4 * young;
  }
  scene.time.step = step;
  return scene;
}

/// However soft, heavy or light a body is for its step: a step takes twenty tries at most, and one
/// that fails says what to change.
TEST(Extremes, NoStepCostsMoreThanTwentyTimesTheUsual) {
  int strained = 0;
  for (const double young : {1e-5, 1e-3, 1.0, 1e3})
    for (const double density : {0.01, 1.0, 100.0})
      for (const bool falls : {true, false}) {
        const SceneSpec scene =
            changed(falls ? test::dropped_block(0.0) : test::hanging_bar(), young, density, 0.02);
        const Tally tally = taken(scene, 6);
        SCOPED_TRACE("young x " + std::to_string(young) + ", density x " + std::to_string(density) +
                     (falls ? ", falls" : ", hangs"));
        EXPECT_LE(tally.most_tries, 20);
        strained += tally.in_parts > 0 || tally.last.undone > 0;
        if (tally.last.status == StepStatus::ok) continue;
        EXPECT_NE(tally.last.message.find("time.step"), std::string::npos) << tally.last.message;
        EXPECT_NE(tally.last.message.find("worst at node "), std::string::npos)
            << tally.last.message;
      }
  EXPECT_GT(strained, 0) << "nothing here was hard";
}

}  // namespace
}  // namespace conjac
