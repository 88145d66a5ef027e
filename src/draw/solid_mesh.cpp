#include "draw/solid_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace conjac::draw {
namespace {

/// A ball drawn out along z: rings from pole to pole, the upper half shifted up, the lower down.
SolidMesh capsule(double radius, double half_length) {
  constexpr int kRings = 16, kAround = 32;  // rings is even: the equator is there twice
  SolidMesh mesh;
  for (int ring = 0; ring <= kRings + 1; ++ring) {
    const bool upper = ring <= kRings / 2;
    const double angle = M_PI * (upper ? ring : ring - 1) / kRings;
    const double z = radius * std::cos(angle) + (upper ? half_length : -half_length);
    for (int k = 0; k < kAround; ++k) {
      const double turn = 2 * M_PI * k / kAround, r = radius * std::sin(angle);
      mesh.positions.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
    }
  }
  for (int ring = 0; ring <= kRings; ++ring)
    for (int k = 0; k < kAround; ++k) {
      const int a = ring * kAround + k, b = ring * kAround + (k + 1) % kAround;
      mesh.triangles.push_back({a, a + kAround, b});
      mesh.triangles.push_back({b, a + kAround, b + kAround});
    }
  return mesh;
}

SolidMesh box(const std::array<double, 3>& half_edges) {
  const Vec<3> half(half_edges[0], half_edges[1], half_edges[2]);
  SolidMesh mesh;
  // Corners of their own for every side, so that edges stay sharp.
  for (int axis = 0; axis < 3; ++axis)
    for (int sign : {-1, 1}) {
      const int first = static_cast<int>(mesh.positions.size());
      for (int corner = 0; corner < 4; ++corner) {
        Vec<3> p;
        p[axis] = sign * half[axis];
        p[(axis + 1) % 3] = (corner == 1 || corner == 2 ? 1 : -1) * half[(axis + 1) % 3];
        p[(axis + 2) % 3] = (corner >= 2 ? 1 : -1) * half[(axis + 2) % 3];
        mesh.positions.push_back(p);
      }
      const int b = sign > 0 ? 1 : 3, d = sign > 0 ? 3 : 1;
      mesh.triangles.push_back({first, first + b, first + 2});
      mesh.triangles.push_back({first, first + 2, first + d});
    }
  return mesh;
}

SolidMesh square(double extent) {
  return {{{-extent, -extent, 0}, {extent, -extent, 0}, {extent, extent, 0}, {-extent, extent, 0}},
          {{0, 1, 2}, {0, 2, 3}}};
}

SolidMesh from_arrays(const std::vector<double>& flat, const std::vector<int>& corners) {
  SolidMesh mesh;
  for (std::size_t i = 0; i + 2 < flat.size(); i += 3)
    mesh.positions.emplace_back(flat[i], flat[i + 1], flat[i + 2]);
  const int count = static_cast<int>(mesh.positions.size());
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const std::array<int, 3> triangle{corners[i], corners[i + 1], corners[i + 2]};
    if (std::ranges::all_of(triangle, [&](int c) { return c >= 0 && c < count; }))
      mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

SolidMesh solid_mesh(const SolidView& solid, double extent) {
  switch (solid.kind) {
    case SolidKind::half_space:
      return square(extent);
    case SolidKind::box:
      return box(solid.half);
    case SolidKind::sphere:
      return capsule(solid.radius, 0);
    case SolidKind::capsule:
      return capsule(solid.radius, solid.half_length);
    case SolidKind::mesh:
      return from_arrays(solid.positions, solid.triangles);
  }
  return {};
}

std::vector<Vec<3>> in_place(const SolidMesh& mesh, const std::array<double, 3>& position,
                             const std::array<double, 4>& rotation) {
  const Eigen::Quaterniond turn(rotation[3], rotation[0], rotation[1], rotation[2]);
  const Vec<3> shift(position[0], position[1], position[2]);
  std::vector<Vec<3>> result;
  for (const Vec<3>& p : mesh.positions) result.push_back(turn * p + shift);
  return result;
}

}  // namespace conjac::draw
