#include "record/solid_mesh.h"

#include <Eigen/Geometry>
#include <cmath>

namespace conjac::record {
namespace {

constexpr int kAround = 24, kRings = 6;  // facets around, rings of each cap

/// A body of revolution about local z: circles of radius r at height z, from top to bottom; a
/// closed surface, since the first and last radius are zero.
void add_turned(const std::vector<std::array<double, 2>>& rings, const auto& place,
                std::vector<Vec<3>>& positions, std::vector<std::array<int, 3>>& triangles) {
  const int first = static_cast<int>(positions.size());
  for (const auto& [r, z] : rings)
    for (int k = 0; k < kAround; ++k) {
      const double angle = 2 * M_PI * k / kAround;
      positions.push_back(place(Vec<3>(r * std::cos(angle), r * std::sin(angle), z)));
    }
  for (int ring = 0; ring + 1 < static_cast<int>(rings.size()); ++ring)
    for (int k = 0; k < kAround; ++k) {
      const int a = first + ring * kAround + k, b = first + ring * kAround + (k + 1) % kAround;
      triangles.push_back({a, a + kAround, b});
      triangles.push_back({b, a + kAround, b + kAround});
    }
}

void add_outline(const std::vector<Vec<3>>& corners, std::vector<Vec<3>>& positions,
                 std::vector<std::array<int, 3>>& triangles) {
  const int first = static_cast<int>(positions.size());
  positions.insert(positions.end(), corners.begin(), corners.end());
  for (int k = 1; k + 1 < static_cast<int>(corners.size()); ++k)
    triangles.push_back({first, first + k, first + k + 1});
}

}  // namespace

void add_solid(const SolidView& solid, bool flat, std::vector<Vec<3>>& positions,
               std::vector<std::array<int, 3>>& triangles) {
  const Eigen::Quaterniond turn(solid.rotation[3], solid.rotation[0], solid.rotation[1],
                                solid.rotation[2]);
  const Vec<3> at(solid.position[0], solid.position[1], solid.position[2]);
  const auto place = [&](const Vec<3>& local) -> Vec<3> {
    Vec<3> p = at + turn * local;
    if (flat) p.z() = -1e-6;
    return p;
  };
  const double r = solid.radius, l = solid.half_length;
  if (solid.kind == SolidKind::box) {
    const Vec<3> half(solid.half[0], solid.half[1], solid.half[2]);
    if (flat) {
      std::vector<Vec<3>> corners;
      for (const auto& [x, y] : {std::array{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
        corners.push_back(place(Vec<3>(x * half.x(), y * half.y(), 0)));
      return add_outline(corners, positions, triangles);
    }
    const int first = static_cast<int>(positions.size());
    for (int c = 0; c < 8; ++c)
      positions.push_back(
          place(half.cwiseProduct(Vec<3>(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1))));
    constexpr std::array<std::array<int, 4>, 6> kFaces = {
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    for (const auto& f : kFaces) {
      triangles.push_back({first + f[0], first + f[1], first + f[2]});
      triangles.push_back({first + f[0], first + f[2], first + f[3]});
    }
  } else if (solid.kind == SolidKind::sphere || solid.kind == SolidKind::capsule) {
    if (flat) {
      // A capsule's local z lies in the plane; its outline is a stadium about it.
      Vec<3> along = turn * Vec<3>::UnitZ();
      if (solid.kind == SolidKind::sphere) along = Vec<3>::UnitX();
      const Vec<3> across(-along.y(), along.x(), 0);
      std::vector<Vec<3>> corners;
      for (int k = 0; k < 2 * kAround; ++k) {
        const double angle = M_PI * (k + 0.5) / kAround;
        Vec<3> p = at + (std::sin(angle) >= 0 ? l : -l) * along +
                   r * (std::sin(angle) * along + std::cos(angle) * across);
        p.z() = -1e-6;
        corners.push_back(p);
      }
      return add_outline(corners, positions, triangles);
    }
    std::vector<std::array<double, 2>> rings;
    for (int k = 0; k <= 2 * kRings; ++k) {
      const double angle = M_PI / 2 - M_PI / 2 * k / kRings;
      if (k == kRings && l > 0) rings.push_back({r, l});
      rings.push_back({r * std::cos(angle), r * std::sin(angle) + (k < kRings ? l : -l)});
    }
    add_turned(rings, place, positions, triangles);
  }
}

}  // namespace conjac::record
