#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <limits>
#include <random>
#include <set>

#include "mesh/generate.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

Mesh<3> shuffled_box() {
  // Random but positive: inner structure and numbering carry no order that could hide a mistake.
  Mesh<3> mesh = box({4, 3, 5}, {4, 3, 5});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-0.05, 0.05);
  for (Vec<3>& x : mesh.rest)
    for (double& v : x) v += noise(random);
  std::vector<int> order(mesh.rest.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::shuffle(order.begin(), order.end(), random);
  Mesh<3> result = mesh;
  for (std::size_t i = 0; i < order.size(); ++i) result.rest[order[i]] = mesh.rest[i];
  for (auto& element : result.elements) {
    for (int& node : element) node = order[node];
    // Even permutations keep the volume positive; any side may lie outside then.
    if (random() % 2) std::swap(element[0], element[1]), std::swap(element[2], element[3]);
    std::rotate(element.begin(), element.begin() + random() % 3, element.begin() + 3);
  }
  std::shuffle(result.elements.begin(), result.elements.end(), random);
  return result;
}

template <int Dim>
Mesh<Dim> joined(Mesh<Dim> a, const Mesh<Dim>& b, const Vec<Dim>& offset) {
  const int shift = a.nodes();
  for (const auto& x : b.rest) a.rest.push_back(x + offset);
  for (auto element : b.elements) {
    for (int& node : element) node += shift;
    a.elements.push_back(element);
  }
  a.region.resize(a.elements.size());
  return a;
}

TEST(Topology, BoundaryIsClosedAndEnclosesTheVolume) {
  const Mesh<3> mesh = shuffled_box();
  double volume = 0;
  for (int e = 0; e < mesh.element_count(); ++e) volume += signed_volume(mesh, e);
  Vec<3> area = Vec<3>::Zero();
  double enclosed = 0;  // divergence theorem: V = 1/3 sum x . n A, positive if normals point out
  std::multiset<std::pair<int, int>> edges;
  for (const auto& facet : boundary_facets(mesh)) {
    const Vec<3> a = mesh.rest[facet.nodes[0]], b = mesh.rest[facet.nodes[1]],
                 c = mesh.rest[facet.nodes[2]];
    const Vec<3> n = 0.5 * (b - a).cross(c - a);
    area += n;
    enclosed += (a + b + c).dot(n) / 9;
    for (int k = 0; k < 3; ++k) edges.insert({facet.nodes[k], facet.nodes[(k + 1) % 3]});
  }
  EXPECT_NEAR(area.norm(), 0, 1e-12);
  EXPECT_NEAR(enclosed, volume, 1e-12 * volume);
  for (const auto& [a, b] : edges) {  // each edge runs once in each direction
    EXPECT_EQ(edges.count({a, b}), 1u);
    EXPECT_EQ(edges.count({b, a}), 1u);
  }
}

TEST(Topology, PlaneBoundaryRunsCounterClockwise) {
  const Mesh<2> mesh = rectangle({4, 3}, {2, 3}, {5, 7});
  double twice_area = 0;
  for (const auto& facet : boundary_facets(mesh)) {
    const Vec<2> a = mesh.rest[facet.nodes[0]], b = mesh.rest[facet.nodes[1]];
    twice_area += a.x() * b.y() - a.y() * b.x();
    // The outward normal, right of the edge, points away from the element's third node.
    for (int node : mesh.elements[facet.element]) {
      const Vec<2> away = mesh.rest[node] - a;
      EXPECT_LE(away.x() * (b - a).y() - away.y() * (b - a).x(), 1e-14);
    }
  }
  EXPECT_NEAR(twice_area, 12, 1e-12);
}

TEST(Topology, BoundaryNodesAreThoseOnTheSurface) {
  const Mesh<3> mesh = box({4, 5, 6}, {4, 5, 6});
  const std::vector<char> flags = boundary_nodes(mesh);
  for (int n = 0; n < mesh.nodes(); ++n) {
    const Vec<3>& x = mesh.rest[n];
    const bool inside = x.x() > 0 && x.x() < 4 && x.y() > 0 && x.y() < 5 && x.z() > 0 && x.z() < 6;
    EXPECT_EQ(flags[n] == 0, inside) << n;
  }
}

