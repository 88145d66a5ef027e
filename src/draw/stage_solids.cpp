#include "draw/stage_solids.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/sequence_time.h"

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

/// The shapes of a solid that has several; null where there are none, or they do not fit.
std::shared_ptr<const SolidSequence> read_sequence(const Json& text, std::size_t numbers) {
  if (!text.contains("sequence")) return nullptr;
  const Json& given = text["sequence"];
  SolidSequence sequence{given.value("start", 0.0), given.value("interval", 0.0),
                         given.value("repeat", false),
                         given.value("positions", std::vector<std::vector<double>>())};
  const bool fits =
      sequence.interval > 0 && !sequence.positions.empty() &&
      std::ranges::all_of(sequence.positions, [&](const auto& x) { return x.size() == numbers; });
  return fits ? std::make_shared<const SolidSequence>(std::move(sequence)) : nullptr;
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
          *kind == SolidKind::half_space, read_sequence(text, solid.positions.size())};
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

std::vector<Vec<3>> in_place(const StageSolid& solid, const record::SolidPose& pose, double time) {
  if (!solid.sequence) return in_place(solid.mesh, pose.position, pose.rotation);
  const SolidSequence& shapes = *solid.sequence;
  const auto [from, to, share] = sequence_moment(shapes.start, shapes.interval, shapes.repeat,
                                                 static_cast<int>(shapes.positions.size()), time);
  const auto& a = shapes.positions[static_cast<std::size_t>(from)];
  const auto& b = shapes.positions[static_cast<std::size_t>(to)];
  SolidMesh now;
  for (std::size_t i = 0; i + 2 < a.size(); i += 3)
    now.positions.emplace_back(a[i] + share * (b[i] - a[i]),
                               a[i + 1] + share * (b[i + 1] - a[i + 1]),
                               a[i + 2] + share * (b[i + 2] - a[i + 2]));
  return in_place(now, pose.position, pose.rotation);
}

}  // namespace conjac::draw
