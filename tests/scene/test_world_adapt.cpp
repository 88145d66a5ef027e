#include <gtest/gtest.h>

#include <memory>

#include "core/threads.h"
#include "scene/placement.h"
#include "scene/world.h"
#include "support/allocations.h"
#include "support/paths.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

/// A bar with three representative nodes, pulled at its end and let go.
SceneSpec pulled_bar() {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{12, 3, 3}, {0.12, 0.03, 0.03}, {0, 0, 0}};
  scene.materials.push_back(test::soft(3e4, 0.45));
  scene.roles.push_back({NodeRole::fixed, test::slice(0, 0.0)});
  for (double x : {0.04, 0.08, 0.11})
    scene.roles.push_back({NodeRole::representative, test::nearest(x, 0.01, 0.01)});
  MoveEvent move;
  move.select = test::slice(0, 0.12);
  move.start = 0.3;
  move.end = 0.4;
  move.translate = {0.01, 0.01, 0};
  scene.timeline.push_back(move);
  scene.timeline.push_back(ReleaseEvent{move.select, 0.5});
  scene.gravity = {0, 0, 0};
  scene.method.adaptive = true;
  scene.method.damping = 6;
  return scene;
}

TEST(WorldAdapt, NodesSleepWakeWithTheMotionAndSleepAgain) {
  World<3> world(pulled_bar());
  std::vector<int> awake_before, awake_during, awake_after;
  int most = 0;
  for (int step = 0; step < 600; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    if (report.time < 0.3) {
      EXPECT_EQ(report.active_nodes, 0) << report.time;
    }
    most = std::max(most, report.active_nodes);
    if (step == 599) {
      EXPECT_EQ(report.active_nodes, 0);
    }
  }
  EXPECT_EQ(most, 3);
  EXPECT_EQ(world.analyses(), 1);
}

TEST(WorldAdapt, AHigherThresholdPutsThemToSleepEarlier) {
  double asleep_at[2];
  for (int k = 0; k < 2; ++k) {
    SceneSpec scene = pulled_bar();
    scene.method.threshold = k == 0 ? 0.02 : 0.1;
    World<3> world(scene);
    asleep_at[k] = 0;
    for (int step = 0; step < 600; ++step)
      if (world.advance().active_nodes > 0) asleep_at[k] = world.state().time;
  }
  EXPECT_GT(asleep_at[0], asleep_at[1] + 0.05);
  EXPECT_GT(asleep_at[1], 0.5);
}

TEST(WorldAdapt, SwitchingAllocatesNothingAndAnalysesNothing) {
  World<3> world(pulled_bar());
  int switches = 0, active = 0;
  long long during = 0;
  // One thread: the workers of the parallel loops would count for themselves.
  const ThreadLimit one(1);
  for (int step = 0; step < 400; ++step) {
    const long long before = test::allocations();
    const StepReport report = world.advance();
    // The first step builds everything, and the first of each kind sizes its own workspace.
    if (report.time > 0.35) during += test::allocations() - before;
    switches += report.active_nodes != active;
    active = report.active_nodes;
  }
  EXPECT_GT(switches, 2);
  EXPECT_EQ(world.analyses(), 1);
  auto probe = std::make_unique<int[]>(100);
  if (test::allocations() == 0) GTEST_SKIP() << "allocations are not counted under sanitizers";
  EXPECT_EQ(during, 0);
}

TEST(Placement, SpreadsInteriorNodesTheSameWayEveryTime) {
  const SceneSpec scene = pulled_bar();
  const Mesh<3> mesh = build_shape<3>(scene).mesh;
  std::vector<int> held;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (mesh.rest[i][0] == 0) held.push_back(i);
  const std::vector<int> first = place_nodes(mesh, held, 2, 1);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first, place_nodes(mesh, held, 2, 1));
  const std::vector<char> boundary = boundary_nodes(mesh);
  for (int node : first) EXPECT_FALSE(boundary[node]);
  for (std::size_t a = 0; a < first.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_GT((mesh.rest[first[a]] - mesh.rest[first[b]]).norm(), 0.009);
  EXPECT_GT(mesh.rest[first[0]][0], 0.08);  // far from the held end
}

TEST(Placement, RegionsAreTheElementsNearest) {
  const Mesh<3> mesh = build_shape<3>(pulled_bar()).mesh;
  const std::vector<int> sites{nearest_node(mesh, Vec<3>(0.02, 0.01, 0.01)),
                               nearest_node(mesh, Vec<3>(0.1, 0.01, 0.01))};
  const std::vector<int> region = nearest_sites(mesh, sites);
  for (int e = 0; e < mesh.element_count(); ++e) {
    const double x = mesh.rest[mesh.elements[e][0]][0];
    if (x < 0.03) {
      EXPECT_EQ(region[e], 0);
    }
    if (x > 0.09) {
      EXPECT_EQ(region[e], 1);
    }
  }
}

/// Looking only where a site can win gives what looking everywhere gives.
TEST(Placement, RegionsAreThoseOfAllDistances) {
  const Mesh<3> mesh = build_shape<3>(pulled_bar()).mesh;
  const Adjacency adjacency = node_adjacency(mesh);
  const std::vector<int> sites{0, mesh.nodes() / 3, mesh.nodes() / 2, mesh.nodes() - 1, 7};
  std::vector<std::vector<double>> distance;
  for (const int site : sites)
    distance.push_back(graph_distances(mesh, adjacency, std::vector<int>{site}));
  const std::vector<int> region = nearest_sites(mesh, sites);
  for (int e = 0; e < mesh.element_count(); ++e) {
    std::vector<double> sum(sites.size(), 0.0);
    for (std::size_t k = 0; k < sites.size(); ++k)
      for (const int node : mesh.elements[e]) sum[k] += distance[k][node];
    EXPECT_EQ(region[e], std::min_element(sum.begin(), sum.end()) - sum.begin());
  }
}

/// From the tips of two horns the way inwards leads into the same skull: that node must not count
/// twice.
TEST(Placement, GivesAsManyNodesAsAskedForOnABodyWithManyTips) {
  SceneSpec scene;
  scene.mesh.source = MeshFile{test::source_dir() + "/scenes/shapes/dragon.vtu"};
  scene.materials.push_back(test::soft());
  scene.roles.push_back(
      {NodeRole::fixed, {{SelectBox{{-0.08, -0.001, -0.04}, {0.08, 0.006, 0.04}}}, "feet"}});
  for (int count : {6, 8, 10, 16}) {
    scene.placement.dynamic = count;
    EXPECT_EQ(static_cast<int>(World<3>(scene).representatives().size()), count);
  }
}

}  // namespace
}  // namespace conjac
