#include "conjac/mesh_info.h"

#include <algorithm>
#include <map>

#include "mesh/quality.h"
#include "mesh/read.h"
#include "mesh/surface_file.h"
#include "mesh/surface_measure.h"
#include "mesh/topology.h"

namespace conjac {
namespace {

MeshHistogram histogram(std::vector<double> values, std::vector<double> bounds) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  MeshHistogram result;
  result.counts.assign(bounds.size() - 1, 0);
  for (const double value : values) {
    const auto above = std::ranges::upper_bound(bounds, value) - bounds.begin();
    const auto last = static_cast<std::ptrdiff_t>(result.counts.size()) - 1;
    ++result.counts[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, last))];
  }
  result.bounds = std::move(bounds);
  result.smallest = values.front();
  result.percentile1 = at(0.01);
  result.median = at(0.5);
  result.largest = values.back();
  return result;
}

template <int Dim>
void measure_shapes(const Mesh<Dim>& mesh, MeshInfo& info) {
  std::vector<double> low, high, ratio;
  for (const ElementQuality& q : mesh_quality(mesh)) {
    low.push_back(q.smallest_angle);
    high.push_back(q.largest_angle);
    ratio.push_back(q.radius_ratio);
  }
  info.slivers = static_cast<int>(
      std::ranges::count_if(low, [](double angle) { return angle < kSliverAngle; }));
  info.worst_element = static_cast<int>(std::ranges::min_element(low) - low.begin());
  info.smallest_angle = histogram(low, {0, 2, 5, 8, 12, 20, 30, 40, 50, 60, 71});
  info.largest_angle =
      histogram(high, {60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180});
  info.radius_ratio = histogram(ratio, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
}

template <int Dim>
void measure_edges(const Mesh<Dim>& mesh, MeshInfo& info) {
  const Adjacency adjacency = node_adjacency(mesh);
  info.shortest_edge = 1e300;
  long long count = 0;
  for (int i = 0; i < mesh.nodes(); ++i)
    for (const int j : adjacency.of(i)) {
      if (j < i) continue;
      const double length = (mesh.rest[i] - mesh.rest[j]).norm();
      info.shortest_edge = std::min(info.shortest_edge, length);
      info.longest_edge = std::max(info.longest_edge, length);
      info.mean_edge += length;
      ++count;
    }
  info.mean_edge /= static_cast<double>(count);
}

template <int Dim>
MeshInfo measure(const std::string& path) {
  const ReadResult<Dim> read = read_mesh<Dim>(path);
  const Mesh<Dim>& mesh = read.mesh;
  MeshInfo info;
  info.file = path;
  info.dimension = Dim;
  info.notices = read.notices;
  info.vertices = mesh.nodes();
  info.elements = mesh.element_count();
  info.boundary_sides = static_cast<int>(boundary_facets(mesh).size());
  info.boundary_vertices = static_cast<int>(std::ranges::count(boundary_nodes(mesh), 1));
  info.pieces = connected_pieces(mesh).count;
  info.side_pieces = side_connected_pieces(mesh);
  Vec<Dim> low = mesh.rest[0], high = low;
  for (const Vec<Dim>& x : mesh.rest) low = low.cwiseMin(x), high = high.cwiseMax(x);
  std::copy(low.begin(), low.end(), info.low.begin());
  std::copy(high.begin(), high.end(), info.high.begin());
  std::map<int, MeshLabel> labels;
  for (int e = 0; e < mesh.element_count(); ++e) {
    MeshLabel& label = labels[mesh.region[e]];
    label.label = mesh.region[e];
    ++label.elements;
    label.volume += signed_volume(mesh, e);
  }
  for (const auto& [number, label] : labels) {
    info.labels.push_back(label);
    info.volume += label.volume;
  }
  measure_edges(mesh, info);
  measure_shapes(mesh, info);
  return info;
}

}  // namespace

MeshInfo mesh_info(const std::string& path) {
  return mesh_dimension(path) == 2 ? measure<2>(path) : measure<3>(path);
}

std::optional<SurfaceInfo> surface_info(const std::string& path) {
  if (!is_surface_file(path)) return {};
  const SurfaceFile file = read_surface_file(path);
  const SurfaceMeasure measured = measure_surface(triangles_of(file));
  SurfaceInfo info;
  info.file = path;
  info.vertices = static_cast<int>(file.points.size());
  info.triangles = static_cast<int>(file.triangles.size());
  info.normals = static_cast<int>(file.normals.size());
  info.texture_places = static_cast<int>(file.texture.size());
  info.area = measured.area, info.volume = measured.volume;
  std::copy(measured.low.begin(), measured.low.end(), info.low.begin());
  std::copy(measured.high.begin(), measured.high.end(), info.high.begin());
  info.shortest_edge = measured.shortest_edge;
  info.mean_edge = measured.mean_edge;
  info.longest_edge = measured.longest_edge;
  info.smallest_angle = measured.smallest_angle;
  info.pieces = measured.pieces;
  info.open_edges = measured.open_edges;
  info.crowded_edges = measured.crowded_edges;
  info.turned_edges = measured.turned_edges;
  return info;
}

}  // namespace conjac
