#include "draw/stage_solids.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace conjac::draw {
namespace {

using Json = nlohmann::json;

std::optional<SolidKind> kind_of(const std::string& name) {
  if (name == "half_space") return SolidKind::half_space;
  if (name == "box") return SolidKind::box;
  if (name == "sphere") return SolidKind::sphere;
  if (name == "capsule") return SolidKind::capsule;
  if (name == "mesh") return SolidKind::mesh;
  return {};
}

/// Throws Json::exception where a value is of another type than it should be.
StageSolid read_solid(const Json& text, double extent) {
  const auto kind = kind_of(text.value("kind", ""));
  if (!kind) return {};
  SolidView solid;
  solid.kind = *kind;
  solid.radius = text.value("radius", 0.0);
  solid.half_length = text.value("half_length", 0.0);
  solid.positions = text.value("positions", std::vector<double>());
  solid.triangles = text.value("triangles", std::vector<int>());
  if (*kind == SolidKind::box) {
    const auto half = text.value("half", std::vector<double>());
    if (half.size() != 3) return {};
    solid.half = {half[0], half[1], half[2]};
  }
  return {solid_mesh(solid, extent), text.value("role", "") == "bone",
          *kind == SolidKind::half_space};
}

}  // namespace

std::vector<StageSolid> stage_solids(const std::string& scene_text, double extent) {
  std::vector<StageSolid> solids;
  const Json scene = Json::parse(scene_text, nullptr, false);
  if (!scene.is_object() || !scene.contains("solids")) return solids;
  for (const Json& text : scene["solids"]) {
    StageSolid solid;
    try {
      solid = read_solid(text, extent);
    } catch (const Json::exception&) {
      solid = {};
    }
    solids.push_back(std::move(solid));
  }
  return solids;
}

std::vector<Vec<3>> in_place(const StageSolid& solid, const record::SolidPose& pose) {
  return in_place(solid.mesh, pose.position, pose.rotation);
}

}  // namespace conjac::draw
