// Several bodies in one scene: one mesh that knows whose elements are whose.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "conjac/error.h"
#include "scene/body.h"
#include "scene/select.h"
#include "scene/world.h"
#include "scenefile/parse.h"

namespace conjac {
namespace {

// Two cubes of one kilogram per litre, side by side, one of them thrown.
SceneSpec two_cubes(const std::string& extra = "") {
  return parse_scene(R"({
    "bodies": [
      {"name": "left", "mesh": {"box": {"cells": [2, 2, 2], "size": [0.1, 0.1, 0.1]}}},
      {"name": "right", "velocity": [0, 2, 0], "spin": [0, 0, 3],
       "mesh": {"box": {"cells": [3, 2, 2], "size": [0.1, 0.1, 0.1], "origin": [0.2, 0, 0]}},
       "placement": {"dynamic": 4}}],
    "materials": [{"laws": [{"law": "SNH", "young": 1e5, "poisson": 0.4}]},
                  {"select": {"body": ["right"]}, "density": 2000,
                   "laws": [{"law": "SNH", "young": 1e6, "poisson": 0.3}]}],
    "roles": [{"role": "fixed", "select": {"body": ["left"]}}])" +
                         extra + "}",
                     "two.json", ".");
}

TEST(Bodies, BecomeOneMeshWithLabels) {
  const SceneSpec scene = two_cubes();
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  ASSERT_EQ(mesh.nodes(), 27 + 36);
  ASSERT_EQ(mesh.element_count(), 6 * 8 + 6 * 12);
  for (int e = 0; e < mesh.element_count(); ++e) EXPECT_EQ(mesh.body_of(e), e < 48 ? 0 : 1);
  const std::vector<char> right = body_nodes(mesh, 1);
  for (int i = 0; i < mesh.nodes(); ++i) EXPECT_EQ(right[i], mesh.rest[i][0] > 0.15) << i;
  Selection selection;
  selection.shapes = {SelectBody{{"right"}}};
  EXPECT_EQ(select_nodes(mesh, selection).size(), 36u);
  EXPECT_EQ(select_elements(mesh, selection).size(), 72u);
}

TEST(Bodies, HaveTheirOwnMaterialPlacementAndMotion) {
  World<3> world(two_cubes());
  int placed = 0;
  for (const Representative& r : world.representatives())
    placed += world.mesh().rest[r.node][0] > 0.15;
  EXPECT_EQ(placed, 4);
  EXPECT_EQ(world.representatives().size(), 4u);  // the left cube is held altogether

  Vec<3> momentum = Vec<3>::Zero();
  double mass = 0;
  for (int i = 27; i < world.mesh().nodes(); ++i) {
    momentum += world.mass()[3 * i] * world.state().v.nodes.segment<3>(3 * i);
    mass += world.mass()[3 * i];
    // v = v0 + spin x arm about the cube's middle
    const Vec<3> arm = world.mesh().rest[i] - Vec<3>(0.25, 0.05, 0.05);
    const Vec<3> spin(0, 0, 3), expected = Vec<3>(0, 2, 0) + spin.cross(arm);
    EXPECT_LT((world.state().v.nodes.segment<3>(3 * i) - expected).norm(), 1e-12);
  }
  EXPECT_NEAR(mass, 2.0, 1e-12);
  EXPECT_LT((momentum - Vec<3>(0, 4, 0)).norm(), 1e-12);
  EXPECT_EQ(world.state().v.nodes.head(81).norm(), 0);

  // Thrown upwards it follows the parabola, the other one stays.
  for (int k = 0; k < 20; ++k) ASSERT_EQ(world.advance().status, StepStatus::ok);
  double height = 0;
  for (int i = 27; i < world.mesh().nodes(); ++i)
    height += world.mass()[3 * i] * world.state().x[3 * i + 1] / mass;
  const double t = world.state().time;
  EXPECT_NEAR(height, 0.05 + 2 * t - 0.5 * 9.81 * t * t, 1e-3);
  EXPECT_LT((world.state().x.segment<3>(0) - world.mesh().rest[0]).norm(), 1e-15);
}

TEST(Bodies, MistakesAreNamed) {
  const auto says = [](const std::string& text, const std::string& part) {
    try {
      World<3> world(parse_scene(text, "f.json", "."));
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const std::string box = R"({"box": {"cells": [1, 1, 1], "size": [1, 1, 1]}})";
  const std::string tail = R"("materials": [{"laws": [{"law": "SNH"}]}]})";
  says("{" + tail, "mesh: this key is missing");
  says("{\"mesh\": " + box + R"(, "bodies": [{"name": "a", "mesh": )" + box + "}], " + tail,
       "both `mesh` and `bodies` are given");
  says(R"({"bodies": [{"name": "a", "mesh": )" + box + R"(}, {"name": "a", "mesh": )" + box +
           "}], " + tail,
       "must have different names");
  says(R"({"bodies": [{"name": "a", "mesh": )" + box +
           R"(}], "roles": [{"role": "fixed", "select": {"body": ["b"]}}], )" + tail,
       "there is no body \"b\"; the scene has a");
}

TEST(Bodies, AreWrittenAsTheyWereRead) {
  const SceneSpec scene = two_cubes();
  const std::string text = scene_to_json(scene);
  EXPECT_EQ(scene_to_json(parse_scene(text, "again.json", ".")), text);
  EXPECT_EQ(text.find("\"mesh\": {}"), std::string::npos);
}

}  // namespace
}  // namespace conjac