TEST(Topology, AdjacencyHoldsEveryEdgeOnce) {
  const Mesh<3> mesh = shuffled_box();
  std::vector<std::set<int>> expected(mesh.rest.size());
  for (const auto& element : mesh.elements)
    for (int a : element)
      for (int b : element)
        if (a != b) expected[a].insert(b);
  const Adjacency adjacency = node_adjacency(mesh);
  ASSERT_EQ(adjacency.start.size(), mesh.rest.size() + 1);
  for (int n = 0; n < mesh.nodes(); ++n) {
    const auto row = adjacency.of(n);
    EXPECT_EQ(std::vector<int>(row.begin(), row.end()),
              std::vector<int>(expected[n].begin(), expected[n].end()));
  }
}

TEST(Topology, PiecesAreNumberedByTheirLowestNode) {
  const Mesh<3> one = shuffled_box();
  EXPECT_EQ(connected_pieces(one).count, 1);
  Mesh<3> three =
      joined(joined(one, one, Vec<3>(9, 0, 0)), box({1, 1, 1}, {1, 1, 1}), Vec<3>(0, 9, 0));
  const Pieces pieces = connected_pieces(three);
  EXPECT_EQ(pieces.count, 3);
  for (int n = 0; n < three.nodes(); ++n)
    EXPECT_EQ(pieces.of_node[n], n < one.nodes() ? 0 : n < 2 * one.nodes() ? 1 : 2);
  // Two pieces that touch in a single node are one.
  Mesh<2> sheet = joined(rectangle({2, 2}, {1, 1}), rectangle({2, 2}, {1, 1}), Vec<2>(1, 1));
  EXPECT_EQ(connected_pieces(sheet).count, 2);
  for (auto& element : sheet.elements)
    for (int& node : element)
      if (node == 9) node = 8;
  EXPECT_EQ(connected_pieces(sheet).of_node[17], 0);
}

TEST(Topology, NearestNodeIsTheNearestAndTheFirst) {
  const Mesh<3> mesh = box({4, 4, 4}, {1, 1, 1});
  EXPECT_EQ(nearest_node(mesh, Vec<3>(-1, -1, -1)), 0);
  EXPECT_EQ(nearest_node(mesh, Vec<3>(0.26, 0.01, 0)), 1);
  EXPECT_EQ(nearest_node(mesh, Vec<3>(2, 2, 2)), mesh.nodes() - 1);
  EXPECT_EQ(nearest_node(mesh, Vec<3>(0.125, 0, 0)), 0);  // a tie
}

TEST(Topology, GraphDistancesMatchAllPairs) {
  const Mesh<3> mesh = joined(shuffled_box(), box({1, 1, 1}, {1, 1, 1}), Vec<3>(9, 9, 9));
  const Adjacency adjacency = node_adjacency(mesh);
  const int n = mesh.nodes();
  // Floyd-Warshall as the slow reference.
  const double inf = std::numeric_limits<double>::infinity();
  MatrixXd all = MatrixXd::Constant(n, n, inf);
  for (int a = 0; a < n; ++a) {
    all(a, a) = 0;
    for (int b : adjacency.of(a)) all(a, b) = (mesh.rest[a] - mesh.rest[b]).norm();
  }
  for (int k = 0; k < n; ++k)
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) all(a, b) = std::min(all(a, b), all(a, k) + all(k, b));

  const std::vector<int> sources{3, 40};
  const std::vector<double> distance = graph_distances<3>(mesh, adjacency, sources);
  for (int node = 0; node < n; ++node) {
    const double expected = std::min(all(3, node), all(40, node));
    if (expected == inf)
      EXPECT_EQ(distance[node], inf);
    else
      EXPECT_NEAR(distance[node], expected, 1e-12);
  }
  EXPECT_EQ(graph_distances<3>(mesh, adjacency, {})[0], inf);
  // Only as far as asked for: the same numbers there, and none beyond.
  std::vector<double> below(distance.size());
  for (int node = 0; node < n; ++node)
    below[node] = all(40, node) + 0.02;  // nearer to 3, or nearly
  const std::vector<double> from = graph_distances<3>(mesh, adjacency, std::vector<int>{3});
  const std::vector<double> some = graph_distances<3>(mesh, adjacency, std::vector<int>{3}, below);
  int left_out = 0;
  for (int node = 0; node < n; ++node) {
    if (from[node] < below[node]) {
      EXPECT_EQ(some[node], from[node]);
    } else {
      EXPECT_EQ(some[node], inf);
      ++left_out;
    }
  }
  EXPECT_GT(left_out, n / 10);
}

}  // namespace
}  // namespace conjac
