#include "scene/select.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

#include "core/check.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

template <int Dim>
Vec<Dim> point(const Triple& p) {
  Vec<Dim> result;
  for (int c = 0; c < Dim; ++c) result[c] = p[c];
  return result;
}

template <int Dim>
std::vector<Vec<Dim>> centroids(const Mesh<Dim>& mesh) {
  std::vector<Vec<Dim>> result;
  for (const auto& element : mesh.elements) {
    Vec<Dim> sum = Vec<Dim>::Zero();
    for (int node : element) sum += mesh.rest[node];
    result.push_back(sum / (Dim + 1));
  }
  return result;
}

/// Where something stands in a mesh: the points a selection is tried on.
template <int Dim>
struct Sites {
  const Mesh<Dim>& mesh;
  std::vector<Vec<Dim>> points;
  bool elements;
  const char* noun;

  /// Elements whose entry in `label_of` is one of `labels`, or their nodes.
  void mark(const std::vector<int>& label_of, const std::vector<int>& labels,
            std::vector<char>& chosen) const {
    for (int e = 0; e < mesh.element_count(); ++e) {
      if (std::find(labels.begin(), labels.end(), label_of[e]) == labels.end()) continue;
      if (elements)
        chosen[e] = 1;
      else
        for (int node : mesh.elements[e]) chosen[node] = 1;
    }
  }
};

template <int Dim>
std::string bounds_text(const Mesh<Dim>& mesh) {
  std::string text;
  for (int c = 0; c < Dim; ++c) {
    double low = mesh.rest[0][c], high = low;
    for (const auto& p : mesh.rest) low = std::min(low, p[c]), high = std::max(high, p[c]);
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "%s%c in [%g, %g]", c ? ", " : "", "xyz"[c], low, high);
    text += buffer;
  }
  return text;
}

/// (sites) whether each is selected.
template <int Dim>
std::vector<char> marked(const Sites<Dim>& sites, const Selection& selection,
                         const std::string& origin);

constexpr int kListed = 20;  // of what exists, in an error about what does not

template <int Dim>
struct Marker {
  const Sites<Dim>& sites;
  std::vector<char>& chosen;
  const std::string& origin;

