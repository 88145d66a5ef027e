#include <gtest/gtest.h>

#include <map>

#include "conjac/error.h"
#include "mesh/generate.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

template <int Dim>
double total_volume(const Mesh<Dim>& mesh) {
  double volume = 0;
  for (int e = 0; e < mesh.element_count(); ++e) volume += signed_volume(mesh, e);
  return volume;
}

/// How many elements share each facet, counted with a map instead of by sorting.
template <int Dim>
std::map<std::array<int, Dim>, int> facet_counts(const Mesh<Dim>& mesh) {
  std::map<std::array<int, Dim>, int> counts;
  for (int e = 0; e < mesh.element_count(); ++e)
    for (Facet<Dim> facet : element_facets(mesh, e)) {
      std::sort(facet.nodes.begin(), facet.nodes.end());
      ++counts[facet.nodes];
    }
  return counts;
}

TEST(Generate, BoxesHaveTheCountsOfTheScenes) {
  struct Row {
    std::array<int, 3> cells;
    int nodes, elements;
  };
  for (const Row& row : {Row{{20, 6, 6}, 1029, 4320}, Row{{12, 12, 34}, 5915, 29376},
                         Row{{12, 12, 38}, 6591, 32832}, Row{{49, 10, 10}, 6050, 29400}}) {
    const Mesh<3> mesh = box(row.cells, {0.2, 0.06, 0.07}, {-0.1, 0, 0.3});
    EXPECT_EQ(mesh.nodes(), row.nodes);
    EXPECT_EQ(mesh.element_count(), row.elements);
    EXPECT_EQ(mesh.region, std::vector<int>(row.elements, 0));
    EXPECT_NEAR(total_volume(mesh), 0.2 * 0.06 * 0.07, 1e-15);
  }
}

TEST(Generate, EveryElementIsPositiveAndOfEqualVolume) {
  const Mesh<3> block = box({2, 3, 4}, {2, 3, 4});
  for (int e = 0; e < block.element_count(); ++e)
    EXPECT_NEAR(signed_volume(block, e), 1.0 / 6, 1e-15);
  const Mesh<2> sheet = rectangle({5, 2}, {5, 2}, {1, 1});
  EXPECT_EQ(sheet.nodes(), 18);
  EXPECT_EQ(sheet.element_count(), 20);
  for (int e = 0; e < sheet.element_count(); ++e) EXPECT_NEAR(signed_volume(sheet, e), 0.5, 1e-15);
}

TEST(Generate, CornersLieExactlyAtOriginAndSize) {
  const Mesh<3> mesh = box({7, 3, 11}, {0.1, 0.3, 0.7}, {0, 0, 0});
  EXPECT_EQ(mesh.rest.front(), (Vec<3>(0, 0, 0)));
  EXPECT_EQ(mesh.rest.back(), (Vec<3>(0.1, 0.3, 0.7)));
}

TEST(Generate, NeighboursShareWholeFacets) {
  const std::array<int, 3> cells{3, 4, 2};
  const auto counts = facet_counts(box(cells, {1, 1, 1}));
  int boundary = 0;
  for (const auto& [nodes, count] : counts) {
    EXPECT_TRUE(count == 1 || count == 2);
    boundary += count == 1;
  }
  // Two triangles on every outer cell face: a crack inside would add to them.
  EXPECT_EQ(boundary, 4 * (3 * 4 + 4 * 2 + 3 * 2));

  int edges = 0;
  for (const auto& [nodes, count] : facet_counts(rectangle({5, 3}, {1, 1}))) {
    EXPECT_TRUE(count == 1 || count == 2);
    edges += count == 1;
  }
  EXPECT_EQ(edges, 2 * (5 + 3));
}

TEST(Generate, ImpossibleGridsAreRefused) {
  const auto refused = [](auto make, const char* word) {
    try {
      make();
      ADD_FAILURE() << word;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_input);
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused([] { box({0, 1, 1}, {1, 1, 1}); }, "along x");
  refused([] { box({1, 1, 1}, {1, -1, 1}); }, "along y");
  refused([] { box({1, 1, 1}, {1, 1, std::nan("")}); }, "along z");
  refused([] { box({1, 1, 1}, {1, 1, 1}, {0, INFINITY, 0}); }, "origin");
  refused([] { rectangle({100000, 100000}, {1, 1}); }, "fewer cells");
  refused([] { box({2000000000, 2000000000, 2000000000}, {1, 1, 1}); }, "fewer cells");
}

}  // namespace
}  // namespace conjac
