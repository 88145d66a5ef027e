#include <gtest/gtest.h>

#include <fstream>

#include "conjac/error.h"
#include "scene/body.h"
#include "scene/materials.h"
#include "scene/script.h"
#include "scene/select.h"
#include "support/small_scenes.h"
#include "support/temp_dir.h"

namespace conjac {
namespace {

SceneSpec unit_box() {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{2, 2, 2}, {2, 2, 2}, {0, 0, 0}};
  scene.materials.push_back(test::soft());
  return scene;
}

Mesh<3> mesh_of(const SceneSpec& scene) {
  return build_shape<3>(scene).mesh;
}

VectorXd flat(const Mesh<3>& mesh) {
  VectorXd x(mesh.nodes() * 3);
  for (int i = 0; i < mesh.nodes(); ++i) x.segment<3>(3 * i) = mesh.rest[i];
  return x;
}

TEST(Select, EveryShapeOnAGridOfTwentySevenNodes) {
  const Mesh<3> mesh = mesh_of(unit_box());
  const auto count = [&](const SelectShape& shape) {
    return select_nodes(mesh, Selection{{shape}, "here"}).size();
  };
  EXPECT_EQ(count(SelectAll{}), 27u);
  EXPECT_EQ(count(SelectIndex{{0, 26, 0}}), 2u);
  EXPECT_EQ(count(SelectNearest{{0.9, 0.1, 0}, 1}), 1u);
  EXPECT_EQ(count(SelectNearest{{1, 1, 1}, 7}), 7u);
  EXPECT_EQ(count(SelectBox{{0, 0, 0}, {1, 1, 1}}), 8u);
  EXPECT_EQ(count(SelectSphere{{1, 1, 1}, 1.01}), 7u);
  EXPECT_EQ(count(SelectSlice{2, 2.0, 1e-6}), 9u);
  EXPECT_EQ(count(SelectPlane{{0, 0.5, 0}, {0, 1, 0}}), 18u);
  EXPECT_EQ(count(SelectRegion{{0}}), 27u);
  EXPECT_EQ(select_nodes(mesh, Selection{{SelectIndex{{3}}, SelectIndex{{4, 3}}}, "union"}).size(),
            2u);
  EXPECT_EQ(select_elements(mesh, Selection{{SelectBox{{0, 0, 0}, {1, 2, 2}}}, "half"}).size(),
            24u);
}

TEST(Select, NothingSelectedSaysWhereAndWhatThereIs) {
  const Mesh<3> mesh = mesh_of(unit_box());
  try {
    select_nodes(mesh, Selection{{SelectSphere{{9, 9, 9}, 1}}, "a.json:3:7: roles[0].select"});
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(text.find("a.json:3:7: roles[0].select"), std::string::npos) << text;
    EXPECT_NE(text.find("y in [0, 2]"), std::string::npos) << text;
  }
  EXPECT_THROW(select_nodes(mesh, Selection{{SelectIndex{{27}}}, "x"}), Error);
}

TEST(Script, FixedIsPinnedUntilThereIsARelease) {
  SceneSpec scene = unit_box();
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
  EXPECT_EQ(Script<3>(mesh_of(scene), scene).pinned()[0], 1);
  scene.timeline.push_back(ReleaseEvent{{{SelectIndex{{0}}}, "r"}, 0.5});
  Script<3> script(mesh_of(scene), scene);
  EXPECT_EQ(script.pinned()[0], 0);
  EXPECT_EQ(script.pinned()[3], 1);
  const VectorXd x = flat(mesh_of(scene));
  EXPECT_TRUE(script.update_holds(0, x));
  EXPECT_EQ(script.held_nodes().size(), 9u);
  EXPECT_FALSE(script.update_holds(0.4, x));
  EXPECT_TRUE(script.update_holds(0.5, x));
  EXPECT_EQ(script.held_nodes().size(), 8u);
}

TEST(Script, AnInstantIsAPartOfAStepHoweverShortTheSteps) {
  for (const double h : {1e-9, 0.01, 10.0}) {
    SceneSpec scene = unit_box();
    scene.time.step = 0.005;  // changed by set_time_step() below
    scene.roles.push_back({NodeRole::fixed, test::slice(0, 0)});
    scene.timeline.push_back(ReleaseEvent{scene.roles[0].select, 3 * h});
    Script<3> script(mesh_of(scene), scene);
    script.set_time_step(h);
    const VectorXd x = flat(mesh_of(scene));
    script.update_holds(0, x);
    script.update_holds(2 * h, x);
    EXPECT_EQ(script.held_nodes().size(), 9u) << h;
    script.update_holds(3 * h * (1 - 1e-12), x);  // the same but for rounding
    EXPECT_TRUE(script.held_nodes().empty()) << h;
  }
}

TEST(Script, AGrabbedNodeMovesFromWhereItIsAndIsLetGo) {
  SceneSpec scene = unit_box();
  MoveEvent move;
  move.select = {{SelectIndex{{26}}}, "tip"};
  move.start = 1;
  move.end = 2;
  move.translate = {0, 4, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 3});
  Script<3> script(mesh_of(scene), scene);
  VectorXd x = flat(mesh_of(scene)), target = x;
  script.update_holds(0, x);
  EXPECT_TRUE(script.held_nodes().empty());
  x[26 * 3] += 0.5;  // it has moved before it is grabbed
  script.update_holds(1, x);
  ASSERT_EQ(script.held_nodes(), std::vector<int>{26});
  EXPECT_TRUE(script.targets(1.25, x, target));
  EXPECT_NEAR(target[26 * 3], 2.5, 1e-12);
  EXPECT_NEAR(target[26 * 3 + 1], 2 + 4 * 0.15625, 1e-12);  // 3 s^2 - 2 s^3 at s = 1/4
  script.targets(2.5, x, target);
  EXPECT_NEAR(target[26 * 3 + 1], 6, 1e-12);
  script.update_holds(3, x);
  EXPECT_TRUE(script.held_nodes().empty());
}

