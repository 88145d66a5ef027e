#pragma once

#include <array>
#include <vector>

namespace conjac {

/// A skin (docs/skin.md) as it hangs on the body: vertex v is at the sum over k of weights[v][k]
/// times the position of nodes[v][k].
struct SkinView {
  std::vector<std::array<int, 4>> nodes;       // (vertices)
  std::vector<std::array<double, 4>> weights;  // (vertices) sum 1; negative ones: outside
  std::vector<std::array<double, 3>> normals;  // (vertices) at rest, unit
  std::vector<std::array<double, 2>> texture;  // (vertices), or empty
  std::vector<std::array<int, 3>> triangles;
  /// Of the body's surface what the skin does not cover: other bodies, and what a cut has opened.
  std::vector<std::array<int, 3>> bare;  // nodes
  int outside = 0;                       // vertices that are outside of the body at rest
  double farthest = 0;                   // how far, m
};

}  // namespace conjac
