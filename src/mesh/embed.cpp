#include "mesh/embed.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>

#include "mesh/box_tree.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

// A point on a side belongs to either element; rounding must not make it one of neither.
constexpr double kOnSide = 1e-10;

Vec<3> nearest_on_side(const Vec<3>& a, const Vec<3>& b, const Vec<3>& p) {
  const Vec<3> along = b - a;
  const double length = along.squaredNorm();
  const double s = length > 0 ? std::clamp(along.dot(p - a) / length, 0.0, 1.0) : 0.0;
  return a + s * along;
}

double squared_facet_distance(const std::array<Vec<3>, 3>& t, const Vec<3>& p) {
  const Vec<3> normal = (t[1] - t[0]).cross(t[2] - t[0]);
  bool above = normal.squaredNorm() > 0;
  for (std::size_t k = 0; k < 3; ++k)
    above = above && normal.cross(t[(k + 1) % 3] - t[k]).dot(p - t[k]) >= 0;
  if (above) {
    const double height = normal.dot(p - t[0]);
    return height * height / normal.squaredNorm();
  }
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < 3; ++k)
    least = std::min(least, (nearest_on_side(t[k], t[(k + 1) % 3], p) - p).squaredNorm());
  return least;
}

}  // namespace

struct Embedder::Trees {
  std::vector<int> elements;     // those that carry
  std::vector<Facet<3>> facets;  // of the boundary, of elements that carry
  BoxTree<3> in_elements, in_facets;
  double reach = 0;  // where the search for a facet begins, m
};

Embedder::Embedder(const Mesh<3>& mesh, std::span<const char> carries) : mesh_(mesh) {
  auto trees = std::make_unique<Trees>();
  std::vector<Box<3>> boxes;
  double size = 0;
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (!carries[static_cast<std::size_t>(e)]) continue;
    Box<3> box = Box<3>::at(mesh.rest[mesh.elements[e][0]]);
    for (int node : mesh.elements[e]) box.include(mesh.rest[node]);
    trees->elements.push_back(e);
    size += (box.high - box.low).norm();
    boxes.push_back(box);
  }
  trees->reach = size / static_cast<double>(boxes.size()) / 4;
  trees->in_elements = BoxTree<3>(boxes);
  boxes.clear();
  for (const Facet<3>& facet : boundary_facets(mesh)) {
    if (!carries[static_cast<std::size_t>(facet.element)]) continue;
    Box<3> box = Box<3>::at(mesh.rest[facet.nodes[0]]);
    for (int node : facet.nodes) box.include(mesh.rest[node]);
    trees->facets.push_back(facet);
    boxes.push_back(box);
  }
  trees->in_facets = BoxTree<3>(boxes);
  trees_ = std::move(trees);
}

Embedder::~Embedder() = default;

std::array<double, 4> Embedder::weights_in(int element, const Vec<3>& point) const {
  const auto& nodes = mesh_.elements[element];
  const Vec<3>& origin = mesh_.rest[nodes[0]];
  Eigen::Matrix3d edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = mesh_.rest[nodes[k + 1]] - origin;
  const Vec<3> w = edges.inverse() * (point - origin);
  return {1 - w.sum(), w[0], w[1], w[2]};
}

Embedded Embedder::find(const Vec<3>& point) const {
  std::vector<int> found;
  trees_->in_elements.overlapping(Box<3>::at(point), found);
  // Of several (a point on a side, bodies that overlap) the one the point is deepest in, and of
  // equals the first: the order of the search does not matter.
  Embedded best{-1, {}, 0};
  double deepest = -kOnSide;
  for (int i : found) {
    const int element = trees_->elements[static_cast<std::size_t>(i)];
    const std::array<double, 4> weights = weights_in(element, point);
    const double depth = *std::min_element(weights.begin(), weights.end());
    if (depth < deepest || (depth == deepest && best.element >= 0 && element > best.element))
      continue;
    deepest = depth;
    best = {element, weights, 0};
  }
  if (best.element >= 0) return best;
  double least = HUGE_VAL;
  // The box grows until the nearest facet found is nearer than its sides are.
  for (double reach = trees_->reach; !(least <= reach * reach); reach *= 2) {
    found.clear();
    const Vec<3> around = Vec<3>::Constant(reach);
    trees_->in_facets.overlapping({point - around, point + around}, found);
    for (int i : found) {
      const Facet<3>& facet = trees_->facets[static_cast<std::size_t>(i)];
      const double distance = squared_facet_distance(
          {mesh_.rest[facet.nodes[0]], mesh_.rest[facet.nodes[1]], mesh_.rest[facet.nodes[2]]},
          point);
      if (distance < least || (distance == least && facet.element < best.element))
        least = distance, best.element = facet.element;
    }
  }
  best.weights = weights_in(best.element, point);
  best.outside = std::sqrt(least);
  return best;
}

}  // namespace conjac