TEST(Script, RotationsAndTwistsTurnAboutTheirAxis) {
  SceneSpec scene = unit_box();
  scene.roles.push_back({NodeRole::fixed, test::everything()});
  MoveEvent turn;
  turn.select = test::everything();
  turn.end = 1;
  turn.rotate = {{0, 0, 1}, {0, 0, 0}, 90};
  scene.timeline.push_back(turn);
  MoveEvent twist;
  twist.select = test::everything();
  twist.start = 2;
  twist.end = 3;
  twist.rotate = {{0, 0, 1}, {0, 0, 0}, 0};
  twist.twist = 45;  // 90 degrees at z = 2
  scene.timeline.push_back(twist);
  const Mesh<3> mesh = mesh_of(scene);
  Script<3> script(mesh, scene);
  const VectorXd x = flat(mesh);
  VectorXd target = x;
  script.update_holds(0, x);
  script.targets(1, x, target);
  const int corner = nearest_node(mesh, Vec<3>(2, 0, 2));
  EXPECT_LT((Vec<3>(target.segment<3>(3 * corner)) - Vec<3>(0, 2, 2)).norm(), 1e-12);
  script.targets(3, x, target);
  EXPECT_LT((Vec<3>(target.segment<3>(3 * corner)) - Vec<3>(-2, 0, 2)).norm(), 1e-12);
}

TEST(Script, LoadsAreSharedAndRampedActivationsFollowEachOther) {
  SceneSpec scene = unit_box();
  scene.timeline.push_back(LoadEvent{test::slice(0, 2), {9, 0, 0}, 1, 2, 0.5, {}});
  scene.timeline.push_back(ActivateEvent{test::everything(), 0, 1, 1.0, Ease::linear, {}});
  scene.timeline.push_back(ActivateEvent{test::everything(), 2, 3, 0.0, Ease::linear, {}});
  const Mesh<3> mesh = mesh_of(scene);
  Script<3> script(mesh, scene);
  VectorXd load(mesh.nodes() * 3);
  EXPECT_FALSE(script.loads(1, load));
  EXPECT_TRUE(script.loads(1.25, load));
  EXPECT_NEAR(load.sum(), 4.5, 1e-12);
  script.loads(2, load);
  EXPECT_NEAR(load.sum(), 9, 1e-12);
  EXPECT_NEAR(load.maxCoeff(), 1, 1e-12);
  EXPECT_FALSE(script.loads(2.1, load));
  EXPECT_NEAR(script.activations(0.5)[0].value, 0.5, 1e-12);
  EXPECT_NEAR(script.activations(1.5)[0].value, 1, 1e-12);
  EXPECT_NEAR(script.activations(2.25)[0].value, 0.75, 1e-12);
}

