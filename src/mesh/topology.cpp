#include "mesh/topology.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

#include "core/check.h"

namespace conjac {
namespace {

template <int Dim>
std::array<int, Dim> sorted(std::array<int, Dim> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// Root of a node's tree, halving the path on the way so that later searches are short.
int find_root(std::vector<int>& parent, int node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

}  // namespace

template <int Dim>
std::array<Facet<Dim>, Dim + 1> element_facets(const Mesh<Dim>& mesh, int element) {
  const auto& n = mesh.elements[element];
  if constexpr (Dim == 2) {
    return {{{{n[1], n[2]}, element}, {{n[2], n[0]}, element}, {{n[0], n[1]}, element}}};
  } else {
    return {{{{n[1], n[2], n[3]}, element},
             {{n[0], n[3], n[2]}, element},
             {{n[0], n[1], n[3]}, element},
             {{n[0], n[2], n[1]}, element}}};
  }
}

template <int Dim>
std::vector<Facet<Dim>> boundary_facets(const Mesh<Dim>& mesh) {
  struct Side {
    std::array<int, Dim> key;  // its nodes ascending: the same for both elements that share it
    int slot;                  // element * (Dim + 1) + side
  };
  // By their lowest node first, by counting: then only a few are left to be sorted at a time.
  std::vector<std::size_t> start(mesh.rest.size() + 1, 0);
  const auto each = [&mesh](auto&& visit) {
    for (int e = 0, slot = 0; e < mesh.element_count(); ++e)
      for (const Facet<Dim>& facet : element_facets(mesh, e))
        visit(Side{sorted<Dim>(facet.nodes), slot++});
  };
  each([&](const Side& side) { ++start[side.key[0] + 1]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Side> sides(start.back());
  std::vector<std::size_t> next_of(start.begin(), start.end() - 1);
  each([&](const Side& side) { sides[next_of[side.key[0]]++] = side; });
  for (std::size_t node = 0; node + 1 < start.size(); ++node)
    std::sort(sides.begin() + static_cast<std::ptrdiff_t>(start[node]),
              sides.begin() + static_cast<std::ptrdiff_t>(start[node + 1]),
              [](const Side& a, const Side& b) { return a.key < b.key; });

  std::vector<int> single;
  for (std::size_t i = 0, next = 0; i < sides.size(); i = next) {
    for (next = i + 1; next < sides.size() && sides[next].key == sides[i].key;) ++next;
    if (next == i + 1) single.push_back(sides[i].slot);
  }
  std::sort(single.begin(), single.end());

  std::vector<Facet<Dim>> facets;
  facets.reserve(single.size());
  for (int slot : single)
    facets.push_back(element_facets(mesh, slot / (Dim + 1))[slot % (Dim + 1)]);
  return facets;
}

template <int Dim>
std::vector<char> boundary_nodes(const Mesh<Dim>& mesh) {
  std::vector<char> flags(mesh.rest.size(), 0);
  for (const Facet<Dim>& facet : boundary_facets(mesh))
    for (int node : facet.nodes) flags[node] = 1;
  return flags;
}

template <int Dim>
Adjacency node_adjacency(const Mesh<Dim>& mesh) {
  // Every element's ordered pairs, put into rows by counting, then sorted and freed of repeats.
  std::vector<int> begin(mesh.rest.size() + 1, 0);
  for (const auto& element : mesh.elements)
    for (int node : element) begin[node + 1] += Dim;
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<int> pairs(mesh.elements.size() * (Dim + 1) * Dim);
  std::vector<int> fill(begin.begin(), begin.end() - 1);
  for (const auto& element : mesh.elements)
    for (int a : element)
      for (int b : element)
        if (a != b) pairs[fill[a]++] = b;

  Adjacency adjacency;
  adjacency.start.push_back(0);
  for (int n = 0; n < mesh.nodes(); ++n) {
    const auto row = pairs.begin() + begin[n];
    const auto row_end = pairs.begin() + begin[n + 1];
    std::sort(row, row_end);
    adjacency.neighbors.insert(adjacency.neighbors.end(), row, std::unique(row, row_end));
    adjacency.start.push_back(static_cast<int>(adjacency.neighbors.size()));
  }
  return adjacency;
}

template <int Dim>
Pieces connected_pieces(const Mesh<Dim>& mesh) {
  std::vector<int> parent(mesh.rest.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& element : mesh.elements) {
    for (int k = 1; k <= Dim; ++k) {
      const int a = find_root(parent, element[0]);
      const int b = find_root(parent, element[k]);
      parent[std::max(a, b)] = std::min(a, b);  // the root is the lowest node of its piece
    }
  }
  Pieces pieces;
  pieces.of_node.reserve(mesh.rest.size());
  for (int n = 0; n < mesh.nodes(); ++n) {
    const int root = find_root(parent, n);
    pieces.of_node.push_back(root == n ? pieces.count++ : pieces.of_node[root]);
  }
  return pieces;
}

template <int Dim>
int nearest_node(const Mesh<Dim>& mesh, const Vec<Dim>& point) {
  CONJAC_ASSERT(!mesh.rest.empty());
  const auto nearer = [&](const Vec<Dim>& a, const Vec<Dim>& b) {
    return (a - point).squaredNorm() < (b - point).squaredNorm();
  };
  return static_cast<int>(std::min_element(mesh.rest.begin(), mesh.rest.end(), nearer) -
                          mesh.rest.begin());
}

template <int Dim>
std::vector<double> graph_distances(const Mesh<Dim>& mesh, const Adjacency& adjacency,
                                    std::span<const int> sources, std::span<const double> below) {
  std::vector<double> distance(mesh.rest.size(), std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  for (int source : sources) {
    distance[source] = 0;
    queue.push({0.0, source});
  }
  while (!queue.empty()) {
    const auto [reached, node] = queue.top();
    queue.pop();
    if (reached > distance[node]) continue;  // a shorter way was found meanwhile
    for (int next : adjacency.of(node)) {
      const double through = reached + (mesh.rest[next] - mesh.rest[node]).norm();
      if (through >= distance[next] || (!below.empty() && through >= below[next])) continue;
      distance[next] = through;
      queue.push({through, next});
    }
  }
  return distance;
}

template <int Dim>
double signed_volume(const Mesh<Dim>& mesh, int element) {
  const auto& n = mesh.elements[element];
  Mat<Dim> edges;
  double simplices = 1;  // of a box with the same edges: Dim!
  for (int k = 0; k < Dim; ++k) {
    edges.col(k) = mesh.rest[n[k + 1]] - mesh.rest[n[0]];
    simplices *= k + 1;
  }
  return edges.determinant() / simplices;
}

#define CONJAC_INSTANTIATE(Dim)                                                           \
  template std::array<Facet<Dim>, Dim + 1> element_facets<Dim>(const Mesh<Dim>&, int);    \
  template std::vector<Facet<Dim>> boundary_facets<Dim>(const Mesh<Dim>&);                \
  template std::vector<char> boundary_nodes<Dim>(const Mesh<Dim>&);                       \
  template Adjacency node_adjacency<Dim>(const Mesh<Dim>&);                               \
  template Pieces connected_pieces<Dim>(const Mesh<Dim>&);                                \
  template int nearest_node<Dim>(const Mesh<Dim>&, const Vec<Dim>&);                      \
  template std::vector<double> graph_distances<Dim>(                                      \
      const Mesh<Dim>&, const Adjacency&, std::span<const int>, std::span<const double>); \
  template double signed_volume<Dim>(const Mesh<Dim>&, int);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
