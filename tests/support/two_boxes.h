#pragma once

#include <array>
#include <map>
#include <vector>

#include "core/dim.h"

namespace conjac::test {

/// The surfaces of two boxes of 4 cells per unit length, the second above the first and pushed into
/// it by `depth`, a little off and turned so that nodes meet faces.
template <int Dim>
struct TwoBoxes {
  std::vector<std::array<int, Dim>> facets;
  std::vector<int> piece;
  VectorXd x;
  int nodes = 0;
};

template <int Dim>
void add_box(TwoBoxes<Dim>& boxes, int piece, const Vec<Dim>& shift, double turn) {
  constexpr int kCells = 4;
  std::map<std::array<int, 3>, int> known;
  std::vector<double> x(boxes.x.begin(), boxes.x.end());
  const auto node = [&](std::array<int, 3> g) {
    const auto [found, fresh] = known.try_emplace(g, boxes.nodes);
    if (fresh) {
      Vec<Dim> p;
      for (int c = 0; c < Dim; ++c) p[c] = g[c] / double(kCells);
      const double a = p[0], b = p[1];
      p[0] = std::cos(turn) * a - std::sin(turn) * b;
      p[1] = std::sin(turn) * a + std::cos(turn) * b;
      p += shift;
      x.insert(x.end(), p.begin(), p.end());
      boxes.piece.push_back(piece);
      ++boxes.nodes;
    }
    return found->second;
  };
  if constexpr (Dim == 2) {
    for (int i = 0; i < kCells; ++i) {
      boxes.facets.push_back({node({i, 0, 0}), node({i + 1, 0, 0})});
      boxes.facets.push_back({node({kCells, i, 0}), node({kCells, i + 1, 0})});
      boxes.facets.push_back({node({i + 1, kCells, 0}), node({i, kCells, 0})});
      boxes.facets.push_back({node({0, i + 1, 0}), node({0, i, 0})});
    }
  } else {
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < kCells; ++i)
          for (int j = 0; j < kCells; ++j) {
            const auto at = [&](int a, int b) {
              std::array<int, 3> g{};
              g[axis] = side * kCells;
              g[(axis + 1) % 3] = i + a;
              g[(axis + 2) % 3] = j + b;
              return node(g);
            };
            const int p = at(0, 0), q = at(1, 0), r = at(1, 1), s = at(0, 1);
            if (side) {
              boxes.facets.push_back({p, q, r});
              boxes.facets.push_back({p, r, s});
            } else {
              boxes.facets.push_back({p, r, q});
              boxes.facets.push_back({p, s, r});
            }
          }
  }
  boxes.x = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

template <int Dim>
TwoBoxes<Dim> two_boxes(double depth) {
  TwoBoxes<Dim> boxes;
  add_box<Dim>(boxes, 0, Vec<Dim>::Zero(), 0);
  Vec<Dim> shift = Vec<Dim>::Constant(0.13);
  shift[1] = 1 - depth;
  add_box<Dim>(boxes, 1, shift, 0.06);
  return boxes;
}

}  // namespace conjac::test
