#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/mesh.h"

namespace conjac {

/// A side of an element: edge in 2D, triangle in 3D. Nodes are ordered so that the normal (right of
/// the edge from first to second node; right-handed for triangles) points out of the element.
template <int Dim>
struct Facet {
  std::array<int, Dim> nodes;
  int element;
};

/// The Dim + 1 sides of one element; side k is opposite its node k.
template <int Dim>
std::array<Facet<Dim>, Dim + 1> element_facets(const Mesh<Dim>& mesh, int element);

/// Sides that belong to one element only, in the order of their elements.
template <int Dim>
std::vector<Facet<Dim>> boundary_facets(const Mesh<Dim>& mesh);

/// (nodes) 1 where the node lies on a boundary facet, else 0.
template <int Dim>
std::vector<char> boundary_nodes(const Mesh<Dim>& mesh);

/// Neighbours along element edges in compressed rows: those of node n are
/// neighbors[start[n]] .. neighbors[start[n + 1] - 1], ascending, without n itself.
struct Adjacency {
  std::vector<int> start;      // (nodes + 1)
  std::vector<int> neighbors;  // (twice the edges)

  std::span<const int> of(int node) const {
    return std::span(neighbors).subspan(start[node], start[node + 1] - start[node]);
  }
};
template <int Dim>
Adjacency node_adjacency(const Mesh<Dim>& mesh);

/// Pieces connected through shared nodes, numbered by their lowest node.
struct Pieces {
  int count = 0;
  std::vector<int> of_node;  // (nodes) piece of each node
};
template <int Dim>
Pieces connected_pieces(const Mesh<Dim>& mesh);

/// Node nearest to `point`; the lowest index where several are. The mesh must have nodes.
template <int Dim>
int nearest_node(const Mesh<Dim>& mesh, const Vec<Dim>& point);

/// (nodes) length of the shortest way along element edges from any of `sources` (Dijkstra);
/// infinity where none of them can be reached. With `below` (nodes) only nodes are entered
/// whose length is less than that; all others are infinity: who knows how far to look does
/// not pay for the whole body.
template <int Dim>
std::vector<double> graph_distances(const Mesh<Dim>& mesh, const Adjacency& adjacency,
                                    std::span<const int> sources,
                                    std::span<const double> below = {});

/// Signed volume (area in 2D) of an element; positive in every Mesh that was read or generated.
template <int Dim>
double signed_volume(const Mesh<Dim>& mesh, int element);

}  // namespace conjac
