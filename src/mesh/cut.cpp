#include "mesh/cut.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace conjac {
namespace {

constexpr double kDrawn = 0.9;

template <int Dim>
std::array<int, Dim> nodes_of_side(const Mesh<Dim>& mesh, int entry) {
  const int e = entry / (Dim + 1), k = entry % (Dim + 1);
  std::array<int, Dim> nodes;
  for (int j = 0, at = 0; j <= Dim; ++j)
    if (j != k) nodes[at++] = mesh.elements[e][j];
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

int find_root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

template <int Dim>
std::vector<Vec<Dim>> drawn_towards(const Mesh<Dim>& mesh, std::span<const Vec<Dim>> x,
                                    const CutSurface<Dim>& knife) {
  std::vector<Vec<Dim>> drawn(x.begin(), x.end());
  std::vector<double> shortest(x.size(), HUGE_VAL);
  std::vector<int> near;
  for (const auto& element : mesh.elements) {
    std::array<Vec<Dim>, Dim + 1> corner, foot;
    for (int j = 0; j <= Dim; ++j) corner[j] = x[element[j]];
    near.clear();
    knife.near(corner, near);
    if (near.empty()) continue;
    std::array<double, Dim + 1> distance;
    for (int j = 0; j <= Dim; ++j) {
      foot[j] = knife.nearest(corner[j], near);
      distance[j] = (foot[j] - corner[j]).norm();
    }
    for (int a = 0; a <= Dim; ++a)
      for (int b = a + 1; b <= Dim; ++b) {
        if (!knife.separates(corner[a], corner[b], near)) continue;
        const int end =
            distance[a] < distance[b] || (distance[a] == distance[b] && element[a] < element[b])
                ? a
                : b;
        const int node = element[end];
        if (distance[end] >= shortest[node]) continue;
        shortest[node] = distance[end];
        drawn[node] = x[node] + kDrawn * (foot[end] - x[node]);
      }
  }
  return drawn;
}

template <int Dim>
CrossedSides crossed_sides(const Mesh<Dim>& mesh, std::span<const Vec<Dim>> x,
                           std::span<const int> facing, const CutSurface<Dim>& knife,
                           std::span<const char> within) {
  constexpr int kSides = Dim + 1;
  CrossedSides result;
  std::vector<char> odd(facing.size(), 0);  // crossings between the centre and each side
  std::vector<char> met(mesh.elements.size(), 0);
  std::vector<int> near;
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (!within.empty() && !within[e]) continue;
    std::array<Vec<Dim>, kSides> corner;
    Vec<Dim> centre = Vec<Dim>::Zero();
    for (int j = 0; j < kSides; ++j) {
      corner[j] = x[mesh.elements[e][j]];
      centre += corner[j] / kSides;
    }
    near.clear();
    knife.near(corner, near);
    if (near.empty()) continue;
    bool touched = false;
    for (int k = 0; k < kSides; ++k) {
      if (facing[e * kSides + k] < 0) continue;
      Vec<Dim> middle = Vec<Dim>::Zero();
      // In ascending order, so that both elements get the same bits.
      for (int node : nodes_of_side(mesh, e * kSides + k)) middle += x[node];
      odd[e * kSides + k] = knife.separates(centre, middle / Dim, near);
      touched |= odd[e * kSides + k];
    }
    for (int a = 0; a < kSides && !touched; ++a)
      for (int b = a + 1; b < kSides && !touched; ++b)
        touched = knife.meets(corner[a], corner[b], near);
    met[e] = touched;
  }
  result.apart.assign(facing.size(), 0);
  for (std::size_t s = 0; s < facing.size(); ++s) {
    if (facing[s] < 0) continue;
    if (!within.empty() && !(within[s / kSides] && within[facing[s] / kSides])) continue;
    result.apart[s] = odd[s] != odd[facing[s]];
  }
  // A knife that lies on the body's surface is in it or outside of it by the shift alone. Where
  // nothing comes apart, elements that it only lies on count as well, on whichever side they are.
  if (std::find(result.apart.begin(), result.apart.end(), 1) == result.apart.end())
    for (int e = 0; e < mesh.element_count(); ++e)
      if (!met[e] && (within.empty() || within[e]))
        met[e] = std::any_of(mesh.elements[e].begin(), mesh.elements[e].end(),
                             [&](int node) { return knife.reaches(x[node]); });
  result.touched = static_cast<int>(std::count(met.begin(), met.end(), 1));
  return result;
}

template <int Dim>
int join_crumbs(const Mesh<Dim>& mesh, std::span<const int> facing, int smallest,
                std::vector<char>& apart) {
  const ElementPieces pieces = element_pieces(mesh, facing, apart);
  std::vector<int> crumbs;
  for (int p = 0; p < pieces.count(); ++p)
    if (pieces.size[p] < smallest) crumbs.push_back(p);
  if (crumbs.empty()) return 0;
  std::stable_sort(crumbs.begin(), crumbs.end(),
                   [&](int a, int b) { return pieces.size[a] < pieces.size[b]; });

  constexpr int kSides = Dim + 1;
  std::vector<std::vector<int>> elements(pieces.count());
  for (int e = 0; e < mesh.element_count(); ++e)
    if (pieces.size[pieces.of_element[e]] < smallest) elements[pieces.of_element[e]].push_back(e);
  std::vector<int> group(pieces.count()), size = pieces.size;
  std::iota(group.begin(), group.end(), 0);
  int joined = 0;
  for (int crumb : crumbs) {
    const int own = find_root(group, crumb);
    if (size[own] >= smallest) continue;  // others have joined it meanwhile
    int target = -1;
    for (int e : elements[crumb])
      for (int s = e * kSides; s < (e + 1) * kSides; ++s) {
        if (!apart[s]) continue;
        const int other = find_root(group, pieces.of_element[facing[s] / kSides]);
        if (other != own && (target < 0 || size[other] > size[target])) target = other;
      }
    if (target < 0) continue;  // it was a piece of its own before
    group[own] = target;
    size[target] += size[own];
    ++joined;
  }
  for (std::size_t s = 0; s < apart.size(); ++s) {
    if (!apart[s]) continue;
    const int a = pieces.of_element[s / kSides], b = pieces.of_element[facing[s] / kSides];
    if (a != b && find_root(group, a) == find_root(group, b)) apart[s] = 0;
  }
  return joined;
}

template <int Dim>
Parted<Dim> part(const Mesh<Dim>& mesh, std::span<const int> facing, std::span<const char> apart) {
  constexpr int kSides = Dim + 1;
  Parted<Dim> result;
  result.mesh = mesh;
  result.origin.resize(mesh.rest.size());
  std::iota(result.origin.begin(), result.origin.end(), 0);

  // The elements around each node of a parted side.
  std::vector<int> local(mesh.rest.size(), -1), nodes;
  for (std::size_t s = 0; s < apart.size(); ++s)
    if (apart[s])
      for (int node : nodes_of_side(mesh, static_cast<int>(s)))
        if (local[node] < 0) local[node] = 0, nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  for (std::size_t i = 0; i < nodes.size(); ++i) local[nodes[i]] = static_cast<int>(i);
  std::vector<std::vector<int>> around(nodes.size());
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int node : mesh.elements[e])
      if (local[node] >= 0) around[local[node]].push_back(e);

