#include "draw/seen_surface.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "draw/raster.h"

namespace conjac::draw {

SeenSurface::SeenSurface(const record::BodyOnStage& body) : rest_(body.rest) {
  if (body.skin) {
    const record::SkinOnStage& skin = *body.skin;
    carried = true;
    nodes_ = skin.nodes;
    weights_ = skin.weights;
    rest_normals_ = skin.normals;
    texture = skin.texture;
    triangles = skin.triangles;
    for (const auto& t : triangles)
      elements.push_back(skin.elements[static_cast<std::size_t>(t[0])]);
  }
  std::map<int, int> number;
  for (std::size_t t = 0; t < body.triangles.size(); ++t) {
    if (body.skin && !body.skin->bare[t]) continue;
    std::array<int, 3> mine{};
    for (std::size_t c = 0; c < 3; ++c) {
      const int node = body.triangles[t][c];
      const auto [at, fresh] = number.try_emplace(node, static_cast<int>(nodes_.size()));
      mine[c] = at->second;
      if (!fresh) continue;
      nodes_.push_back({node, node, node, node});
      weights_.push_back({1, 0, 0, 0});
      if (!texture.empty()) texture.push_back(Vec<2>::Zero());
    }
    triangles.push_back(mine);
    elements.push_back(body.triangle_elements[t]);
  }
}

std::vector<Vec<3>> SeenSurface::positions(const std::vector<Vec<3>>& nodes) const {
  std::vector<Vec<3>> result(nodes_.size(), Vec<3>::Zero());
  for (std::size_t v = 0; v < result.size(); ++v)
    for (std::size_t k = 0; k < 4; ++k)
      result[v] += weights_[v][k] * nodes[static_cast<std::size_t>(nodes_[v][k])];
  return result;
}

std::vector<Vec<3>> SeenSurface::normals(const std::vector<Vec<3>>& nodes,
                                         const std::vector<Vec<3>>& vertices) const {
  std::vector<Vec<3>> result = smooth_normals(vertices, triangles);
  for (Vec<3>& normal : result) normal.normalize();
  const auto edges = [](const std::vector<Vec<3>>& x, const std::array<int, 4>& corners) {
    Eigen::Matrix3d m;
    for (int k = 0; k < 3; ++k)
      m.col(k) = x[static_cast<std::size_t>(corners[static_cast<std::size_t>(k) + 1])] -
                 x[static_cast<std::size_t>(corners[0])];
    return m;
  };
  for (std::size_t v = 0; v < rest_normals_.size(); ++v) {
    // F = D B^-1 with the edges now and at rest, and F^-T n = D^-T B^T n.
    const Eigen::Matrix3d now = edges(nodes, nodes_[v]);
    const Vec<3> turned =
        now.inverse().transpose() * (edges(rest_, nodes_[v]).transpose() * rest_normals_[v]);
    // An element pressed flat has no side; there the faces around say where outside is.
    const double length = turned.norm() * (now.determinant() < 0 ? -1 : 1);
    if (std::isfinite(length) && length != 0) result[v] = turned / length;
  }
  return result;
}

float SeenSurface::value(std::size_t vertex, const std::vector<float>& at_nodes) const {
  float sum = 0, weight = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const float w = std::max(0.0f, weights_[vertex][k]);
    sum += w * at_nodes[static_cast<std::size_t>(nodes_[vertex][k])];
    weight += w;
  }
  return sum / weight;
}

}  // namespace conjac::draw
