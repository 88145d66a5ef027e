#include "reduce/floating.h"

#include <algorithm>

namespace conjac {
namespace {

// Nodes nearer to a line than this fraction of their spread count as lying on it: their lever arm
// would leave the rotation about the line to round-off.
constexpr double kFlat = 1e-3;

/// Squared distance of p from the affine hull of the chosen nodes (point, then line).
double distance_from_hull(const VectorXd& x, int stride, std::span<const int> chosen, int node) {
  const auto from_first = [&](int i) {
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();
    for (int c = 0; c < stride; ++c) offset[c] = x[i * stride + c] - x[chosen[0] * stride + c];
    return offset;
  };
  Eigen::Vector3d offset = from_first(node);
  if (chosen.size() > 1) {
    const Eigen::Vector3d line = from_first(chosen[1]).normalized();
    offset -= offset.dot(line) * line;
  }
  return offset.norm();
}

/// Extends an affinely independent set from `from`, farthest first, until `stride` nodes are found.
void extend(const VectorXd& x, int stride, std::span<const int> from, std::vector<int>& chosen) {
  while (static_cast<int>(chosen.size()) < stride && !from.empty()) {
    if (chosen.empty()) {
      chosen.push_back(from.front());
      continue;
    }
    int best = -1;
    double farthest = 0, spread = 0;
    for (int node : from) {
      const double distance = distance_from_hull(x, stride, chosen, node);
      spread = std::max(
          spread,
          (x.segment(node * stride, stride) - x.segment(chosen[0] * stride, stride)).norm());
      if (distance > farthest) {
        farthest = distance;
        best = node;
      }
    }
    if (chosen.size() > 1)
      spread = std::max(
          spread,
          (x.segment(chosen[1] * stride, stride) - x.segment(chosen[0] * stride, stride)).norm());
    if (best < 0 || farthest <= kFlat * spread) return;
    chosen.push_back(best);
  }
}

}  // namespace

bool pins_piece(const VectorXd& x, int stride, std::span<const int> pins) {
  std::vector<int> chosen;
  extend(x, stride, pins, chosen);
  return static_cast<int>(chosen.size()) == stride;
}

std::vector<int> missing_pins(const VectorXd& x, int stride, std::span<const int> pins,
                              std::span<const int> candidates) {
  std::vector<int> chosen;
  extend(x, stride, pins, chosen);
  const std::size_t given = chosen.size();
  extend(x, stride, candidates, chosen);
  return {chosen.begin() + static_cast<std::ptrdiff_t>(given), chosen.end()};
}

}  // namespace conjac