  std::vector<int> parent, members;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::vector<int>& star = around[i];
    parent.resize(star.size());
    std::iota(parent.begin(), parent.end(), 0);
    for (std::size_t a = 0; a < star.size(); ++a)
      for (int k = 0; k < kSides; ++k) {
        const int s = star[a] * kSides + k;
        // Sides opposite the node do not touch it.
        if (mesh.elements[star[a]][k] == nodes[i] || facing[s] < 0 || apart[s]) continue;
        const auto other = std::lower_bound(star.begin(), star.end(), facing[s] / kSides);
        const int ra = find_root(parent, static_cast<int>(a));
        const int rb = find_root(parent, static_cast<int>(other - star.begin()));
        parent[std::max(ra, rb)] = std::min(ra, rb);
      }
    members.assign(star.size(), 0);
    for (std::size_t a = 0; a < star.size(); ++a) ++members[find_root(parent, static_cast<int>(a))];
    const auto largest = std::max_element(members.begin(), members.end()) - members.begin();
    std::vector<int> number(star.size(), -1);
    number[largest] = nodes[i];
    for (std::size_t a = 0; a < star.size(); ++a) {
      const int root = find_root(parent, static_cast<int>(a));
      if (number[root] < 0) {
        number[root] = result.mesh.nodes();
        result.mesh.rest.push_back(mesh.rest[nodes[i]]);
        result.origin.push_back(nodes[i]);
      }
      for (int& node : result.mesh.elements[star[a]])
        if (node == nodes[i]) node = number[root];
    }
  }
  for (int s = 0; s < static_cast<int>(apart.size()); ++s)
    if (apart[s] && s < facing[s])
      result.sides += nodes_of_side(result.mesh, s) != nodes_of_side(result.mesh, facing[s]);
  return result;
}

template <int Dim>
Remainder<Dim> without(const Mesh<Dim>& mesh, std::span<const char> marked) {
  Remainder<Dim> result;
  result.mesh.body_names = mesh.body_names;
  std::vector<int> number(mesh.rest.size(), -1);
  for (int e = 0; e < mesh.element_count(); ++e)
    if (!marked[e])
      for (int node : mesh.elements[e]) number[node] = 0;
  for (int i = 0; i < mesh.nodes(); ++i) {
    if (number[i] < 0) continue;
    number[i] = result.mesh.nodes();
    result.mesh.rest.push_back(mesh.rest[i]);
    result.node_origin.push_back(i);
  }
  for (int e = 0; e < mesh.element_count(); ++e) {
    if (marked[e]) continue;
    auto element = mesh.elements[e];
    for (int& node : element) node = number[node];
    result.mesh.elements.push_back(element);
    if (!mesh.region.empty()) result.mesh.region.push_back(mesh.region[e]);
    if (!mesh.body.empty()) result.mesh.body.push_back(mesh.body[e]);
    result.element_origin.push_back(e);
  }
  return result;
}

#define CONJAC_INSTANTIATE(Dim)                                                                   \
  template std::vector<Vec<Dim>> drawn_towards<Dim>(const Mesh<Dim>&, std::span<const Vec<Dim>>,  \
                                                    const CutSurface<Dim>&);                      \
  template CrossedSides crossed_sides<Dim>(const Mesh<Dim>&, std::span<const Vec<Dim>>,           \
                                           std::span<const int>, const CutSurface<Dim>&,          \
                                           std::span<const char>);                                \
  template int join_crumbs<Dim>(const Mesh<Dim>&, std::span<const int>, int, std::vector<char>&); \
  template Parted<Dim> part<Dim>(const Mesh<Dim>&, std::span<const int>, std::span<const char>);  \
  template Remainder<Dim> without<Dim>(const Mesh<Dim>&, std::span<const char>);
CONJAC_INSTANTIATE(2)
CONJAC_INSTANTIATE(3)
#undef CONJAC_INSTANTIATE

}  // namespace conjac