TEST(Materials, LayersGradientsAndLastOneWins) {
  SceneSpec scene = unit_box();
  scene.materials[0].density = Gradient{{0, 0, 0}, {2, 0, 0}, 1000, 3000};
  scene.materials[0].laws[0].young = Layers{1, {1}, {1e4, 1e5}};
  MaterialSpec patch = test::soft(7e4);
  patch.select = {{SelectBox{{0, 0, 0}, {1, 1, 1}}}, "corner"};
  scene.materials.push_back(patch);
  const Mesh<3> mesh = mesh_of(scene);
  const MaterialField<3> field = material_field(mesh, scene);
  ASSERT_EQ(field.terms.size(), 2u);
  EXPECT_EQ(field.terms[1].elements.size(), 6u);
  EXPECT_NEAR(field.terms[1].parameters[0].mu, 7e4 / 2.8, 1e-9);
  for (std::size_t k = 0; k < field.terms[0].elements.size(); ++k) {
    const int e = field.terms[0].elements[k];
    Vec<3> centroid = Vec<3>::Zero();
    for (int node : mesh.elements[e]) centroid += mesh.rest[node] / 4;
    EXPECT_NEAR(field.density[e], 1000 + 1000 * centroid[0], 1e-9);
    EXPECT_NEAR(field.terms[0].parameters[k].mu, (centroid[1] < 1 ? 1e4 : 1e5) / 2.8, 1e-9);
  }
}

TEST(Materials, FibreFieldsPointWhereTheySay) {
  SceneSpec scene = unit_box();
  LawSpec fibre;
  fibre.law = "aFUNG";
  const Mesh<3> mesh = mesh_of(scene);
  const auto directions = [&](const FiberField& field) {
    fibre.fibers = field;
    scene.materials[0].laws = {fibre};
    return material_field(mesh, scene).terms[0];
  };
  const Triple middle{1, 0, 1}, up{0, 1, 0};
  const auto radial = directions(RadialFibers{middle, up});
  const auto around = directions(CircumferentialFibers{middle, up});
  const auto helix = directions(HelicalFibers{middle, up, 30});
  for (std::size_t k = 0; k < radial.parameters.size(); ++k) {
    EXPECT_NEAR(radial.parameters[k].fiber.norm(), 1, 1e-12);
    EXPECT_NEAR(radial.parameters[k].fiber.dot(around.parameters[k].fiber), 0, 1e-12);
    EXPECT_NEAR(radial.parameters[k].fiber[1], 0, 1e-12);
    EXPECT_NEAR(helix.parameters[k].fiber[1], 0.5, 1e-12);
    EXPECT_NEAR(helix.parameters[k].fiber.dot(radial.parameters[k].fiber), 0, 1e-12);
  }
}

TEST(Materials, AFibreFileOfTheWrongLengthIsRefused) {
  const test::TempDir folder;
  const std::string path = folder.file("fibres.txt");
  std::ofstream(path) << "# direction\n1 0 0\n0 nan 0\n";
  SceneSpec scene = unit_box();
  LawSpec fibre;
  fibre.law = "aSTVK";
  fibre.fibers = FiberFile{path};
  scene.materials[0].laws.push_back(fibre);
  try {
    material_field(mesh_of(scene), scene);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("fibres.txt:3"), std::string::npos) << error.what();
  }
  std::ofstream(path) << "1 0 0\n0 1 0\n";
  EXPECT_THROW(material_field(mesh_of(scene), scene), Error);
}

}  // namespace
}  // namespace conjac
