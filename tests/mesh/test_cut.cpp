#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "mesh/cut.h"
#include "mesh/generate.h"
#include "mesh/read_surface.h"
#include "support/cut_checks.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"

namespace conjac {
namespace {

using test::expect_same_elements;
using test::expect_sound;
using test::pieces_of;

Mesh<3> bar() {
  return box({8, 3, 3}, {0.08, 0.03, 0.03}, {0, 0, 0});
}

template <int Dim>
Parted<Dim> cut_with(const Mesh<Dim>& mesh, const CutSurface<Dim>& knife, int* touched = nullptr,
                     int crumbs = 0) {
  const std::vector<int> facing = facing_sides(mesh);
  CrossedSides crossed = crossed_sides<Dim>(mesh, mesh.rest, facing, knife, {});
  if (touched) *touched = crossed.touched;
  join_crumbs(mesh, facing, crumbs, crossed.apart);
  Parted<Dim> parted = part<Dim>(mesh, facing, crossed.apart);
  expect_sound(parted.mesh);
  expect_same_elements(mesh, parted.mesh, parted.origin);
  EXPECT_EQ(parted.mesh.region, mesh.region);
  return parted;
}

CutSurface<3> plane_at(double x) {
  return disc<3>({x, 0.01, 0.01}, {1, 0, 0}, 1, 4, 1e-9);
}

TEST(Cut, PlaneThroughNodesPartsTheBarAlongIt) {
  int touched = 0;
  const Parted<3> parted = cut_with(bar(), plane_at(0.04), &touched);
  EXPECT_EQ(pieces_of(parted.mesh), 2);
  EXPECT_EQ(parted.sides, 3 * 3 * 2);
  EXPECT_EQ(parted.mesh.nodes(), bar().nodes() + 16);  // the nodes of the plane, twice
  for (int i = bar().nodes(); i < parted.mesh.nodes(); ++i)
    EXPECT_DOUBLE_EQ(parted.mesh.rest[i][0], 0.04);
}

TEST(Cut, PlaneBetweenNodesPartsTheBarOnce) {
  for (double x : {0.033, 0.035, 0.0362, 0.0375, 0.0399999}) {
    const Parted<3> parted = cut_with(bar(), plane_at(x));
    EXPECT_EQ(pieces_of(parted.mesh), 2) << x;
    // Every element is on the side of its centre.
    std::vector<int> side(2, 0);
    for (const auto& element : parted.mesh.elements) {
      double centre = 0;
      for (int node : element) centre += parted.mesh.rest[node][0] / 4;
      ++side[centre > x];
    }
    EXPECT_GT(side[0], 0);
    EXPECT_GT(side[1], 0);
  }
}

TEST(Cut, PlaneExactlyThroughCentresOfElements) {
  // Six tetrahedra of a cell have their centres at a quarter, half and three quarters of it.
  for (double x : {0.0325, 0.035, 0.0375}) {
    const Parted<3> parted = cut_with(bar(), plane_at(x));
    EXPECT_EQ(pieces_of(parted.mesh), 2) << x;
  }
}

TEST(Cut, WhatMissesOrTouchesFromOutsideChangesNothing) {
  int touched = -1;
  EXPECT_EQ(cut_with(bar(), plane_at(0.2), &touched).sides, 0);
  EXPECT_EQ(touched, 0);
  int first = 0;
  EXPECT_EQ(cut_with(bar(), plane_at(0), &first).sides, 0);
  EXPECT_EQ(cut_with(bar(), plane_at(0.08), &touched).sides, 0);  // its end face
  EXPECT_GT(first, 0);
  EXPECT_EQ(touched, first);  // whichever way the knife is shifted
  EXPECT_EQ(cut_with(bar(), plane_at(0.0799), &touched).sides, 0);
  EXPECT_GT(touched, 0);  // grazed: no centre lies beyond
}

TEST(Cut, DiscThatEndsInsideMakesASlit) {
  const auto knife = disc<3>({0.04, 0.03, 0.015}, {1, 0, 0}, 0.016, 48, 1e-9);
  const Parted<3> parted = cut_with(bar(), knife);
  EXPECT_GT(parted.sides, 0);
  EXPECT_GT(parted.mesh.nodes(), bar().nodes());
  EXPECT_EQ(pieces_of(parted.mesh), 1);
}

TEST(Cut, BentSweepPartsOnce) {
  std::vector<Vec<3>> line;
  for (int k = 0; k <= 20; ++k)
    line.push_back({0.04 + 0.012 * std::sin(0.6 * k), -0.01 + 0.05 * k / 20, 0});
  const Parted<3> parted =
      cut_with(bar(), swept<3>(line, {0, 0, 1}, -1, 1, false, 1e-9), nullptr, 4);
  EXPECT_GE(pieces_of(parted.mesh), 2);
}

TEST(Cut, ClosedSweepPunchesAHole) {
  const Mesh<3> slab = box({12, 12, 2}, {0.12, 0.12, 0.02}, {0, 0, 0});
  std::vector<Vec<3>> ring;
  for (int k = 0; k < 24; ++k)
    ring.push_back(
        {0.06 + 0.03 * std::cos(M_PI * k / 12), 0.06 + 0.03 * std::sin(M_PI * k / 12), 0});
  const Parted<3> parted = cut_with(slab, swept<3>(ring, {0, 0, 1}, -1, 1, true, 1e-9), nullptr, 4);
  EXPECT_EQ(pieces_of(parted.mesh), 2);
}

TEST(Cut, FlatBodies) {
  const Mesh<2> sheet = rectangle({10, 4}, {0.1, 0.04}, {0, 0});
  EXPECT_EQ(pieces_of(cut_with(sheet, disc<2>({0.05, 0.02}, {1, 0.3}, 1, 0, 1e-9)).mesh), 2);
  const Parted<2> through_nodes = cut_with(sheet, disc<2>({0.05, 0}, {1, 0}, 1, 0, 1e-9));
  EXPECT_EQ(through_nodes.sides, 4);
  EXPECT_EQ(through_nodes.mesh.nodes(), sheet.nodes() + 5);
  const Parted<2> slit =
      cut_with(sheet, swept<2>({{0.05, -1}, {0.05, 0.021}}, {0, 0}, 0, 0, false, 1e-9));
  EXPECT_EQ(slit.sides, 2);
  EXPECT_EQ(slit.mesh.nodes(), sheet.nodes() + 2);  // the node at the tip stays one
}

TEST(Cut, CrumbsStayWithTheLargerSide) {
  // Close to the end face: of each cell only the two tetrahedra with a side there lie beyond.
  const Mesh<3> mesh = bar();
  const auto knife = plane_at(0.0774);
  const std::vector<int> facing = facing_sides(mesh);
  CrossedSides crossed = crossed_sides<3>(mesh, mesh.rest, facing, knife, {});
  const ElementPieces before = element_pieces(mesh, facing, crossed.apart);
  int small = 0;
  for (int size : before.size) small += size < 4;
  ASSERT_GT(small, 0);
  EXPECT_EQ(join_crumbs(mesh, facing, 4, crossed.apart), small);
  for (int size : element_pieces(mesh, facing, crossed.apart).size) EXPECT_GE(size, 4);
}

TEST(Cut, OnlyTheElementsNamedAreCut) {
  const Mesh<3> mesh = bar();
  const std::vector<int> facing = facing_sides(mesh);
  const CrossedSides crossed = crossed_sides<3>(mesh, mesh.rest, facing, plane_at(0.04),
                                                std::vector<char>(mesh.elements.size(), 0));
  EXPECT_EQ(part<3>(mesh, facing, crossed.apart).sides, 0);
}

TEST(Cut, WithoutTakesElementsAndTheirNodesOut) {
  const Mesh<3> mesh = bar();
  std::vector<char> marked(mesh.elements.size(), 0);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e]) marked[e] |= mesh.rest[node][0] > 0.071;
  const Remainder<3> rest = without<3>(mesh, marked);
  expect_sound(rest.mesh);
  EXPECT_EQ(rest.mesh.nodes(), 8 * 16);
  EXPECT_EQ(rest.mesh.element_count(), 7 * 9 * 6);
  for (int i = 0; i < rest.mesh.nodes(); ++i)
    EXPECT_EQ(rest.mesh.rest[i], mesh.rest[rest.node_origin[i]]);
}

TEST(ReadObj, PolygonsAndRelativeNumbers) {
  const testing::ScratchFolder folder;
  const auto path = folder.path() / "knife.obj";
  std::ofstream(path) << "# a knife\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\n"
                         "f 1/1/1 2//1 3 4\nf -4 -3 -2\n";
  const TriangleSurface surface = read_surface(path.string());
  EXPECT_EQ(surface.points.size(), 4u);
  const std::vector<std::array<int, 3>> expected{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}};
  EXPECT_EQ(surface.triangles, expected);
  std::ofstream(path) << "v 0 0 0\nf 1 2 3\n";
  EXPECT_THROW(read_surface(path.string()), Error);
  std::ofstream(path) << "v 0 zero 0\n";
  EXPECT_THROW(read_surface(path.string()), Error);
  std::ofstream(path) << "v 0 0 0\n";
  EXPECT_THROW(read_surface(path.string()), Error);
}

}  // namespace
}  // namespace conjac
