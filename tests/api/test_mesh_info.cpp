#include <gtest/gtest.h>

#include <numeric>

#include "conjac/mesh_info.h"
#include "mesh/generate.h"
#include "mesh/read.h"
#include "support/expect_error.h"
#include "support/paths.h"
#include "support/scratch_folder.h"
#include "support/write_medit.h"

namespace conjac {
namespace {

using testing::ScratchFolder;

TEST(MeshInfo, BoxOfCubes) {
  const ScratchFolder folder;
  Mesh<3> mesh = box({4, 3, 5}, {4, 3, 5}, {1, 2, 3});
  for (int e = 0; e < mesh.element_count(); ++e) mesh.region[e] = e % 3 == 0 ? 7 : -2;
  testing::write_medit(mesh, (folder / "box.mesh").string());
  const MeshInfo info = mesh_info((folder / "box.mesh").string());
  EXPECT_EQ(info.dimension, 3);
  EXPECT_EQ(info.vertices, 5 * 4 * 6);
  EXPECT_EQ(info.elements, 6 * 4 * 3 * 5);
  EXPECT_EQ(info.boundary_sides, 2 * 2 * (4 * 3 + 3 * 5 + 4 * 5));
  EXPECT_EQ(info.boundary_vertices, 5 * 4 * 6 - 3 * 2 * 4);
  EXPECT_NEAR(info.volume, 60, 1e-12);
  EXPECT_EQ(info.low, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(info.high, (std::array<double, 3>{5, 5, 8}));
  EXPECT_NEAR(info.shortest_edge, 1, 1e-12);
  EXPECT_NEAR(info.longest_edge, std::sqrt(3.0), 1e-12);
  EXPECT_EQ(info.pieces, 1);
  EXPECT_EQ(info.side_pieces, 1);
  EXPECT_EQ(info.slivers, 0);
  EXPECT_TRUE(info.notices.empty());
  ASSERT_EQ(info.labels.size(), 2u);
  EXPECT_EQ(info.labels[0].label, -2);
  EXPECT_EQ(info.labels[0].elements, 240);
  EXPECT_EQ(info.labels[1].label, 7);
  EXPECT_EQ(info.labels[1].elements, 120);
  EXPECT_NEAR(info.labels[1].volume, 20, 1e-12);
  EXPECT_NEAR(info.smallest_angle.smallest, 45, 1e-9);
  EXPECT_NEAR(info.largest_angle.largest, 90, 1e-9);
  for (const auto* h : {&info.smallest_angle, &info.largest_angle, &info.radius_ratio}) {
    EXPECT_EQ(h->bounds.size(), h->counts.size() + 1);
    EXPECT_EQ(std::accumulate(h->counts.begin(), h->counts.end(), 0), info.elements);
  }
}

// One tetrahedron flattened: its angles leave their bins, and it is named.
TEST(MeshInfo, Sliver) {
  const ScratchFolder folder;
  folder.put("two.mesh",
             "MeshVersionFormatted 2\nDimension 3\nVertices\n8\n"
             "0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
             "11 0 0 0\n10 1 0.01 0\n9 0 0 0\n10 -1 0.01 0\n"
             "Tetrahedra\n2\n1 2 3 4 1\n5 6 7 8 1\nEnd\n");
  const MeshInfo info = mesh_info((folder / "two.mesh").string());
  EXPECT_EQ(info.slivers, 1);
  EXPECT_EQ(info.worst_element, 1);
  EXPECT_EQ(info.pieces, 2);
  EXPECT_LT(info.smallest_angle.smallest, 2);
  EXPECT_EQ(info.smallest_angle.counts.front(), 1);
  EXPECT_EQ(info.largest_angle.counts.back(), 1);
  EXPECT_EQ(info.radius_ratio.counts.front(), 1);
}

TEST(MeshInfo, Plane) {
  const ScratchFolder folder;
  testing::write_medit(rectangle({3, 2}, {3, 2}), (folder / "flat.mesh").string());
  const MeshInfo info = mesh_info((folder / "flat.mesh").string());
  EXPECT_EQ(info.dimension, 2);
  EXPECT_EQ(info.vertices, 12);
  EXPECT_EQ(info.elements, 12);
  EXPECT_EQ(info.boundary_sides, 10);
  EXPECT_NEAR(info.volume, 6, 1e-12);
  EXPECT_NEAR(info.smallest_angle.median, 45, 1e-9);
  EXPECT_NEAR(info.largest_angle.median, 90, 1e-9);
}

// What scenes/shapes/README.md promises of the meshes that come with the program.
TEST(MeshInfo, ShapesOfTheScenes) {
  struct Row {
    const char* name;
    int vertices, elements, axis;
    double size;
  };
  for (const Row& row : {Row{"armadillo", 5168, 18372, 1, 0.12}, Row{"bunny", 6009, 27632, 1, 0.12},
                         Row{"dragon", 10379, 37153, 0, 0.15}}) {
    SCOPED_TRACE(row.name);
    const MeshInfo info = mesh_info(test::source_dir() + "/scenes/shapes/" + row.name + ".vtu");
    EXPECT_EQ(info.vertices, row.vertices);
    EXPECT_EQ(info.elements, row.elements);
    EXPECT_EQ(info.pieces, 1);
    EXPECT_EQ(info.side_pieces, 1);
    EXPECT_TRUE(info.notices.empty());
    EXPECT_GT(info.smallest_angle.smallest, 11.9);
    EXPECT_NEAR(info.high[row.axis] - info.low[row.axis], row.size, 1e-7);
    EXPECT_NEAR(info.low[1], 0, 1e-9);  // stands on y = 0
    for (const int axis : {0, 2}) EXPECT_NEAR(info.low[axis] + info.high[axis], 0, 1e-7);
    ASSERT_EQ(info.labels.size(), 1u);
    EXPECT_EQ(info.labels[0].label, 1);
  }
}

TEST(MeshInfo, Errors) {
  testing::expect_error(ErrorKind::io, "none.vtu", [] { mesh_info("none.vtu"); });
}

}  // namespace
}  // namespace conjac
