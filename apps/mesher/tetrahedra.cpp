#include "tetrahedra.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace conjac::mesher {
namespace {

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double cell_volume(const Tetrahedra& mesh, const std::array<int, 4>& cell) {
  const Point& p = mesh.points[cell[0]];
  return dot(cross(minus(mesh.points[cell[1]], p), minus(mesh.points[cell[2]], p)),
             minus(mesh.points[cell[3]], p)) /
         6;
}

/// Root of a union-find tree, with path halving.
int root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

double volume(const Tetrahedra& mesh) {
  double sum = 0;
  for (const auto& cell : mesh.cells) sum += cell_volume(mesh, cell);
  return sum;
}

double smallest_dihedral(const Tetrahedra& mesh) {
  double smallest = 180;
  for (const auto& cell : mesh.cells) {
    if (cell_volume(mesh, cell) <= 0) return -1;
    // Edge i-j, seen along itself: the angle between the directions to the other two corners.
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) {
        int others[2], n = 0;
        for (int k = 0; k < 4; ++k)
          if (k != i && k != j) others[n++] = k;
        const Point& p = mesh.points[cell[i]];
        const Point axis = minus(mesh.points[cell[j]], p);
        const Point a = cross(axis, minus(mesh.points[cell[others[0]]], p));
        const Point b = cross(axis, minus(mesh.points[cell[others[1]]], p));
        const Point c = cross(a, b);
        const double angle = std::atan2(std::sqrt(dot(c, c)), dot(a, b));
        smallest = std::min(smallest, angle * 180 / std::numbers::pi);
      }
  }
  return smallest;
}

Crumbs drop_crumbs(Tetrahedra& mesh, double share) {
  const int count = static_cast<int>(mesh.cells.size());
  std::vector<int> parent(count);
  std::iota(parent.begin(), parent.end(), 0);
  std::map<std::array<int, 3>, int> open;  // faces seen once, with their element
  for (int e = 0; e < count; ++e)
    for (int skip = 0; skip < 4; ++skip) {
      std::array<int, 3> face;
      int n = 0;
      for (int k = 0; k < 4; ++k)
        if (k != skip) face[n++] = mesh.cells[e][k];
      std::ranges::sort(face);
      const auto [at, fresh] = open.try_emplace(face, e);
      if (!fresh) parent[root(parent, e)] = root(parent, at->second);
    }

  std::vector<double> part(count, 0.0);
  for (int e = 0; e < count; ++e) part[root(parent, e)] += cell_volume(mesh, mesh.cells[e]);
  const double least = share * std::accumulate(part.begin(), part.end(), 0.0);
  Crumbs result;
  std::vector<std::array<int, 4>> kept;
  for (int e = 0; e < count; ++e) {
    if (root(parent, e) == e && part[e] >= least) ++result.parts;
    if (part[root(parent, e)] >= least) kept.push_back(mesh.cells[e]);
  }
  result.dropped = count - static_cast<int>(kept.size());

  std::vector<int> place(mesh.points.size(), -1);
  std::vector<Point> points;
  for (auto& cell : kept)
    for (int& node : cell) {
      if (place[node] < 0) {
        place[node] = static_cast<int>(points.size());
        points.push_back(mesh.points[node]);
      }
      node = place[node];
    }
  mesh.cells = std::move(kept);
  mesh.points = std::move(points);
  return result;
}

}  // namespace conjac::mesher
