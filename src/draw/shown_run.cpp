#include "draw/shown_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "draw/seen_surface.h"
#include "record/base64.h"

namespace conjac::draw {
namespace {

void append(std::vector<float>& flat, const std::vector<Vec<3>>& points) {
  flat.reserve(flat.size() + 3 * points.size());
  for (const Vec<3>& p : points)
    for (int c = 0; c < 3; ++c) flat.push_back(static_cast<float>(p[c]));
}

/// The image of a data URL; none where it is not one of ours.
ShownRun::Image image_of(const std::string& url) {
  for (const std::string type : {"png", "jpeg"}) {
    const std::string head = "data:image/" + type + ";base64,";
    if (!url.starts_with(head)) continue;
    if (const auto bytes = record::from_base64(std::string_view(url).substr(head.size())))
      return {type, {reinterpret_cast<const char*>(bytes->data()), bytes->size()}};
  }
  return {};
}

}  // namespace

ShownRun shown_run(const record::Stage& stage) {
  ShownRun run;
  const nlohmann::json scene = nlohmann::json::parse(stage.scene_text(), nullptr, false);
  run.name = scene.is_object() && scene.contains("name") && scene["name"].is_string()
                 ? scene["name"].get<std::string>()
                 : "run";
  if (scene.is_object() && scene.contains("texture") && scene["texture"].is_string())
    run.texture = image_of(scene["texture"].get<std::string>());
  std::shared_ptr<const record::BodyOnStage> body;
  std::optional<SeenSurface> seen;
  Vec<3> low = Vec<3>::Constant(1e300), high = -low;
  std::vector<std::vector<record::SolidPose>> poses;
  for (std::size_t i = 0; i < stage.moments(); ++i) {
    const record::Moment moment = stage.moment(i);
    if (moment.body != body) {
      body = moment.body;
      run.flat = body->flat;
      seen.emplace(*body);
      ShownRun::Surface& surface = run.surfaces.emplace_back();
      surface.triangles = seen->triangles;
      for (const Vec<2>& place : seen->texture)
        for (int c = 0; c < 2; ++c) surface.texture.push_back(static_cast<float>(place[c]));
    }
    const std::vector<Vec<3>> there = seen->positions(moment.positions);
    for (const Vec<3>& p : there) low = low.cwiseMin(p), high = high.cwiseMax(p);
    ShownRun::Surface& surface = run.surfaces.back();
    surface.moments.push_back(i);
    append(surface.positions.emplace_back(), there);
    if (seen->carried)
      append(surface.normals.emplace_back(), seen->normals(moment.positions, there));
    run.times.push_back(moment.time);
    poses.push_back(moment.solids);
  }
  run.size = std::max((high - low).norm(), 1e-12);
  const std::vector<StageSolid> solids = stage_solids(stage.scene_text(), run.size);
  for (std::size_t k = 0; k < solids.size(); ++k) {
    ShownRun::Solid solid{solids[k], {}, {}};
    for (const auto& at : poses) solid.poses.push_back(k < at.size() ? at[k] : record::SolidPose{});
    if (solids[k].sequence) {
      solid.changing.triangles = solids[k].mesh.triangles;
      for (std::size_t i = 0; i < run.times.size(); ++i) {
        solid.changing.moments.push_back(i);
        append(solid.changing.positions.emplace_back(),
               in_place(solids[k], solid.poses[i], run.times[i]));
      }
    }
    if (!solids[k].mesh.triangles.empty()) run.solids.push_back(std::move(solid));
  }
  return run;
}

}  // namespace conjac::draw
