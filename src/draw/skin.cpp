#include "draw/skin.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "draw/solid_mesh.h"

namespace conjac::draw {

namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

Vec<3> in_space(const record::FrameView& frame, int node) {
  const double* x = &frame.positions[index(node * frame.dimension)];
  return {x[0], x[1], frame.dimension == 3 ? x[2] : 0.0};
}

/// The triangle with the element it belongs to.
struct Facet {
  std::array<int, 3> key;  // sorted nodes
  std::array<int, 3> nodes;
  int element;
};

std::vector<Facet> boundary_facets(std::span<const int> tetrahedra) {
  static constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  std::vector<Facet> facets;
  facets.reserve(tetrahedra.size());
  for (std::size_t e = 0; e < tetrahedra.size() / 4; ++e) {
    for (const auto& face : kFaces) {
      Facet f{{}, {}, static_cast<int>(e)};
      for (std::size_t i = 0; i < 3; ++i) f.nodes[i] = tetrahedra[4 * e + index(face[i])];
      f.key = f.nodes;
      std::sort(f.key.begin(), f.key.end());
      facets.push_back(f);
    }
  }
  std::sort(facets.begin(), facets.end(), [](const Facet& a, const Facet& b) {
    return std::pair(a.key, a.element) < std::pair(b.key, b.element);
  });
  std::vector<Facet> boundary;
  for (std::size_t i = 0; i < facets.size();) {
    std::size_t j = i + 1;
    while (j < facets.size() && facets[j].key == facets[i].key) ++j;
    if (j == i + 1) boundary.push_back(facets[i]);
    i = j;
  }
  return boundary;
}

/// Position in a sorted list, or -1.
template <class T>
int find_sorted(const std::vector<T>& sorted, const T& value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  return at != sorted.end() && *at == value ? static_cast<int>(at - sorted.begin()) : -1;
}

template <class T>
void sort_unique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::vector<std::array<int, 3>> boundary_triangles(std::span<const int> tetrahedra) {
  std::vector<std::array<int, 3>> triangles;
  for (const Facet& f : boundary_facets(tetrahedra)) triangles.push_back(f.nodes);
  return triangles;
}

SkinTopology skin_topology(int dimension, std::span<const int> elements,
                           std::span<const int> region, std::span<const int> owner) {
  std::vector<Facet> facets;
  if (dimension == 3) {
    facets = boundary_facets(elements);
  } else {
    for (std::size_t e = 0; e < elements.size() / 3; ++e)
      facets.push_back(
          {{}, {elements[3 * e], elements[3 * e + 1], elements[3 * e + 2]}, static_cast<int>(e)});
  }
  SkinTopology skin;
  std::vector<std::pair<int, int>> averages;  // node and region
  for (const Facet& f : facets) {
    for (const int node : f.nodes) {
      skin.nodes.push_back(node);
      averages.emplace_back(node, region[index(f.element)]);
    }
  }
  sort_unique(skin.nodes);
  sort_unique(averages);
  skin.slots = static_cast<int>(averages.size());
  for (const Facet& f : facets) {
    std::array<int, 3> triangle, slots;
    for (std::size_t i = 0; i < 3; ++i) {
      triangle[i] = find_sorted(skin.nodes, f.nodes[i]);
      slots[i] = find_sorted(averages, {f.nodes[i], region[index(f.element)]});
    }
    skin.triangles.push_back(triangle);
    skin.corner_slots.push_back(slots);
    if (!owner.empty()) skin.owners.push_back(owner[index(f.element)]);
  }
  const std::size_t corners = index(dimension) + 1;
  skin.element_slots.reserve(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i)
    skin.element_slots.push_back(find_sorted(averages, {elements[i], region[i / corners]}));
  return skin;
}

namespace {

/// The part of a floor or wall that lies below the body: a square in space, a bar in the plane.
SolidView under(const SolidView& half_space, const Skin& skin) {
  Vec<3> low = Vec<3>::Constant(1e300), high = -low;
  for (const Vec<3>& p : skin.positions) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double extent = 0.8 * (high - low).norm();
  const auto& q = half_space.rotation;
  const Vec<3> normal = Eigen::Quaterniond(q[3], q[0], q[1], q[2]) * Vec<3>::UnitZ();
  const Vec<3> at(half_space.position[0], half_space.position[1], half_space.position[2]);
  const Vec<3> middle = (low + high) / 2;
  Vec<3> foot = middle - normal.dot(middle - at) * normal;
  SolidView patch = half_space;
  patch.kind = SolidKind::box;
  const double thick = skin.dimension == 2 ? 0.02 * extent : 0.0;
  patch.half = {extent, extent, thick};
  foot -= thick * normal;
  for (int c = 0; c < 3; ++c) patch.position[c] = foot[c];
  return patch;
}

/// After the bones, so that the last points and triangles are theirs.
void add_obstacles(Skin& skin, std::span<const SolidView> solids) {
  const std::size_t points = skin.solid_positions.size(), triangles = skin.solid_triangles.size();
  for (const SolidView& solid : solids) {
    if (solid.role != SolidRole::obstacle) continue;
    const bool endless = solid.kind == SolidKind::half_space;
    const SolidView shown = endless ? under(solid, skin) : solid;
    const SolidMesh mesh = solid_mesh(shown);
    add_solid(skin, in_place(mesh, shown.position, shown.rotation), mesh.triangles);
  }
  skin.obstacle_points = skin.solid_positions.size() - points;
  skin.obstacle_triangles = skin.solid_triangles.size() - triangles;
}

}  // namespace

Skin skin_of(const record::FrameView& frame, std::shared_ptr<const SkinTopology> topology) {
  Skin skin;
  skin.time = frame.time;
  skin.dimension = frame.dimension;
  for (const int node : topology->nodes) skin.positions.push_back(in_space(frame, node));
  skin.von_mises.assign(index(topology->slots), 0.0f);
  std::vector<int> counts(index(topology->slots), 0);
  const std::size_t corners = index(frame.dimension) + 1;
  for (std::size_t i = 0; i < topology->element_slots.size(); ++i) {
    const int slot = topology->element_slots[i];
    if (slot < 0) continue;
    skin.von_mises[index(slot)] += static_cast<float>(frame.von_mises[i / corners]);
    ++counts[index(slot)];
  }
  for (std::size_t s = 0; s < counts.size(); ++s)
    skin.von_mises[s] /= static_cast<float>(std::max(1, counts[s]));
  for (std::size_t n = 0; n < frame.roles.size(); ++n)
    if (frame.roles[n] != static_cast<int>(record::FrameRole::quasistatic))
      skin.dots.push_back(
          {in_space(frame, static_cast<int>(n)), static_cast<record::FrameRole>(frame.roles[n])});
  skin.fibers.assign(frame.fibers.begin(), frame.fibers.end());
  for (const SolidView& solid : frame.solids) {
    if (solid.role == SolidRole::obstacle) continue;
    const SolidMesh mesh = solid_mesh(solid);
    add_solid(skin, in_place(mesh, solid.position, solid.rotation), mesh.triangles);
  }
  add_obstacles(skin, frame.solids);
  skin.topology = std::move(topology);
  return skin;
}

void add_solid(Skin& skin, std::vector<Vec<3>> corners,
               const std::vector<std::array<int, 3>>& triangles) {
  const int first = static_cast<int>(skin.solid_positions.size());
  for (Vec<3>& p : corners) {
    if (skin.dimension == 2) p.z() = -1e-6;
    skin.solid_positions.push_back(p);
  }
  for (const auto& t : triangles)
    skin.solid_triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

Skin skin_of(const record::FrameView& frame) {
  return skin_of(frame, std::make_shared<const SkinTopology>(skin_topology(
                            frame.dimension, frame.elements, frame.region, frame.owner)));
}

}  // namespace conjac::draw
