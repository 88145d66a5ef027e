#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "conjac/error.h"
#include "scenefile/parse.h"
#include "support/paths.h"

namespace conjac {
namespace {

const std::string kScenes = test::source_dir() + "/scenes";

std::string temporary_folder(const std::string& name) {
  const std::string folder = testing::TempDir() + "conjac_" + name;
  std::filesystem::create_directories(folder);
  return folder;
}

/// The shortest complete scene; `more` adds keys.
std::string small_scene(const std::string& more = "") {
  return R"({"mesh": {"box": {"cells": [2, 2, 2], "size": [1, 1, 1]}},
             "materials": [{"laws": [{"law": "SNH"}]}])" +
         (more.empty() ? "" : ", " + more) + "}";
}

SceneSpec parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scene(text, "test.json", ".", overrides);
}

TEST(Parse, MissingKeysKeepTheirDefaults) {
  const SceneSpec scene = parse(small_scene());
  const SceneSpec fresh;
  EXPECT_EQ(scene.name, "test");  // from the file's name
  EXPECT_EQ(scene.file, "test.json");
  EXPECT_EQ(scene.gravity, fresh.gravity);
  EXPECT_EQ(scene.time.step, fresh.time.step);
  EXPECT_EQ(scene.method.integrator, fresh.method.integrator);
  EXPECT_FALSE(scene.method.beta);
  ASSERT_EQ(scene.materials.size(), 1u);
  ASSERT_EQ(scene.materials[0].select.shapes.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<SelectAll>(scene.materials[0].select.shapes[0]));
  EXPECT_EQ(std::get<double>(scene.materials[0].laws[0].young), 1e5);
}

/// The same for laws by name, curves, probes and combined selections.
TEST(Parse, KeysOfLawsAndCurvesReachTheirMembers) {
  const SceneSpec scene = read_scene(test::source_dir() + "/tests/scenefile/every_key.json");
  const std::vector<LawSpec>& laws = scene.materials.at(2).laws;
  ASSERT_EQ(laws.size(), 5u);
  EXPECT_EQ(laws[0].law, "MR");
  EXPECT_EQ(laws[0].second_invariant, 0.1);
  EXPECT_EQ(laws[1].law, "OGDEN");
  EXPECT_EQ(laws[1].exponents, (std::vector<double>{1.3, 5, -2}));
  EXPECT_EQ(laws[1].shares, (std::vector<double>{0.9, 0.05, 0.05}));
  EXPECT_EQ(scene.materials.at(3).preset, "liver");
  EXPECT_TRUE(scene.materials[3].laws.empty());

  EXPECT_EQ(std::get<LoadEvent>(scene.timeline.at(2)).curve.expression, "sin(2*pi*t)");
  EXPECT_FALSE(std::get<MoveEvent>(scene.timeline.at(0)).curve.given());
  const auto& gravity = std::get<GravityEvent>(scene.timeline.at(7));
  EXPECT_EQ(gravity.start, 0.2);
  EXPECT_EQ(gravity.end, 0.3);
  EXPECT_EQ(gravity.to, (Triple{1, 2, 3}));
  EXPECT_EQ(gravity.ease, Ease::linear);
  ASSERT_EQ(gravity.curve.table.size(), 3u);
  EXPECT_EQ(gravity.curve.table[1], (std::array<double, 2>{0.25, 0.5}));

  const auto& pressure = std::get<PressureEvent>(scene.timeline.at(8));
  EXPECT_EQ(pressure.value, -300);
  EXPECT_EQ(pressure.start, 0.1);
  EXPECT_EQ(pressure.end, 0.6);
  EXPECT_EQ(pressure.ramp, 0.05);
  EXPECT_EQ(pressure.curve.expression, "1 + t");
  ASSERT_EQ(scene.springs.size(), 2u);
  EXPECT_EQ(scene.springs[0].stiffness, 12);
  EXPECT_EQ(scene.springs[0].rest_length, 0.25);
  EXPECT_TRUE(std::holds_alternative<SpringToNodes>(scene.springs[0].end));
  EXPECT_EQ(std::get<SpringToPoint>(scene.springs[1].end).at, (Triple{1, 2, 3}));
  EXPECT_FALSE(scene.springs[1].rest_length);
  ASSERT_EQ(scene.welds.size(), 1u);
  EXPECT_EQ(scene.welds[0].within, 0.002);

  ASSERT_EQ(scene.probes.size(), 1u);
  EXPECT_EQ(scene.probes[0].name, "tip");
  const auto& all = std::get<SelectAllOf>(scene.probes[0].select.shapes.at(0));
  ASSERT_EQ(all.of.size(), 2u);
  EXPECT_TRUE(std::get<SelectSurface>(all.of[0].shapes.at(0)).on);
  const auto& none = std::get<SelectNot>(all.of[1].shapes.at(0));
  EXPECT_TRUE(std::holds_alternative<SelectSlice>(none.of.at(0).shapes.at(0)));
}

