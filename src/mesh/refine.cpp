#include "mesh/refine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/check.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

constexpr int kMostNumbers = std::numeric_limits<int>::max();

/// The middle of each edge, as a node of the refined mesh.
class Middles {
 public:
  template <int Dim>
  explicit Middles(const Mesh<Dim>& mesh)
      : adjacency_(node_adjacency(mesh)), first_(mesh.nodes()), before_(mesh.nodes() + 1) {
    for (int node = 0; node < first_; ++node)
      before_[node + 1] = before_[node] + static_cast<int>(upper(node).size());
  }

  int count() const { return before_.back(); }
  int of(int a, int b) const {
    if (a > b) std::swap(a, b);
    const auto above = upper(a);
    const auto at = std::ranges::lower_bound(above, b) - above.begin();
    return first_ + before_[a] + static_cast<int>(at);
  }
  template <class Do>
  void each(Do&& visit) const {
    for (int a = 0; a < first_; ++a)
      for (const int b : upper(a)) visit(a, b);
  }

 private:
  /// Neighbours with a higher number.
  std::span<const int> upper(int node) const {
    const auto all = adjacency_.of(node);
    return all.subspan(std::ranges::upper_bound(all, node) - all.begin());
  }

  Adjacency adjacency_;
  int first_;
  std::vector<int> before_;  // (nodes + 1) edges of lower nodes
};

/// Three corners and the triangle between them.
void cut(const Mesh<2>&, const std::array<int, 3>& e, const Middles& middles,
         std::vector<std::array<int, 3>>& parts) {
  const int m01 = middles.of(e[0], e[1]), m12 = middles.of(e[1], e[2]),
            m20 = middles.of(e[2], e[0]);
  parts.insert(parts.end(),
               {{e[0], m01, m20}, {m01, e[1], m12}, {m20, m12, e[2]}, {m01, m12, m20}});
}

/// Four corners, and the octahedron between them cut around its shortest diagonal.
void cut(const Mesh<3>& fine, const std::array<int, 4>& e, const Middles& middles,
         std::vector<std::array<int, 4>>& parts) {
  const auto m = [&](int a, int b) { return middles.of(e[a], e[b]); };
  const int m01 = m(0, 1), m02 = m(0, 2), m03 = m(0, 3), m12 = m(1, 2), m13 = m(1, 3),
            m23 = m(2, 3);
  parts.insert(
      parts.end(),
      {{e[0], m01, m02, m03}, {m01, e[1], m12, m13}, {m02, m12, e[2], m23}, {m03, m13, m23, e[3]}});
  // Ends of each diagonal, and the four other middles in a ring about it, left-handed.
  struct Diagonal {
    int from, to;
    std::array<int, 4> ring;
  };
  const std::array<Diagonal, 3> diagonals = {Diagonal{m01, m23, {m02, m12, m13, m03}},
                                             Diagonal{m02, m13, {m01, m03, m23, m12}},
                                             Diagonal{m03, m12, {m01, m13, m23, m02}}};
  const auto length = [&](const Diagonal& d) {
    return (fine.rest[d.to] - fine.rest[d.from]).squaredNorm();
  };
  const Diagonal& shortest = *std::ranges::min_element(diagonals, {}, length);
  for (int k = 0; k < 4; ++k)
    parts.push_back({shortest.from, shortest.to, shortest.ring[(k + 1) % 4], shortest.ring[k]});
}

/// The parts of these elements.
std::vector<int> parts_of(const std::vector<int>& elements, int parts) {
  std::vector<int> result;
  result.reserve(elements.size() * static_cast<std::size_t>(parts));
  for (const int element : elements)
    for (int k = 0; k < parts; ++k) result.push_back(element * parts + k);
  return result;
}

}  // namespace

template <int Dim>
RefinedSize refined_size(const Mesh<Dim>& mesh, int times) {
  const double factor = std::pow(2.0, Dim * times);
  return {mesh.nodes() * factor, mesh.element_count() * factor};
}

template <int Dim>
Mesh<Dim> refine(const Mesh<Dim>& mesh) {
  constexpr int kParts = 1 << Dim;
  require(mesh.element_count() <= kMostNumbers / kParts,
          "mesh: refined it would have more elements than can be numbered; refine it less often");
  const Middles middles(mesh);
  Mesh<Dim> fine;
  fine.rest = mesh.rest;
  fine.rest.reserve(mesh.rest.size() + static_cast<std::size_t>(middles.count()));
  middles.each([&](int a, int b) { fine.rest.push_back((mesh.rest[a] + mesh.rest[b]) / 2); });
  fine.elements.reserve(mesh.elements.size() * kParts);
  for (const auto& element : mesh.elements) cut(fine, element, middles, fine.elements);

  const auto handed_down = [](const std::vector<int>& of_elements) {
    std::vector<int> result;
    result.reserve(of_elements.size() * kParts);
    for (const int value : of_elements) result.insert(result.end(), kParts, value);
    return result;
  };
  fine.region = handed_down(mesh.region);
  fine.body = handed_down(mesh.body);
  fine.body_names = mesh.body_names;
  fine.materials = mesh.materials;
  for (MeshMaterial& material : fine.materials)
    material.elements = parts_of(material.elements, kParts);
  fine.sets = mesh.sets;
  for (MeshSet& set : fine.sets) {
    if (set.of_elements) {
      set.members = parts_of(set.members, kParts);
      continue;
    }
    std::vector<char> in(mesh.rest.size(), 0);
    for (const int node : set.members) in[node] = 1;
    int next = mesh.nodes();
    middles.each([&](int a, int b) {
      if (in[a] && in[b]) set.members.push_back(next);
      ++next;
    });
  }
  return fine;
}

template RefinedSize refined_size<2>(const Mesh<2>&, int);
template RefinedSize refined_size<3>(const Mesh<3>&, int);
template Mesh<2> refine<2>(const Mesh<2>&);
template Mesh<3> refine<3>(const Mesh<3>&);

}  // namespace conjac
