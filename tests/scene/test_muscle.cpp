#include <gtest/gtest.h>

#include "scene/world.h"
#include "scenefile/parse.h"
#include "support/paths.h"

namespace conjac {
namespace {

SceneSpec scene_file(const std::string& name) {
  return read_scene(test::source_dir() + "/scenes/" + name + ".json", {});
}

/// Elbow angle over the run, in degrees.
std::vector<double> elbow(SceneSpec scene, double seconds) {
  World<2> world(scene);
  std::vector<double> angle;
  while (world.state().time < seconds - 1e-9) {
    if (world.advance().status != StepStatus::ok) return {};
    angle.push_back(world.state().q[1] * 180 / M_PI);
  }
  return angle;
}

TEST(Muscle, IsTheFourUnknownSystemOfThePaper) {
  World<2> world(scene_file("muscle"));
  EXPECT_NEAR(world.mesh().nodes(), 262, 5);
  EXPECT_NEAR(world.mesh().element_count(), 438, 8);
  EXPECT_EQ(world.jacobian().cols(), 4);
  double bones = 0;
  for (int i = 0; i < 2; ++i) bones += world.skeleton().tree().link(i).body.mass;
  EXPECT_GT(world.mass().sum() / 2, bones);
}

TEST(Muscle, FlexesTheArmAndLetsItSwingByEveryMethod) {
  SceneSpec scene = scene_file("muscle");
  const std::vector<double> dynamic = elbow(scene, 4.0);
  scene.roles.clear();
  const std::vector<double> quasistatic = elbow(scene, 4.0);
  scene = scene_file("muscle");
  scene.method.method = Method::vanilla;
  const std::vector<double> vanilla = elbow(scene, 4.0);
  for (const std::vector<double>& angle : {dynamic, quasistatic, vanilla}) {
    ASSERT_EQ(angle.size(), 800u);
    // Flexed by more than 10 degrees at 1.4 s, back again at the end.
    EXPECT_GT(angle[280] - angle[98], 10);
    EXPECT_LT(angle.back(), angle[280] - 10);
  }
  // While it is flexed all say nearly the same; the way there differs.
  EXPECT_NEAR(dynamic[290], vanilla[290], 3);
  EXPECT_NEAR(quasistatic[290], vanilla[290], 3);
}

/// The static pose of the whole scene under constant activation, by four ways.
TEST(Muscle, StaticPoseIsTheSameByEveryWay) {
  SceneSpec scene = scene_file("muscle");
  scene.timeline.clear();
  scene.materials[0].laws[1].activation = 0.7;
  scene.method.damping = 20;
  World<2> still(scene);
  const EquilibriumResult result = still.equilibrate();
  ASSERT_TRUE(result.converged) << result.residual;
  EXPECT_GT(still.state().q[1], 0.2);  // it is flexed
  SceneSpec follows = scene, vanilla = scene;
  follows.roles.clear();
  vanilla.method.method = Method::vanilla;
  for (const SceneSpec& way : {scene, follows, vanilla}) {
    World<2> moving(way);
    for (int step = 0; step < 1500; ++step) ASSERT_EQ(moving.advance().status, StepStatus::ok);
    EXPECT_LT((moving.state().q - still.state().q).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT((moving.state().x - still.state().x).cwiseAbs().maxCoeff(), 1e-8 * still.size());
  }
}

}  // namespace
}  // namespace conjac
