// Small pieces and old cuts: what further cuts and steps do with them.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "scene/contact_setup.h"
#include "scene/materials.h"
#include "scene/world.h"
#include "support/small_scenes.h"

namespace conjac {
namespace {

void run(World<3>& world, int steps) {
  for (int step = 0; step < steps; ++step) {
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message << " at t = " << report.time;
  }
}

/// A corner of a bar that nothing holds, cut off: a piece of one or two elements.
SceneSpec spinning_bar() {
  SceneSpec scene;
  scene.mesh.source = BoxMesh{{4, 2, 2}, {0.08, 0.04, 0.04}, {0, 0, 0}};
  scene.materials.push_back(test::soft());
  scene.gravity = {0, 0, 0};
  scene.placement.dynamic = 4;
  scene.contact.between = false;
  return scene;
}

CutSpec corner_off() {
  CutSpec cut;
  cut.shape = CutPlane{{0.0675, 0.0275, 0.0275}, {1, 1, 1}, 0};
  cut.crumbs = Crumbs::keep;
  return cut;
}

// Where it spins by a fifth of a turn in a step, a crumb still has the shape it was cut with.
TEST(Crumbs, KeepTheirShapeAndTheirMomenta) {
  World<3> world(spinning_bar());
  VectorXd v = world.state().v.nodes;
  const Eigen::Vector3d about(150, 90, 200);
  for (int i = 0; i < world.mesh().nodes(); ++i)
    v.segment<3>(3 * i) = about.cross(Eigen::Vector3d(world.state().x.segment<3>(3 * i)));
  world.set_velocities(v);
  const CutReport report = world.cut(corner_off());
  ASSERT_EQ(report.pieces_after, 2) << report.text;
  EXPECT_EQ(report.pieces_rigid, 1) << report.text;
  EXPECT_NE(report.text.find("keeps its shape"), std::string::npos) << report.text;
  const Pieces pieces = connected_pieces(world.mesh());
  std::vector<int> sizes(2, 0), crumb;
  for (int piece : pieces.of_node) ++sizes[piece];
  for (int i = 0; i < world.mesh().nodes(); ++i)
    if (pieces.of_node[i] == (sizes[0] < sizes[1] ? 0 : 1)) crumb.push_back(i);
  ASSERT_LT(crumb.size(), 12u);
  const auto momenta = [&] {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (int i : crumb) {
      const Eigen::Vector3d x = world.state().x.segment<3>(3 * i),
                            p = world.mass()[3 * i] * world.state().v.nodes.segment<3>(3 * i);
      sum.head<3>() += p;
      sum.tail<3>() += x.cross(p);
    }
    return sum;
  };
  const VectorXd start = world.state().x;
  const auto before = momenta();
  run(world, 20);
  for (int i : crumb)
    for (int j : crumb)
      EXPECT_NEAR((world.state().x.segment<3>(3 * i) - world.state().x.segment<3>(3 * j)).norm(),
                  (start.segment<3>(3 * i) - start.segment<3>(3 * j)).norm(), 1e-13);
  const auto after = momenta();
  EXPECT_LT((after - before).head<3>().norm(), 1e-11 * before.head<3>().norm());
  EXPECT_LT((after - before).tail<3>().norm(), 0.2 * before.tail<3>().norm());
}

int node_at(const World<3>& world, const Vec<3>& place) {
  int nearest = 0;
  const auto away = [&](int i) { return (world.mesh().rest[i] - place).norm(); };
  for (int i = 1; i < world.mesh().nodes(); ++i)
    if (away(i) < away(nearest)) nearest = i;
  return nearest;
}

// On a floor it comes to rest, with its weight on it.
TEST(Crumbs, ComeToRest) {
  SceneSpec scene = spinning_bar();
  scene.gravity = {0, -9.81, 0};
  ObstacleSpec floor;
  floor.shape = HalfSpaceObstacle{{0, -0.01, 0}, {0, 1, 0}};
  scene.obstacles.push_back(floor);
  World<3> world(scene);
  ASSERT_EQ(world.cut(corner_off()).pieces_rigid, 1);
  const Pieces pieces = connected_pieces(world.mesh());
  const int crumb = pieces.of_node[node_at(world, {0.08, 0.04, 0.04})];
  run(world, 400);
  EXPECT_LT(world.state().v.nodes.cwiseAbs().maxCoeff(), 1e-6);
  double weight = 0, carried = 0;
  for (int i = 0; i < world.mesh().nodes(); ++i)
    if (pieces.of_node[i] == crumb) weight += 9.81 * world.mass()[3 * i];
  for (const ContactView& contact : world.contacts())
    if (pieces.of_node[contact.node] == crumb) carried += contact.force[1];
  EXPECT_NEAR(carried, weight, 1e-6 * weight);
}

// In full FE it is elastic, from the moment somebody changes the method, and rigid again after
// that.
TEST(Crumbs, AreElasticInVanilla) {
  SceneSpec scene = spinning_bar();
  scene.method.damping = 5;
  World<3> world(scene);
  VectorXd v = world.state().v.nodes;
  for (int i = 0; i < world.mesh().nodes(); ++i)  // stretching
    v.segment<3>(3 * i) = 2 * world.state().x.segment<3>(3 * i);
  world.set_velocities(v);
  ASSERT_EQ(world.cut(corner_off()).pieces_rigid, 1);
  const std::vector<int> piece = connected_pieces(world.mesh()).of_node;
  const int a = node_at(world, {0.08, 0.04, 0.04});
  int b = a == 0 ? 1 : 0;
  while (b == a || piece[b] != piece[a]) ++b;
  const auto length = [&] {
    return (world.state().x.segment<3>(3 * a) - world.state().x.segment<3>(3 * b)).norm();
  };
  run(world, 5);
  const double kept = length();
  world.options().method = Method::vanilla;
  v = world.state().v.nodes;
  for (int i = 0; i < world.mesh().nodes(); ++i)
    v.segment<3>(3 * i) = 2 * world.state().x.segment<3>(3 * i);
  world.set_velocities(v);
  run(world, 3);
  EXPECT_GT(std::abs(length() - kept), 1e-8);  // implicit steps damp the stretch
  world.options().method = Method::conjac;
  run(world, 1);
  const double again = length();
  run(world, 5);
  EXPECT_NEAR(length(), again, 1e-13);
}

// A hand is a stiff spring for so light a thing.
TEST(Crumbs, FollowAHand) {
  SceneSpec scene = spinning_bar();
  scene.method.damping = 10;  // else it swings about the grip for ever
  World<3> world(scene);
  ASSERT_EQ(world.cut(corner_off()).pieces_rigid, 1);
  const int node = node_at(world, {0.08, 0.04, 0.04});
  const Vec<3> start = world.state().x.segment<3>(3 * node);
  world.grab(node, start);
  int undone = 0;
  for (int step = 1; step <= 200; ++step) {
    world.drag(start + std::min(1.0, step / 50.0) * Vec<3>(0.05, 0.03, 0));
    const StepReport report = world.advance();
    ASSERT_EQ(report.status, StepStatus::ok) << report.message;
    undone += report.undone;
  }
  EXPECT_LT((world.state().x.segment<3>(3 * node) - start - Vec<3>(0.05, 0.03, 0)).norm(), 1e-3);
  EXPECT_LT(undone, 10);
}

/// A sheet of bumps across the bar at x = 0.04.
CutSpec bumpy() {
  CutTriangles surface;
  const int cells = 8;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      surface.points.push_back({0.04 + 0.008 * std::sin(2.0 * i) * std::cos(1.5 * j),
                                -0.01 + 0.06 * i / cells, -0.01 + 0.06 * j / cells});
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int a = i * (cells + 1) + j, b = a + cells + 1;
      surface.triangles.push_back({a, b, b + 1});
      surface.triangles.push_back({a, b + 1, a + 1});
    }
  CutSpec cut;
  cut.shape = surface;
  return cut;
}

// Nodes that a second cut moves onto its surface stay out of what lies against the first one.
TEST(Crumbs, CutsAcrossABumpyOneMakeNoOverlap) {
  SceneSpec scene = spinning_bar();
  scene.mesh.source = BoxMesh{{10, 5, 5}, {0.08, 0.04, 0.04}, {0, 0, 0}};
  scene.contact.between = true;
  int moved = 0;
  double deepest = 0;
  for (int k = 0; k < 12; ++k) {
    World<3> world(scene);
    ASSERT_EQ(world.cut(bumpy()).pieces_after, 2);
    CutSpec across;
    across.shape = CutPlane{{0.04, 0.015 + 0.001 * k, 0.02},
                            {0.1 * std::sin(k), std::cos(0.5 * k), std::sin(0.5 * k)},
                            0};
    moved += world.cut(across).nodes_moved;
    for (const ContactView& contact : world.contacts()) deepest = std::max(deepest, contact.depth);
  }
  EXPECT_GT(moved, 100);
  EXPECT_LT(deepest, 1e-6);
}

// The contact springs of a light piece are no stiffer than a step can follow; given ones are.
TEST(Crumbs, TouchSoftly) {
  SceneSpec scene = spinning_bar();
  World<3> world(scene);
  ASSERT_EQ(world.cut(corner_off()).pieces_after, 2);
  const Pieces pieces = connected_pieces(world.mesh());
  std::vector<double> mass(2, 0.0);
  for (int i = 0; i < world.mesh().nodes(); ++i) mass[pieces.of_node[i]] += world.mass()[3 * i];
  const MaterialField<3> materials = material_field(world.mesh(), scene);
  for (double h : {0.005, 0.02}) {
    scene.time.step = h;
    const VectorXd k =
        contact_setup(scene, world.mesh(), pieces, materials, Skeleton()).pairs.stiffness;
    double stiffest[2] = {0, 0};
    for (int i = 0; i < world.mesh().nodes(); ++i)
      stiffest[pieces.of_node[i]] = std::max(stiffest[pieces.of_node[i]], k[i]);
    const int crumb = mass[0] < mass[1] ? 0 : 1;
    EXPECT_LE(stiffest[crumb], 100 * mass[crumb] / (h * h) * (1 + 1e-12));
    if (h > 0.01) {
      EXPECT_NEAR(stiffest[crumb], 100 * mass[crumb] / (h * h), 1e-9 * stiffest[crumb]);
      EXPECT_GT(stiffest[1 - crumb], stiffest[crumb]);
    }
  }
}

}  // namespace
}  // namespace conjac
