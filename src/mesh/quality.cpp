#include "mesh/quality.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "mesh/topology.h"

namespace conjac {

template <int Dim>
ElementQuality element_quality(const Mesh<Dim>& mesh, int element) {
  const auto& nodes = mesh.elements[element];
  Mat<Dim> edges;  // row i: from node 0 to node i + 1
  for (int i = 0; i < Dim; ++i)
    edges.row(i) = (mesh.rest[nodes[i + 1]] - mesh.rest[nodes[0]]).transpose();
  const Mat<Dim> inverse = edges.inverse();

  Eigen::Matrix<double, Dim, Dim + 1> gradient;
  gradient.template rightCols<Dim>() = inverse;
  gradient.col(0) = -inverse.rowwise().sum();
  const double inner = 1 / gradient.colwise().norm().sum();
  const Vec<Dim> center = inverse * (edges.rowwise().squaredNorm() / 2);

  ElementQuality result{180, 0, Dim * inner / center.norm()};
  for (int i = 0; i <= Dim; ++i)
    for (int j = i + 1; j <= Dim; ++j) {
      const double cosine = -gradient.col(i).normalized().dot(gradient.col(j).normalized());
      const double angle = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
      result.smallest_angle = std::min(result.smallest_angle, angle);
      result.largest_angle = std::max(result.largest_angle, angle);
    }
  return result;
}

template <int Dim>
std::vector<ElementQuality> mesh_quality(const Mesh<Dim>& mesh) {
  std::vector<ElementQuality> result(mesh.elements.size());
  for (int e = 0; e < mesh.element_count(); ++e) result[e] = element_quality(mesh, e);
  return result;
}

template <int Dim>
int side_connected_pieces(const Mesh<Dim>& mesh) {
  std::vector<Facet<Dim>> sides;
  sides.reserve(mesh.elements.size() * (Dim + 1));
  for (int e = 0; e < mesh.element_count(); ++e)
    for (Facet<Dim> side : element_facets(mesh, e)) {
      std::ranges::sort(side.nodes);
      sides.push_back(side);
    }
  std::ranges::sort(sides, {}, &Facet<Dim>::nodes);

  std::vector<int> parent(mesh.elements.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  int pieces = mesh.element_count();
  for (std::size_t k = 1; k < sides.size(); ++k) {
    if (sides[k].nodes != sides[k - 1].nodes) continue;
    const int a = root(sides[k].element), b = root(sides[k - 1].element);
    if (a != b) parent[a] = b, --pieces;
  }
  return pieces;
}

template ElementQuality element_quality<2>(const Mesh<2>&, int);
template ElementQuality element_quality<3>(const Mesh<3>&, int);
template std::vector<ElementQuality> mesh_quality<2>(const Mesh<2>&);
template std::vector<ElementQuality> mesh_quality<3>(const Mesh<3>&);
template int side_connected_pieces<2>(const Mesh<2>&);
template int side_connected_pieces<3>(const Mesh<3>&);

}  // namespace conjac
