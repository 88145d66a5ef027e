#include "reduce/floating.h"

#include <algorithm>
#include <array>

#include "core/tuned.h"

namespace conjac {
namespace {

// Nodes nearer to a line than this fraction of their spread count as lying on it: their lever arm
// would leave the rotation about the line to round-off.
CONJAC_TUNED(double, kFlat, 1e-3);

/// Affinely independent nodes, three at most. On the stack: this runs at every switch of a node.
struct Independent {
  std::array<int, 3> nodes{};
  int count = 0;
  void add(int node) { nodes[count++] = node; }
};

/// Distance of a node from the affine hull of the chosen nodes (point, then line).
double distance_from_hull(const VectorXd& x, int stride, const Independent& chosen, int node) {
  const auto from_first = [&](int i) {
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();
    for (int c = 0; c < stride; ++c)
      offset[c] = x[i * stride + c] - x[chosen.nodes[0] * stride + c];
    return offset;
  };
  Eigen::Vector3d offset = from_first(node);
  if (chosen.count > 1) {
    const Eigen::Vector3d line = from_first(chosen.nodes[1]).normalized();
    offset -= offset.dot(line) * line;
  }
  return offset.norm();
}

/// Extends an affinely independent set from `from`, farthest first, until `stride` nodes are found.
void extend(const VectorXd& x, int stride, std::span<const int> from, Independent& chosen) {
  const auto distance = [&](int a, int b) {
    return (x.segment(a * stride, stride) - x.segment(b * stride, stride)).norm();
  };
  while (chosen.count < stride && !from.empty()) {
    if (chosen.count == 0) {
      chosen.add(from.front());
      continue;
    }
    int best = -1;
    double farthest = 0, spread = 0;
    for (int node : from) {
      const double off = distance_from_hull(x, stride, chosen, node);
      spread = std::max(spread, distance(node, chosen.nodes[0]));
      if (off > farthest) {
        farthest = off;
        best = node;
      }
    }
    if (chosen.count > 1) spread = std::max(spread, distance(chosen.nodes[1], chosen.nodes[0]));
    if (best < 0 || farthest <= kFlat * spread) return;
    chosen.add(best);
  }
}

}  // namespace

bool pins_piece(const VectorXd& x, int stride, std::span<const int> pins) {
  Independent chosen;
  extend(x, stride, pins, chosen);
  return chosen.count == stride;
}

std::vector<int> missing_pins(const VectorXd& x, int stride, std::span<const int> pins,
                              std::span<const int> candidates) {
  Independent chosen;
  extend(x, stride, pins, chosen);
  const int given = chosen.count;
  extend(x, stride, candidates, chosen);
  return {chosen.nodes.begin() + given, chosen.nodes.begin() + chosen.count};
}

}  // namespace conjac
