#include "record/stage_solids.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace conjac::record {
namespace {

using Json = nlohmann::json;

/// A ball drawn out along z: rings from pole to pole, the upper half shifted up, the lower down.
StageSolid capsule(double radius, double half_length) {
  constexpr int kRings = 16, kAround = 32;  // rings is even: the equator is there twice
  StageSolid mesh;
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

StageSolid box(const Vec<3>& half) {
  StageSolid mesh;
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

StageSolid square(double extent) {
  StageSolid mesh;
  mesh.positions = {
      {-extent, -extent, 0}, {extent, -extent, 0}, {extent, extent, 0}, {-extent, extent, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  mesh.half_space = true;
  return mesh;
}

StageSolid from_arrays(const Json& solid) {
  StageSolid mesh;
  const auto flat = solid.value("positions", std::vector<double>());
  const auto corners = solid.value("triangles", std::vector<int>());
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

StageSolid mesh_of(const Json& solid, double extent) {
  const std::string kind = solid.value("kind", "");
  const double radius = solid.value("radius", 0.0);
  if (kind == "half_space") return square(extent);
  if (kind == "sphere") return capsule(radius, 0);
  if (kind == "capsule") return capsule(radius, solid.value("half_length", 0.0));
  if (kind == "mesh") return from_arrays(solid);
  if (kind != "box") return {};
  const auto half = solid.value("half", std::vector<double>());
  return half.size() == 3 ? box({half[0], half[1], half[2]}) : StageSolid{};
}

}  // namespace

std::vector<StageSolid> stage_solids(const std::string& scene_text, double extent) {
  std::vector<StageSolid> meshes;
  const Json scene = Json::parse(scene_text, nullptr, false);
  if (!scene.is_object() || !scene.contains("solids")) return meshes;
  for (const Json& solid : scene["solids"]) {
    StageSolid mesh;
    try {
      mesh = mesh_of(solid, extent);
      mesh.bone = solid.value("role", "") == "bone";
    } catch (const Json::exception&) {
      mesh = {};
    }
    meshes.push_back(std::move(mesh));
  }
  return meshes;
}

std::vector<Vec<3>> solid_in_place(const StageSolid& mesh, const SolidPose& pose) {
  const auto& r = pose.rotation;
  const Eigen::Quaterniond turn(r[3], r[0], r[1], r[2]);
  const Vec<3> shift(pose.position[0], pose.position[1], pose.position[2]);
  std::vector<Vec<3>> result;
  for (const Vec<3>& p : mesh.positions) result.push_back(turn * p + shift);
  return result;
}

}  // namespace conjac::record
