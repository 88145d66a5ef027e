#include "mesh/facing.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace conjac {

template <int Dim>
std::vector<int> facing_sides(const Mesh<Dim>& mesh) {
  constexpr int kSides = Dim + 1;
  struct Side {
    std::array<int, Dim> nodes;  // ascending
    int entry;
  };
  // By their lowest node, so that only few sides are ever compared with one another.
  std::vector<int> start(mesh.rest.size() + 1, 0);
  const auto side_of = [&](int e, int k) {
    Side side{{}, e * kSides + k};
    for (int j = 0, at = 0; j < kSides; ++j)
      if (j != k) side.nodes[at++] = mesh.elements[e][j];
    std::sort(side.nodes.begin(), side.nodes.end());
    return side;
  };
  std::vector<Side> all;
  all.reserve(mesh.elements.size() * kSides);
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int k = 0; k < kSides; ++k) {
      all.push_back(side_of(e, k));
      ++start[all.back().nodes[0] + 1];
    }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Side> sorted(all.size());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (const Side& side : all) sorted[next[side.nodes[0]]++] = side;

  std::vector<int> facing(all.size(), -1);
  for (int n = 0; n < mesh.nodes(); ++n) {
    const auto begin = sorted.begin() + start[n], end = sorted.begin() + start[n + 1];
    std::sort(begin, end, [](const Side& a, const Side& b) {
      return a.nodes != b.nodes ? a.nodes < b.nodes : a.entry < b.entry;
    });
    for (auto s = begin; s != end && s + 1 != end; ++s)
      if (s->nodes == (s + 1)->nodes) {
        facing[s->entry] = (s + 1)->entry;
        facing[(s + 1)->entry] = s->entry;
      }
  }
  return facing;
}

template <int Dim>
ElementPieces element_pieces(const Mesh<Dim>& mesh, std::span<const int> facing,
                             std::span<const char> apart) {
  constexpr int kSides = Dim + 1;
  ElementPieces pieces;
  pieces.of_element.assign(mesh.element_count(), -1);
  std::vector<int> todo;
  for (int seed = 0; seed < mesh.element_count(); ++seed) {
    if (pieces.of_element[seed] >= 0) continue;
    const int piece = pieces.count();
    pieces.size.push_back(0);
    pieces.of_element[seed] = piece;
    todo.push_back(seed);
    while (!todo.empty()) {
      const int e = todo.back();
      todo.pop_back();
      ++pieces.size[piece];
      for (int entry = e * kSides; entry < (e + 1) * kSides; ++entry) {
        if (facing[entry] < 0 || (!apart.empty() && apart[entry])) continue;
        const int other = facing[entry] / kSides;
        if (pieces.of_element[other] >= 0) continue;
        pieces.of_element[other] = piece;
        todo.push_back(other);
      }
    }
  }
  return pieces;
}

#define CONJAC_INSTANTIATE(Dim)                                                      \
  template std::vector<int> facing_sides<Dim>(const Mesh<Dim>&);                     \
  template ElementPieces element_pieces<Dim>(const Mesh<Dim>&, std::span<const int>, \
                                             std::span<const char>);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
