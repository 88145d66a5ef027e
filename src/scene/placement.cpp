#include "scene/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/tuned.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

// A chosen site may move inwards by this fraction of its distance from all other sites, so that it
// leaves the tip of a limb, ...
CONJAC_TUNED(double, kInwards, 0.5);
// ... and by this fraction of the body's size.
CONJAC_TUNED(double, kInwardsOfBody, 0.15);
// Ways along edges are longer than straight ones, but not by more than this: what lies farther is
// another limb.
CONJAC_TUNED(double, kDetour, 2);
// Sites nearer to each other than this fraction of the body's size add nothing but stiffness.
CONJAC_TUNED(double, kSeparation, 0.02);
constexpr double kFar = std::numeric_limits<double>::infinity();
// Depths that differ by rounding are the same: the first node found is taken.
constexpr double kRounding = 1e-9;

template <int Dim>
double diagonal(const Mesh<Dim>& mesh, std::span<const int> nodes) {
  Vec<Dim> low = mesh.rest[nodes[0]], high = low;
  for (int i : nodes) low = low.cwiseMin(mesh.rest[i]), high = high.cwiseMax(mesh.rest[i]);
  return (high - low).norm();
}

}  // namespace

template <int Dim>
std::vector<int> place_nodes(const Mesh<Dim>& mesh, std::span<const int> taken, int count,
                             unsigned seed, std::span<const char> among) {
  std::vector<int> placed, nodes;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (among.empty() || among[i]) nodes.push_back(i);
  if (count <= 0 || nodes.empty()) return placed;
  const Adjacency adjacency = node_adjacency(mesh);
  const std::vector<char> on_boundary = boundary_nodes(mesh);
  std::vector<int> boundary;
  for (int i = 0; i < mesh.nodes(); ++i)
    if (on_boundary[i]) boundary.push_back(i);
  const std::vector<double> depth = graph_distances(mesh, adjacency, boundary);
  const double size = diagonal<Dim>(mesh, nodes), separation = kSeparation * size;

  std::vector<int> sites;
  for (int i : taken)
    if (among.empty() || among[i]) sites.push_back(i);
  if (sites.empty()) {
    // Nothing to stay away from: begin at the end farthest from a seeded node.
    std::mt19937 random(seed);
    const int start = nodes[random() % nodes.size()];
    const auto distance = graph_distances(mesh, adjacency, std::vector<int>{start});
    int farthest = start;
    for (int i : nodes)
      if (distance[i] > distance[farthest] && std::isfinite(distance[i])) farthest = i;
    placed.push_back(farthest);
    sites.push_back(farthest);
  }
  std::vector<double> nearest = graph_distances(mesh, adjacency, sites), limit;
  while (static_cast<int>(placed.size()) < count) {
    int farthest = nodes[0];
    for (int i : nodes)
      if (nearest[i] > nearest[farthest]) farthest = i;
    if (nearest[farthest] < separation) break;
    const double reach = std::min(kInwards * nearest[farthest],  // infinite for a lone piece
                                  kInwardsOfBody * size);
    limit.assign(mesh.rest.size(), std::nextafter(kDetour * reach, kFar));
    const auto around = graph_distances(mesh, adjacency, std::vector<int>{farthest}, limit);
    int chosen = farthest;
    for (int i : nodes)
      if (nearest[i] >= separation &&  // not where the tip of another limb has led already
          (mesh.rest[i] - mesh.rest[farthest]).norm() <= reach && around[i] <= kDetour * reach &&
          depth[i] > depth[chosen] * (1 + kRounding))
        chosen = i;
    placed.push_back(chosen);
    // Where an earlier site is nearer, so it is for all that lies behind.
    const auto distance = graph_distances(mesh, adjacency, std::vector<int>{chosen}, nearest);
    for (int i = 0; i < mesh.nodes(); ++i) nearest[i] = std::min(nearest[i], distance[i]);
  }
  return placed;
}

template <int Dim>
std::vector<int> nearest_sites(const Mesh<Dim>& mesh, std::span<const int> sites) {
  std::vector<int> region(mesh.element_count(), -1);
  std::vector<double> best(mesh.element_count(), kFar);
  const Adjacency adjacency = node_adjacency(mesh);
  // A site that wins an element is at each of its nodes at most two edges farther than the nearest one
  // (three, to be safe from rounding). Nobody looks farther.
  double edge = 0;
  for (int i = 0; i < mesh.nodes(); ++i)
    for (const int j : adjacency.of(i)) edge = std::max(edge, (mesh.rest[i] - mesh.rest[j]).norm());
  std::vector<double> limit = graph_distances(mesh, adjacency, sites);
  for (double& one : limit) one += 3 * edge;
  for (std::size_t k = 0; k < sites.size(); ++k) {
    const auto distance = graph_distances(mesh, adjacency, std::vector<int>{sites[k]}, limit);
    for (int e = 0; e < mesh.element_count(); ++e) {
      double sum = 0;
      for (int node : mesh.elements[e]) sum += distance[node];
      if (sum < best[e]) best[e] = sum, region[e] = static_cast<int>(k);
    }
  }
  return region;
}

template std::vector<int> place_nodes<2>(const Mesh<2>&, std::span<const int>, int, unsigned,
                                         std::span<const char>);
template std::vector<int> place_nodes<3>(const Mesh<3>&, std::span<const int>, int, unsigned,
                                         std::span<const char>);
template std::vector<int> nearest_sites<2>(const Mesh<2>&, std::span<const int>);
template std::vector<int> nearest_sites<3>(const Mesh<3>&, std::span<const int>);

}  // namespace conjac
