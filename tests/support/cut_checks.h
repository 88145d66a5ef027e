#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "mesh/mesh.h"

namespace conjac::test {

/// What must hold of any mesh that was cut, found with means of its own: no function of the library
/// is asked.
template <int Dim>
void expect_sound(const Mesh<Dim>& mesh) {
  std::vector<char> used(mesh.rest.size(), 0);
  std::set<std::array<int, Dim + 1>> seen;
  std::map<std::array<int, Dim>, int> sides;
  for (const auto& element : mesh.elements) {
    auto sorted = element;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_TRUE(seen.insert(sorted).second) << "doubled element";
    for (int k = 0; k <= Dim; ++k) {
      ASSERT_GE(sorted[k], 0);
      ASSERT_LT(sorted[k], mesh.nodes());
      if (k > 0) {
        ASSERT_NE(sorted[k], sorted[k - 1]);
      }
      used[sorted[k]] = 1;
      std::array<int, Dim> side;
      for (int j = 0, at = 0; j <= Dim; ++j)
        if (j != k) side[at++] = sorted[j];
      ++sides[side];
    }
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0) << "unused nodes";
  // The boundary is closed: its sides meet in pairs at every ridge (edge in 3D, node in 2D).
  std::map<std::array<int, Dim - 1>, int> ridges;
  for (const auto& [side, count] : sides) {
    ASSERT_LE(count, 2) << "a side with three elements";
    if (count != 1) continue;
    for (int k = 0; k < Dim; ++k) {
      std::array<int, Dim - 1> ridge;
      for (int j = 0, at = 0; j < Dim; ++j)
        if (j != k) ridge[at++] = side[j];
      ++ridges[ridge];
    }
  }
  int open = 0;
  for (const auto& [ridge, count] : ridges) open += count % 2;
  EXPECT_EQ(open, 0) << "the boundary has holes";
}

/// Signed volume by the rule of products, element by element.
template <int Dim>
double volume_of(const Mesh<Dim>& mesh, int element) {
  const auto& n = mesh.elements[element];
  const auto edge = [&](int k, int c) { return mesh.rest[n[k]][c] - mesh.rest[n[0]][c]; };
  if constexpr (Dim == 2) {
    return 0.5 * (edge(1, 0) * edge(2, 1) - edge(1, 1) * edge(2, 0));
  } else {
    double sum = 0;
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3, e = (c + 2) % 3;
      sum += edge(1, c) * (edge(2, d) * edge(3, e) - edge(2, e) * edge(3, d));
    }
    return sum / 6;
  }
}

/// The elements of `after` are those of `before`, each once, with copies for nodes: `origin` leads
/// from new nodes to old ones.
template <int Dim>
void expect_same_elements(const Mesh<Dim>& before, const Mesh<Dim>& after,
                          const std::vector<int>& origin) {
  ASSERT_EQ(static_cast<int>(origin.size()), after.nodes());
  std::multiset<std::array<int, Dim + 1>> old_elements, new_elements;
  for (auto element : before.elements) {
    std::sort(element.begin(), element.end());
    old_elements.insert(element);
  }
  for (auto element : after.elements) {
    for (int& node : element) node = origin[node];
    std::sort(element.begin(), element.end());
    new_elements.insert(element);
  }
  EXPECT_EQ(old_elements, new_elements);
}

/// Pieces by a flood over shared nodes.
template <int Dim>
int pieces_of(const Mesh<Dim>& mesh) {
  std::vector<int> label(mesh.rest.size(), -1);
  std::vector<std::vector<int>> around(mesh.rest.size());
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e]) around[node].push_back(e);
  int count = 0;
  for (int seed = 0; seed < mesh.nodes(); ++seed) {
    if (label[seed] >= 0) continue;
    std::vector<int> todo{seed};
    label[seed] = count;
    while (!todo.empty()) {
      const int node = todo.back();
      todo.pop_back();
      for (int e : around[node])
        for (int next : mesh.elements[e])
          if (label[next] < 0) label[next] = count, todo.push_back(next);
    }
    ++count;
  }
  return count;
}

}  // namespace conjac::test