  template <class Inside>
  void where(const Inside& inside) const {
    for (std::size_t i = 0; i < sites.points.size(); ++i)
      if (inside(sites.points[i])) chosen[i] = 1;
  }
  void operator()(const SelectAll&) const { std::fill(chosen.begin(), chosen.end(), 1); }
  void operator()(const SelectIndex& s) const {
    for (int i : s.indices) {
      require(i >= 0 && i < static_cast<int>(chosen.size()),
              origin + ": index " + std::to_string(i) + " does not exist; the mesh has " +
                  std::to_string(chosen.size()) + " " + sites.noun + ", numbered from 0");
      chosen[i] = 1;
    }
  }
  void operator()(const SelectNearest& s) const {
    const Vec<Dim> p = point<Dim>(s.point);
    std::vector<int> order(sites.points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto count = std::min<std::size_t>(std::max(0, s.count), order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                      order.end(), [&](int a, int b) {
                        const double da = (sites.points[a] - p).squaredNorm();
                        const double db = (sites.points[b] - p).squaredNorm();
                        return da != db ? da < db : a < b;
                      });
    for (std::size_t k = 0; k < count; ++k) chosen[order[k]] = 1;
  }
  void operator()(const SelectBox& s) const {
    const Vec<Dim> low = point<Dim>(s.min), high = point<Dim>(s.max);
    where([&](const Vec<Dim>& p) {
      return (p.array() >= low.array()).all() && (p.array() <= high.array()).all();
    });
  }
  void operator()(const SelectSphere& s) const {
    const Vec<Dim> center = point<Dim>(s.center);
    where([&](const Vec<Dim>& p) { return (p - center).norm() <= s.radius; });
  }
  void operator()(const SelectSlice& s) const {
    require(s.axis < Dim, origin + ": this mesh is flat; a slice along z selects nothing");
    where([&](const Vec<Dim>& p) { return std::abs(p[s.axis] - s.at) <= s.tolerance; });
  }
  void operator()(const SelectPlane& s) const {
    const Vec<Dim> at = point<Dim>(s.point), normal = point<Dim>(s.normal);
    where([&](const Vec<Dim>& p) { return (p - at).dot(normal) >= 0; });
  }
  void operator()(const SelectRegion& s) const {
    const std::set<int> known(sites.mesh.region.begin(), sites.mesh.region.end());
    for (int label : s.labels) {
      if (known.contains(label)) continue;
      std::string list;
      int listed = 0;
      for (int other : known) {
        if (++listed > kListed) break;
        list += (list.empty() ? "" : ", ") + std::to_string(other);
      }
      if (listed > kListed) list += ", ... (" + std::to_string(known.size()) + " in all)";
      require(false,
              origin + ": there is no region " + std::to_string(label) + "; the mesh has " + list);
    }
    sites.mark(sites.mesh.region, s.labels, chosen);
  }
  void operator()(const SelectBody& s) const {
    const std::vector<std::string>& known = sites.mesh.body_names;
    std::vector<int> bodies;
    for (const std::string& name : s.names) {
      const auto found = std::find(known.begin(), known.end(), name);
      std::string list;
      for (const std::string& other : known) list += (list.empty() ? "" : ", ") + other;
      require(found != known.end(),
              origin + ": there is no body \"" + name + "\"; " +
                  (known.empty() ? "the scene has no `bodies`" : "the scene has " + list));
      bodies.push_back(static_cast<int>(found - known.begin()));
    }
    sites.mark(sites.mesh.body, bodies, chosen);
  }
  void operator()(const SelectSet& s) const {
    for (const std::string& name : s.names) {
      std::string list;
      bool found = false;
      for (const MeshSet& set : sites.mesh.sets) {
        list += (list.empty() ? "\"" : ", \"") + set.name + "\"";
        if (set.name != name) continue;
        found = true;
        mark_set(set);
      }
      require(found, origin + ": the mesh has no set \"" + name + "\"; " +
                         (list.empty() ? "its file names none" : "it has " + list));
    }
  }
  /// Elements of a set of nodes are those with all nodes in it.
  void mark_set(const MeshSet& set) const {
    const Mesh<Dim>& mesh = sites.mesh;
    if (sites.elements == set.of_elements) {
      for (int one : set.members) chosen[one] = 1;
    } else if (set.of_elements) {
      for (int element : set.members)
        for (int node : mesh.elements[element]) chosen[node] = 1;
    } else {
      std::vector<char> in(mesh.rest.size(), 0);
      for (int node : set.members) in[node] = 1;
      for (int e = 0; e < mesh.element_count(); ++e)
        chosen[e] |= std::ranges::all_of(mesh.elements[e], [&](int node) { return in[node]; });
    }
  }
  void operator()(const SelectSurface& s) const {
    std::vector<char> on(chosen.size(), 0);
    for (const Facet<Dim>& facet : boundary_facets(sites.mesh)) {
      if (sites.elements) on[facet.element] = 1;
      for (int node : facet.nodes)
        if (!sites.elements) on[node] = 1;
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] |= on[i] == s.on;
  }
  void operator()(const SelectAllOf& s) const {
    std::vector<char> all(chosen.size(), 1);
    for (const Selection& inner : s.of) {
      const std::vector<char> one = marked(sites, inner, origin);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] &= one[i];
    }
    for (std::size_t i = 0; i < all.size(); ++i) chosen[i] |= all[i];
  }
  void operator()(const SelectNot& s) const {
    for (const Selection& inner : s.of) {
      const std::vector<char> one = marked(sites, inner, origin);
      for (std::size_t i = 0; i < one.size(); ++i) chosen[i] |= !one[i];
    }
  }
};

template <int Dim>
std::vector<char> marked(const Sites<Dim>& sites, const Selection& selection,
                         const std::string& origin) {
  std::vector<char> chosen(sites.points.size(), 0);
  for (const SelectShape& shape : selection.shapes)
    std::visit(Marker<Dim>{sites, chosen, origin}, shape);
  return chosen;
}

template <int Dim>
std::vector<int> chosen_sites(const Sites<Dim>& sites, const Selection& selection) {
  const std::string origin = selection.origin.empty() ? "selection" : selection.origin;
  const std::vector<char> chosen = marked(sites, selection, origin);
  std::vector<int> result;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i]) result.push_back(static_cast<int>(i));
  require(!result.empty(), origin + ": selects no " + sites.noun + "; the rest shape has " +
                               bounds_text(sites.mesh) +
                               " (metres). Move or enlarge the selection");
  return result;
}

}  // namespace

template <int Dim>
std::vector<int> select_nodes(const Mesh<Dim>& mesh, const Selection& selection) {
  return chosen_sites(Sites<Dim>{mesh, mesh.rest, false, "nodes"}, selection);
}

template <int Dim>
std::vector<int> select_elements(const Mesh<Dim>& mesh, const Selection& selection) {
  return chosen_sites(Sites<Dim>{mesh, centroids(mesh), true, "elements"}, selection);
}

template std::vector<int> select_nodes<2>(const Mesh<2>&, const Selection&);
template std::vector<int> select_nodes<3>(const Mesh<3>&, const Selection&);
template std::vector<int> select_elements<2>(const Mesh<2>&, const Selection&);
template std::vector<int> select_elements<3>(const Mesh<3>&, const Selection&);

}  // namespace conjac
