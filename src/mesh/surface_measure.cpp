#include "mesh/surface_measure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace conjac {
namespace {

/// One side of a triangle, its ends in ascending order.
struct DirectedEdge {
  std::array<int, 2> ends;
  bool ascending;  // as the triangle goes around
};

std::vector<DirectedEdge> sorted_edges(const TriangleSurface& surface) {
  std::vector<DirectedEdge> edges;
  edges.reserve(surface.triangles.size() * 3);
  for (const auto& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges.push_back({{std::min(a, b), std::max(a, b)}, a < b});
    }
  std::ranges::sort(edges, {}, [](const DirectedEdge& e) { return e.ends; });
  return edges;
}

void measure_edges_of(const TriangleSurface& surface, SurfaceMeasure& result) {
  const std::vector<DirectedEdge> edges = sorted_edges(surface);
  result.shortest_edge = HUGE_VAL;
  int distinct = 0;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].ends == edges[begin].ends) ++end;
    const auto [a, b] = edges[begin].ends;
    const double length = (surface.points[a] - surface.points[b]).norm();
    result.shortest_edge = std::min(result.shortest_edge, length);
    result.longest_edge = std::max(result.longest_edge, length);
    result.mean_edge += length;
    ++distinct;
    if (end - begin == 1) {
      ++result.open_edges;
      if (!result.an_open_edge) result.an_open_edge = edges[begin].ends;
    } else if (end - begin > 2) {
      ++result.crowded_edges;
    } else if (edges[begin].ascending == edges[begin + 1].ascending) {
      ++result.turned_edges;
    }
  }
  result.mean_edge /= distinct;
}

int pieces_of(const TriangleSurface& surface) {
  std::vector<int> parent(surface.points.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::vector<char> used(surface.points.size(), 0);
  for (const auto& t : surface.triangles)
    for (const int corner : t) used[corner] = 1, parent[root(corner)] = root(t[0]);
  int count = 0;
  for (std::size_t i = 0; i < parent.size(); ++i)
    count += used[i] && root(static_cast<int>(i)) == static_cast<int>(i);
  return count;
}

}  // namespace

SurfaceMeasure measure_surface(const TriangleSurface& surface) {
  SurfaceMeasure result;
  result.low = Vec<3>::Constant(HUGE_VAL), result.high = -result.low;
  for (const auto& t : surface.triangles) {
    const Vec<3>&a = surface.points[t[0]], &b = surface.points[t[1]], &c = surface.points[t[2]];
    result.low = result.low.cwiseMin(a).cwiseMin(b).cwiseMin(c);
    result.high = result.high.cwiseMax(a).cwiseMax(b).cwiseMax(c);
    result.area += (b - a).cross(c - a).norm() / 2;
    result.volume += a.dot(b.cross(c)) / 6;
    const std::array<Vec<3>, 3> sides{b - a, c - b, a - c};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3> next = sides[k], back = -sides[(k + 2) % 3];
      const double angle = std::atan2(next.cross(back).norm(), next.dot(back));
      result.smallest_angle = std::min(result.smallest_angle, angle * 180 / M_PI);
    }
  }
  measure_edges_of(surface, result);
  result.pieces = pieces_of(surface);
  return result;
}

}  // namespace conjac
