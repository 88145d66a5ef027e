#include "scene/limits.h"

#include <gtest/gtest.h>

#include "mesh/generate.h"
#include "scene/world.h"
#include "scenefile/parse.h"
#include "support/expect_error.h"

namespace conjac {
namespace {

using testing::expect_error;

SceneSpec small(const std::vector<std::string>& overrides = {}) {
  return parse_scene(R"({
    "mesh": {"box": {"cells": [3, 2, 2], "size": [0.09, 0.03, 0.03]}},
    "materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
    "roles": [{"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
              {"role": "dynamic", "select": {"nearest": {"point": [0.09, 0.015, 0.015]}}}]})",
                     "small.json", "", overrides);
}

TEST(Limits, SizesThatLeaveNoRoomForNumbers) {
  for (const char* scale : {"1e20", "1e-20"})
    expect_error(ErrorKind::bad_input, "m across; bodies from 1e-15 to 1e+15 m",
                 [&] { World<3>(small({std::string("mesh.scale=") + scale})); });
  expect_error(ErrorKind::bad_input, "away from the origin", [] {
    Mesh<3> mesh = box({1, 1, 1}, {1, 1, 1}, {0, 0, 0});
    for (auto& x : mesh.rest) x[1] += 1e17, x[0] *= 10;
    check_size(mesh);
  });
  for (const char* scale : {"1e6", "1e-3"}) {
    World<3> world(small({std::string("mesh.scale=") + scale}));
    EXPECT_EQ(world.advance().status, StepStatus::ok) << scale;
  }
}

TEST(Limits, NumbersOfAScene) {
  for (const char* what :
       {"gravity=[0, -1e300, 0]", "mesh.box.size=[1e100, 1, 1]", "materials[0].density=1e308",
        R"(obstacles=[{"half_space": {"point": [0, 1e308, 0], "normal": [0, 1, 0]}}])",
        R"(obstacles=[{"sphere": {"center": [0, -1e308, 0], "radius": 1e308}}])"})
    expect_error(ErrorKind::bad_input, "is out of range; must be", [&] { small({what}); });
}

TEST(Limits, EveryNodeHeld) {
  for (const char* method : {"conjac", "vanilla"})
    expect_error(ErrorKind::bad_input, "every node is fixed, so that nothing can move", [&] {
      World<3>(small(
          {R"(roles=[{"role": "fixed", "select": {"box": {"min": [-1, -1, -1], "max": [1, 1, 1]}}}])",
           std::string("method.name=") + method}));
    });
}

TEST(Limits, MemoryIsSaidAndRefused) {
  // As measured: BARCUT with 400 and 1000 dynamic nodes, 0.7 and 2.1 GB; by modes, 400: 1.6 GB.
  MemoryNeed barcut{.nodes = 6050, .elements = 29400, .drivers = 400, .by_modes = false};
  EXPECT_NEAR(barcut.bytes(), 0.7e9, 0.35e9);
  barcut.drivers = 1000;
  EXPECT_NEAR(barcut.bytes(), 2.1e9, 1e9);
  barcut.drivers = 400, barcut.by_modes = true;
  EXPECT_NEAR(barcut.bytes(), 1.6e9, 0.8e9);
  EXPECT_NE(check_memory(barcut, 8e9).find("GB of memory (6050 vertices, 400 that may be dynamic)"),
            std::string::npos);
  expect_error(ErrorKind::bad_input, "there are 1.0 GB; fewer dynamic nodes take less",
               [&] { check_memory(barcut, 1e9); });
  EXPECT_EQ(check_memory({.nodes = 1000, .elements = 4000, .drivers = 4}, 8e9), "");
  // Without a factor much less, and each of four ranks less again.
  MemoryNeed large{.nodes = 389017, .elements = 2239488, .drivers = 8};
  const double with_factor = large.bytes();
  EXPECT_NE(check_memory(large, 64e9).find("so does the solver `multigrid`"), std::string::npos);
  large.factored = false;
  EXPECT_LT(large.bytes(), 0.4 * with_factor);
  const double alone = large.bytes();
  large.ranks = 4;
  EXPECT_LT(large.bytes(), 0.6 * alone);
  // Before anything is made.
  expect_error(ErrorKind::bad_input, "a coarser mesh takes less",
               [] { World<3>(small({"mesh.box.cells=[215, 215, 215]"})); });
  expect_error(ErrorKind::bad_input, "a coarser mesh takes less",
               [] { World<3>(small({"mesh.refine=8"})); });
}

TEST(Limits, NoticesOfOneKindAreCounted) {
  const World<3> world(small({R"(roles[1].select={"slice": {"axis": "x", "at": 0}})"}));
  int held = 0;
  for (const std::string& notice : world.notices())
    held += notice.find("held for the whole run") != std::string::npos;
  EXPECT_EQ(held, 1);
  EXPECT_EQ(counted_nodes({7}), "node 7");
  EXPECT_EQ(counted_nodes({1, 2}), "2 nodes (1, 2)");
  EXPECT_EQ(counted_nodes(std::vector<int>(100, 3)), "100 nodes (3, 3, 3, 3, 3, 3, 3, 3, ...)");
}

}  // namespace
}  // namespace conjac
