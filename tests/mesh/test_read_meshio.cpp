#include <gtest/gtest.h>

#include <set>

#include "mesh/generate.h"
#include "mesh/read.h"
#include "mesh/topology.h"
#include "support/meshio_opinion.h"
#include "support/write_medit.h"

namespace conjac {
namespace {

template <int Dim>
void compare(const test::MeshioFile& file) {
  EXPECT_EQ(mesh_dimension(file.path), Dim);
  const ReadResult<Dim> result = read_mesh<Dim>(file.path);
  test::expect_same_mesh(result.mesh, test::dumped_mesh<Dim>(file.expected));
  const bool sets = file.path.ends_with(".veg") || file.path.ends_with(".inp");
  EXPECT_EQ(result.notices.size(), sets ? 3u : 0u);
  const bool one_region = file.path.find("_entity_") != std::string::npos;
  const std::set<int> labels(result.mesh.region.begin(), result.mesh.region.end());
  EXPECT_EQ(labels, one_region ? std::set<int>{5}
                    : sets     ? (std::set<int>{1, 2, 3})
                               : (std::set<int>{3, 7, 12}));
}

TEST(ReadMeshio, EveryVariantHoldsWhatMeshioReadsFromIt) {
  CONJAC_NEEDS_MESHIO();
  const test::TempDir dir;
  const auto files = test::meshio_files(dir);
  ASSERT_GE(files.size(), 50u);
  for (const test::MeshioFile& file : files) {
    SCOPED_TRACE(file.path);
    try {
      file.dim == 3 ? compare<3>(file) : compare<2>(file);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(ReadMeshio, MeshioReadsWhatWeWriteToTheLastBit) {
  CONJAC_NEEDS_MESHIO();
  const test::TempDir dir;
  // Sizes whose thirds and sevenths need all seventeen digits.
  Mesh<3> block = box({3, 2, 7}, {0.1, 1.0 / 3, 1e-7}, {1e3, -0.1, 0});
  for (int e = 0; e < block.element_count(); ++e) block.region[e] = e % 5 - 1;
  testing::write_medit(block, dir.file("block.mesh"));
  test::meshio_tool("dump " + dir.file("block.mesh") + " 3 " + dir.file("block.txt"), dir);
  test::expect_same_mesh(test::dumped_mesh<3>(dir.file("block.txt")), block);
  test::expect_same_mesh(read_mesh<3>(dir.file("block.mesh")).mesh, block);

  const Mesh<2> sheet = rectangle({3, 7}, {0.1, 1e6});
  testing::write_medit(sheet, dir.file("sheet.mesh"));
  test::meshio_tool("dump " + dir.file("sheet.mesh") + " 2 " + dir.file("sheet.txt"), dir);
  test::expect_same_mesh(test::dumped_mesh<2>(dir.file("sheet.txt")), sheet);
  test::expect_same_mesh(read_mesh<2>(dir.file("sheet.mesh")).mesh, sheet);
}

}  // namespace
}  // namespace conjac
