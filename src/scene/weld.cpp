#include "scene/weld.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>

#include "core/check.h"
#include "core/tuned.h"
#include "mesh/topology.h"
#include "scene/select.h"

namespace conjac {
namespace {

// An element that keeps less of its rest volume than this was squashed by a weld, not fitted.
CONJAC_TUNED(double, kLeastVolume, 0.05);

struct Pair {
  double distance;
  int a, b;
};

/// Who is joined, nearest first, each node once.
template <int Dim>
std::vector<Pair> pairs_of(const Mesh<Dim>& mesh, const WeldSpec& spec, double& nearest) {
  const std::vector<int> from = select_nodes(mesh, spec.from), to = select_nodes(mesh, spec.to);
  std::vector<Pair> candidates, pairs;
  nearest = std::numeric_limits<double>::infinity();
  for (int a : from)
    for (int b : to) {
      if (a == b) continue;
      const double distance = (mesh.rest[a] - mesh.rest[b]).norm();
      nearest = std::min(nearest, distance);
      if (distance <= spec.within) candidates.push_back({distance, a, b});
    }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Pair& p, const Pair& q) { return p.distance < q.distance; });
  std::vector<char> taken(mesh.rest.size(), 0);
  for (const Pair& pair : candidates) {
    if (taken[pair.a] || taken[pair.b]) continue;
    taken[pair.a] = taken[pair.b] = 1;
    pairs.push_back(pair);
  }
  return pairs;
}

/// Takes the second of each pair out of the mesh.
template <int Dim>
void join(Mesh<Dim>& mesh, const std::vector<Pair>& pairs) {
  std::vector<int> kept(mesh.rest.size()), number(mesh.rest.size(), -1);
  std::iota(kept.begin(), kept.end(), 0);
  for (const Pair& pair : pairs) {
    const auto [first, second] = std::minmax(pair.a, pair.b);
    mesh.rest[first] = 0.5 * (mesh.rest[first] + mesh.rest[second]).eval();
    kept[second] = first;
  }
  int count = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] != static_cast<int>(i)) continue;
    mesh.rest[count] = mesh.rest[i];
    number[i] = count++;
  }
  mesh.rest.resize(count);
  for (auto& element : mesh.elements)
    for (int& node : element) node = number[kept[node]];
  for (MeshSet& set : mesh.sets) {
    if (set.of_elements) continue;
    for (int& node : set.members) node = number[kept[node]];
    std::sort(set.members.begin(), set.members.end());
    set.members.erase(std::unique(set.members.begin(), set.members.end()), set.members.end());
  }
}

}  // namespace

template <int Dim>
void weld(Mesh<Dim>& mesh, const SceneSpec& spec, std::vector<std::string>& notices) {
  for (std::size_t k = 0; k < spec.welds.size(); ++k) {
    const std::string where = "welds[" + std::to_string(k) + "]";
    double nearest = 0;
    const std::vector<Pair> pairs = pairs_of(mesh, spec.welds[k], nearest);
    char text[200];
    std::snprintf(text, sizeof text,
                  ": no two nodes are within %g m; the nearest are %g m apart. Move the bodies "
                  "together, or raise `within`",
                  spec.welds[k].within, nearest);
    require(!pairs.empty(), where + text);
    std::vector<double> volume;
    for (int e = 0; e < mesh.element_count(); ++e) volume.push_back(signed_volume(mesh, e));
    join(mesh, pairs);
    for (int e = 0; e < mesh.element_count(); ++e)
      require(signed_volume(mesh, e) > kLeastVolume * volume[e],
              where + ": would squash element " + std::to_string(e) +
                  "; nodes move to the middle of the two that are joined. Make `within` smaller "
                  "than the elements there, or bring the bodies together");
    std::snprintf(text, sizeof text, ": %zu pairs of nodes are joined, up to %.3g m apart",
                  pairs.size(), pairs.back().distance);
    notices.push_back(where + text);
  }
}

template void weld<2>(Mesh<2>&, const SceneSpec&, std::vector<std::string>&);
template void weld<3>(Mesh<3>&, const SceneSpec&, std::vector<std::string>&);

}  // namespace conjac