/// Selections that double with every name are refused before they fill the memory.
TEST(Parse, SelectionsThatGrowWithoutEndAreRefused) {
  std::string text = R"({"mesh": {"box": {"cells": [1, 1, 1], "size": [1, 1, 1]}},
    "materials": [{"laws": [{"law": "SNH"}]}], "selections": {"s0": {"surface": true})";
  for (int k = 1; k < 40; ++k) {
    const std::string before = "\"s" + std::to_string(k - 1) + "\"";
    text += ", \"s" + std::to_string(k) + "\": {\"all_of\": [" + before + ", " + before + "]}";
  }
  text += "}}";
  try {
    parse(text);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("grows beyond 10000 shapes"), std::string::npos);
  }
}

/// Every key once, with a value that is not its default, against members named by hand: the table
/// cannot mix two of them up unnoticed.
TEST(Parse, EveryKeyReachesItsMember) {
  const SceneSpec scene = read_scene(test::source_dir() + "/tests/scenefile/every_key.json");
  EXPECT_EQ(scene.name, "every key");
  EXPECT_EQ(scene.description, "Grüße");

  const BoxMesh& box = std::get<BoxMesh>(scene.mesh.source);
  EXPECT_EQ(box.cells, (std::array<int, 3>{3, 4, 5}));
  EXPECT_EQ(box.size, (Triple{0.1, 0.2, 0.3}));
  EXPECT_EQ(box.origin, (Triple{-1, -2, -3}));
  EXPECT_EQ(scene.mesh.scale, 0.5);
  EXPECT_EQ(scene.mesh.rotate.axis, (Triple{1, 1, 0}));
  EXPECT_EQ(scene.mesh.rotate.center, (Triple{4, 5, 6}));
  EXPECT_EQ(scene.mesh.rotate.degrees, 30);
  EXPECT_EQ(scene.mesh.translate, (Triple{7, 8, 9}));

  ASSERT_EQ(scene.materials.size(), 4u);
  const Gradient& density = std::get<Gradient>(scene.materials[0].density);
  EXPECT_EQ(density.from, (Triple{0, 1, 0}));
  EXPECT_EQ(density.to, (Triple{0, 2, 0}));
  EXPECT_EQ(density.from_value, 900);
  EXPECT_EQ(density.to_value, 1100);
  ASSERT_EQ(scene.materials[0].laws.size(), 6u);
  const std::vector<LawSpec>& laws = scene.materials[0].laws;
  EXPECT_EQ(laws[0].law, "SNH");
  const Layers& young = std::get<Layers>(laws[0].young);
  EXPECT_EQ(young.axis, 2);
  EXPECT_EQ(young.boundaries, (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(young.values, (std::vector<double>{1e4, 2e4, 3e4}));
  EXPECT_EQ(std::get<double>(laws[0].poisson), 0.45);
  EXPECT_EQ(laws[1].law, "aSTVK");
  EXPECT_EQ(std::get<double>(laws[1].stiffness), 5e4);
  EXPECT_EQ(std::get<double>(laws[1].activation), 0.25);
  EXPECT_EQ(laws[1].shortest, 0.7);
  EXPECT_EQ(std::get<ConstantFibers>(laws[1].fibers).direction, (Triple{1, 2, 3}));
  EXPECT_EQ(laws[2].law, "aFUNG");
  EXPECT_EQ(std::get<RadialFibers>(laws[2].fibers).point, (Triple{1, 0, 0}));
  EXPECT_EQ(std::get<RadialFibers>(laws[2].fibers).axis, (Triple{0, 0, 1}));
  EXPECT_EQ(std::get<CircumferentialFibers>(laws[3].fibers).point, (Triple{2, 0, 0}));
  EXPECT_EQ(std::get<CircumferentialFibers>(laws[3].fibers).axis, (Triple{0, 1, 1}));
  EXPECT_EQ(std::get<HelicalFibers>(laws[4].fibers).point, (Triple{3, 0, 0}));
  EXPECT_EQ(std::get<HelicalFibers>(laws[4].fibers).axis, (Triple{1, 0, 1}));
  EXPECT_EQ(std::get<HelicalFibers>(laws[4].fibers).degrees, -20);
  const std::filesystem::path fibers = std::get<FiberFile>(laws[5].fibers).path;
  EXPECT_TRUE(fibers.is_absolute());
  EXPECT_EQ(fibers.filename(), "every_key.json");

  ASSERT_EQ(scene.obstacles.size(), 7u);
  EXPECT_EQ(scene.obstacles[0].name, "floor");
  EXPECT_EQ(scene.obstacles[0].friction, 0.7);
  EXPECT_EQ(std::get<HalfSpaceObstacle>(scene.obstacles[0].shape).normal, (Triple{0, 2, 0}));
  EXPECT_EQ(std::get<SolidSphere>(scene.obstacles[1].shape).radius, 0.5);
  EXPECT_FALSE(scene.obstacles[1].friction.has_value());
  ASSERT_EQ(scene.obstacles[1].motion.size(), 1u);
  EXPECT_EQ(scene.obstacles[1].motion[0].ease, Ease::linear);
  EXPECT_EQ(scene.obstacles[1].motion[0].rotate.degrees, 45);
  EXPECT_EQ(std::get<SolidBox>(scene.obstacles[2].shape).size, (Triple{1, 2, 3}));
  EXPECT_EQ(std::get<SolidCapsule>(scene.obstacles[3].shape).to, (Triple{0, 3, 0}));
  EXPECT_EQ(std::get<SolidCylinder>(scene.obstacles[4].shape).radius, 0.3);
  EXPECT_EQ(std::get<SurfaceObstacle>(scene.obstacles[5].shape).cells, 32);
  EXPECT_EQ(std::get<SequenceObstacle>(scene.obstacles[6].shape).interval, 0.04);
  EXPECT_TRUE(std::get<SequenceObstacle>(scene.obstacles[6].shape).repeat);
  EXPECT_EQ(scene.contact.stiffness, 123);
  EXPECT_EQ(scene.contact.alpha, 0.2);
  EXPECT_EQ(scene.contact.friction, 0.4);
  EXPECT_FALSE(scene.contact.between);
  EXPECT_TRUE(scene.contact.self);
  EXPECT_TRUE(scene.contact.wake);
  EXPECT_EQ(std::get<SelectRegion>(scene.materials[1].select.shapes[0]).labels,
            (std::vector<int>{-1, 7}));

  ASSERT_EQ(scene.roles.size(), 3u);
  EXPECT_EQ(scene.roles[0].role, NodeRole::fixed);
  EXPECT_EQ(scene.roles[1].role, NodeRole::dynamic);
  EXPECT_EQ(scene.roles[2].role, NodeRole::representative);
  const auto& slice = std::get<SelectSlice>(scene.roles[0].select.shapes.at(0));
  EXPECT_EQ(slice.axis, 1);
  EXPECT_EQ(slice.at, 0.5);
  EXPECT_EQ(slice.tolerance, 1e-3);
  const auto& nearest = std::get<SelectNearest>(scene.roles[1].select.shapes.at(0));
  EXPECT_EQ(nearest.point, (Triple{1, 2, 3}));
  EXPECT_EQ(nearest.count, 4);
  const std::vector<SelectShape>& several = scene.roles[2].select.shapes;
  ASSERT_EQ(several.size(), 6u);
  EXPECT_EQ(std::get<SelectIndex>(several[0]).indices, (std::vector<int>{0, 8}));
  EXPECT_EQ(std::get<SelectBox>(several[1]).min, (Triple{0, 1, 2}));
  EXPECT_EQ(std::get<SelectBox>(several[1]).max, (Triple{3, 4, 5}));
  EXPECT_EQ(std::get<SelectSphere>(several[2]).center, (Triple{6, 7, 8}));
  EXPECT_EQ(std::get<SelectSphere>(several[2]).radius, 9);
  EXPECT_EQ(std::get<SelectPlane>(several[3]).point, (Triple{1, 1, 1}));
  EXPECT_EQ(std::get<SelectPlane>(several[3]).normal, (Triple{0, -1, 0}));
  EXPECT_EQ(std::get<SelectSet>(several[4]).names, (std::vector<std::string>{"left", "right"}));
  EXPECT_TRUE(std::holds_alternative<SelectSlice>(several[5]));
  EXPECT_TRUE(scene.mesh.use_materials);
  EXPECT_EQ(scene.placement.dynamic, 3);
  EXPECT_EQ(scene.placement.representative, 5);
  EXPECT_EQ(scene.placement.seed, 4000000000u);

  ASSERT_EQ(scene.timeline.size(), 9u);
  const CutEvent& disc = std::get<CutEvent>(scene.timeline[4]);
  EXPECT_EQ(disc.time, 0.5);
  EXPECT_EQ(std::get<CutPlane>(disc.cut.shape).point, (Triple{1, 2, 3}));
  EXPECT_EQ(std::get<CutPlane>(disc.cut.shape).normal, (Triple{0, 1, 1}));
  EXPECT_EQ(std::get<CutPlane>(disc.cut.shape).radius, 0.5);
  EXPECT_EQ(disc.cut.bodies, std::vector<std::string>{"ball"});
  EXPECT_FALSE(disc.cut.snap);
  EXPECT_EQ(disc.cut.crumbs, Crumbs::remove);
  EXPECT_EQ(disc.cut.crumb_elements, 7);
  const auto& stroke = std::get<CutSweep>(std::get<CutEvent>(scene.timeline[5]).cut.shape);
  EXPECT_EQ(stroke.points, (std::vector<Triple>{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(stroke.direction, (Triple{0, 1, 0}));
  EXPECT_EQ(stroke.depth, 0.7);
  EXPECT_TRUE(stroke.closed);
  const auto& surface = std::get<CutTriangles>(std::get<CutEvent>(scene.timeline[6]).cut.shape);
  EXPECT_EQ(surface.points.size(), 3u);
  EXPECT_EQ(surface.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
  const MoveEvent& move = std::get<MoveEvent>(scene.timeline[0]);
  EXPECT_EQ(move.start, 0.1);
  EXPECT_EQ(move.end, 0.2);
  EXPECT_EQ(move.translate, (Triple{1, 0, 0}));
  EXPECT_EQ(move.rotate.axis, (Triple{1, 0, 0}));
  EXPECT_EQ(move.rotate.center, (Triple{0, 1, 0}));
  EXPECT_EQ(move.rotate.degrees, 90);
  EXPECT_EQ(move.twist, 12);
  EXPECT_EQ(move.ease, Ease::linear);
  EXPECT_EQ(std::get<ReleaseEvent>(scene.timeline[1]).time, 0.3);
  const LoadEvent& load = std::get<LoadEvent>(scene.timeline[2]);
  EXPECT_EQ(load.force, (Triple{0, -2, 0}));
  EXPECT_EQ(load.start, 0.4);
  EXPECT_EQ(load.end, 0.6);
  EXPECT_EQ(load.ramp, 0.05);
  const ActivateEvent& activate = std::get<ActivateEvent>(scene.timeline[3]);
  EXPECT_EQ(activate.start, 0.7);
  EXPECT_EQ(activate.end, 0.8);
  EXPECT_EQ(activate.value, 0.9);
  EXPECT_EQ(activate.ease, Ease::linear);

  EXPECT_EQ(scene.gravity, (Triple{0, 0, -1}));
  EXPECT_EQ(scene.time.step, 0.001);
  EXPECT_EQ(scene.time.duration, 2);
  EXPECT_EQ(scene.method.method, Method::vanilla);
  EXPECT_EQ(scene.method.integrator, Integrator::bdf2);
  EXPECT_EQ(scene.method.beta, 3.7);
  EXPECT_EQ(scene.method.stabilisation, Stabilisation::pre);
  EXPECT_EQ(scene.method.gamma, 0.2);
  EXPECT_EQ(scene.method.newton_steps, 7);
  EXPECT_FALSE(scene.method.inertia_relief);
  EXPECT_EQ(scene.method.reuse_tolerance, 0.3);
  EXPECT_EQ(scene.method.guard, false);
  EXPECT_EQ(scene.method.guard_levels, 2);
  EXPECT_EQ(scene.method.damping, 0.4);
  EXPECT_FALSE(scene.method.project);
  EXPECT_TRUE(scene.method.adaptive);
  EXPECT_EQ(scene.method.threshold, 0.6);
  EXPECT_EQ(scene.method.window, 0.7);
  EXPECT_EQ(scene.method.dwell, 0.8);
  EXPECT_TRUE(scene.start_at_rest);
  EXPECT_EQ(scene.output.frame_interval, 0.25);
  EXPECT_FALSE(scene.output.frames);
  EXPECT_FALSE(scene.output.preview);
}

TEST(Parse, WhatIsWrittenReadsBackTheSame) {
  std::vector<std::string> files{test::source_dir() + "/tests/scenefile/every_key.json"};
  for (const std::string& name : list_scenes(kScenes))
    files.push_back(kScenes + "/" + name + ".json");
  ASSERT_GE(files.size(), 7u);
  for (const std::string& file : files) {
    const std::string written = scene_to_json(read_scene(file));
    EXPECT_EQ(scene_to_json(parse(written)), written) << file;
  }
}

TEST(Parse, MeshesFromFileAndRectangle) {
  const std::string folder = temporary_folder("mesh_file");
  std::ofstream(folder + "/a.mesh") << "x";
  const std::string text = R"({"mesh": {"file": "sub/../a.mesh"},
                               "materials": [{"laws": [{"law": "SNH"}]}]})";
  std::filesystem::create_directories(folder + "/sub");
  const SceneSpec scene = parse_scene(text, "t", folder);
  const std::filesystem::path path = std::get<MeshFile>(scene.mesh.source).path;
  EXPECT_TRUE(path.is_absolute());
  EXPECT_TRUE(std::filesystem::equivalent(path, folder + "/a.mesh"));
  const std::string written = scene_to_json(scene);
  EXPECT_EQ(scene_to_json(parse(written)), written);

  const SceneSpec flat = parse(R"({"mesh": {"rectangle": {"cells": [40, 8], "size": [0.1, 0.02],
    "origin": [1, 2]}}, "materials": [{"laws": [{"law": "SNH"}]}]})");
  const RectangleMesh& rectangle = std::get<RectangleMesh>(flat.mesh.source);
  EXPECT_EQ(rectangle.cells, (std::array<int, 2>{40, 8}));
  EXPECT_EQ(rectangle.size, (std::array<double, 2>{0.1, 0.02}));
  EXPECT_EQ(rectangle.origin, (std::array<double, 2>{1, 2}));
}

TEST(Parse, SelectionsByNameInAnyOrderAndTheirOrigin) {
  const SceneSpec scene = parse(small_scene(R"(
"roles": [{"role": "fixed", "select": "both"}, {"role": "dynamic", "select": {"index": [1]}}],
"selections": {"both": ["one", "two", "all"], "one": {"index": [1]},
               "two": {"sphere": {"center": [0, 0, 0], "radius": 1}}})"));
  const Selection& both = scene.roles[0].select;
  ASSERT_EQ(both.shapes.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<SelectIndex>(both.shapes[0]));
  EXPECT_TRUE(std::holds_alternative<SelectSphere>(both.shapes[1]));
  EXPECT_TRUE(std::holds_alternative<SelectAll>(both.shapes[2]));
  EXPECT_EQ(both.origin, "test.json:4:24: selections.both");
  EXPECT_EQ(scene.roles[1].select.origin, "test.json:3:78: roles[1].select");
}

TEST(Parse, RemarksAreIgnored) {
  EXPECT_NO_THROW(parse(small_scene(R"("//": "why", "time": {"//": "x", "step": 0.1},
    "roles": [{"//": "y", "role": "fixed", "select": {"//": "z", "index": [1]}}],
    "selections": {"//": "not a name"})")));
}

TEST(Parse, OverridesChangeAndAddValues) {
  const SceneSpec scene =
      parse(small_scene(R"("timeline": [{"release": {"select": "all", "time": 1}}])"),
            {"time.step=0.002", "materials[0].laws[0].young=2e4", "method.integrator=symplectic",
             "method.adaptive=true", "gravity=[0, 0, 1]", "timeline[0].release.time=2", "name=a b",
             R"(roles=[{"role": "fixed", "select": "left"}])", R"(selections.left={"index": [3]})",
             "time.step=0.003"});
  EXPECT_EQ(scene.time.step, 0.003);  // the last one wins
  EXPECT_EQ(std::get<double>(scene.materials[0].laws[0].young), 2e4);
  EXPECT_EQ(scene.method.integrator, Integrator::symplectic);
  EXPECT_TRUE(scene.method.adaptive);
  EXPECT_EQ(scene.gravity, (Triple{0, 0, 1}));
  EXPECT_EQ(std::get<ReleaseEvent>(scene.timeline[0]).time, 2);
  EXPECT_EQ(scene.name, "a b");
  EXPECT_EQ(scene.roles.at(0).select.shapes.size(), 1u);
  EXPECT_EQ(scene.roles[0].select.origin,
            "--set selections.left={\"index\": [3]}: selections.left");
}

TEST(Parse, FullIsAnotherNameOfVanilla) {
  const SceneSpec scene = parse(small_scene(R"("method": {"name": "full"})"));
  EXPECT_EQ(scene.method.method, Method::vanilla);
  EXPECT_FALSE(scene.method.integrator || scene.method.guard);
  EXPECT_EQ(scene.method.integrator_or_default(), Integrator::linear_implicit);
  EXPECT_FALSE(scene.method.guards_energy());
  EXPECT_TRUE(scene.method.retakes());
  EXPECT_EQ(StepOptions().integrator_or_default(), Integrator::modal);
  EXPECT_TRUE(StepOptions().guards_energy());
}

TEST(Parse, FindsScenesByNameAndPath) {
  EXPECT_EQ(std::filesystem::path(find_scene("twist", {"/nowhere", kScenes})),
            std::filesystem::path(kScenes) / "twist.json");
  EXPECT_EQ(find_scene(kScenes + "/hang.json", {}), kScenes + "/hang.json");
  const std::vector<std::string> all = list_scenes(kScenes);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(list_scenes("/nowhere"), std::vector<std::string>{});
  try {
    find_scene("twits", {kScenes});
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_NE(text.find("did you mean `twist`?"), std::string::npos) << text;
    EXPECT_NE(text.find("aniso, "), std::string::npos) << text;
  }
  EXPECT_THROW(find_scene("scenes/none.json", {kScenes}), Error);
  EXPECT_THROW(read_scene("none.json"), Error);
  EXPECT_THROW(read_scene(kScenes), Error);
}

}  // namespace
}  // namespace conjac
