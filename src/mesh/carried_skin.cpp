#include "mesh/carried_skin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "mesh/embed.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

std::vector<Vec<3>> mean_normals(const SurfaceFile& file) {
  std::vector<Vec<3>> sums(file.points.size(), Vec<3>::Zero());
  for (const auto& t : file.triangles) {
    const Vec<3>& a = file.points[t[0].point];
    const Vec<3> normal = (file.points[t[1].point] - a).cross(file.points[t[2].point] - a);
    for (const auto& corner : t) sums[corner.point] += normal;
  }
  return sums;
}

Vec<3> unit(const Vec<3>& v) {
  const double length = v.norm();
  return length > 0 ? Vec<3>(v / length) : Vec<3>::UnitZ();
}

/// Tells elements that a cut has parted from those that belong together.
class Neighbours {
 public:
  explicit Neighbours(const Mesh<3>& mesh) : mesh_(mesh), pieces_(connected_pieces(mesh)) {}

  bool together(int a, int b) const {
    if (a == b) return true;
    const auto &of_a = mesh_.elements[a], &of_b = mesh_.elements[b];
    bool touched = false;  // corners at the same place, at rest
    for (int i : of_a)
      for (int j : of_b) {
        if (i == j) return true;
        touched |= mesh_.rest[i] == mesh_.rest[j];
      }
    return !touched && pieces_.of_node[of_a[0]] == pieces_.of_node[of_b[0]];
  }

 private:
  const Mesh<3>& mesh_;
  Pieces pieces_;
};

}  // namespace

SkinSurface skin_surface(const SurfaceFile& file) {
  const std::vector<Vec<3>> means = mean_normals(file);
  SkinSurface skin;
  std::map<std::tuple<int, int, int>, int> known;
  bool textured = !file.texture.empty();
  for (const auto& triangle : file.triangles) {
    std::array<int, 3> mine{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& [point, normal, texture] = triangle[k];
      const auto [at, fresh] =
          known.try_emplace({point, normal, texture}, static_cast<int>(skin.points.size()));
      mine[k] = at->second;
      if (!fresh) continue;
      skin.points.push_back(file.points[point]);
      skin.normals.push_back(unit(normal >= 0 ? file.normals[normal] : means[point]));
      if (textured)
        skin.texture.push_back(texture >= 0 ? file.texture[texture] : Vec<2>(Vec<2>::Zero()));
    }
    skin.triangles.push_back(mine);
  }
  return skin;
}

CarriedSkin carry_skin(const Mesh<3>& mesh, std::span<const char> carries,
                       const SkinSurface& skin) {
  const Embedder embedder(mesh, carries);
  const Neighbours neighbours(mesh);
  CarriedSkin result;
  std::vector<int> element;
  const auto add = [&](int vertex, const Embedded& at) {
    result.nodes.push_back(mesh.elements[at.element]);
    result.weights.push_back(at.weights);
    result.normals.push_back(skin.normals[vertex]);
    if (!skin.texture.empty()) result.texture.push_back(skin.texture[vertex]);
    element.push_back(at.element);
    return static_cast<int>(element.size()) - 1;
  };
  for (int v = 0; v < static_cast<int>(skin.points.size()); ++v) {
    const Embedded at = embedder.find(skin.points[v]);
    add(v, at);
    result.outside += at.outside > 0;
    result.farthest = std::max(result.farthest, at.outside);
  }
  std::map<std::pair<int, int>, int> copies;  // (vertex, element) -> vertex
  for (std::array<int, 3> triangle : skin.triangles) {
    const auto [a, b, c] = triangle;
    if (!(neighbours.together(element[a], element[b]) &&
          neighbours.together(element[b], element[c]) &&
          neighbours.together(element[c], element[a]))) {
      const int middle =
          embedder.find((skin.points[a] + skin.points[b] + skin.points[c]) / 3).element;
      for (int& corner : triangle) {
        if (neighbours.together(element[corner], middle)) continue;
        const auto [at, fresh] = copies.try_emplace({corner, middle}, 0);
        if (fresh)
          at->second = add(corner, {middle, embedder.weights_in(middle, skin.points[corner]), 0});
        corner = at->second;
      }
    }
    result.triangles.push_back(triangle);
  }
  return result;
}

std::vector<char> cut_facets(const std::vector<Vec<3>>& rest,
                             const std::vector<std::array<int, 3>>& facets) {
  const auto key = [&](const std::array<int, 3>& facet) {
    std::array<std::array<double, 3>, 3> corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = {rest[facet[k]][0], rest[facet[k]][1], rest[facet[k]][2]};
    std::ranges::sort(corners);
    return corners;
  };
  std::map<std::array<std::array<double, 3>, 3>, int> count;
  for (const auto& facet : facets) ++count[key(facet)];
  std::vector<char> result;
  for (const auto& facet : facets) result.push_back(count[key(facet)] > 1);
  return result;
}

}  // namespace conjac
