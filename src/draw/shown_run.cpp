#include "draw/shown_run.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace conjac::draw {
namespace {

/// The surface of a body, its vertices numbered anew without those inside.
ShownRun::Surface surface_of(const record::BodyOnStage& body, std::vector<int>& nodes) {
  ShownRun::Surface surface;
  std::map<int, int> number;
  for (const std::array<int, 3>& triangle : body.triangles) {
    std::array<int, 3> mine{};
    for (std::size_t c = 0; c < 3; ++c)
      mine[c] = number.emplace(triangle[c], static_cast<int>(number.size())).first->second;
    surface.triangles.push_back(mine);
  }
  nodes.resize(number.size());
  for (const auto& [node, mine] : number) nodes[static_cast<std::size_t>(mine)] = node;
  return surface;
}

}  // namespace

ShownRun shown_run(const record::Stage& stage) {
  ShownRun run;
  const nlohmann::json scene = nlohmann::json::parse(stage.scene_text(), nullptr, false);
  run.name = scene.is_object() && scene.contains("name") && scene["name"].is_string()
                 ? scene["name"].get<std::string>()
                 : "run";
  std::shared_ptr<const record::BodyOnStage> body;
  std::vector<int> nodes;
  Vec<3> low = Vec<3>::Constant(1e300), high = -low;
  std::vector<std::vector<record::SolidPose>> poses;
  for (std::size_t i = 0; i < stage.moments(); ++i) {
    const record::Moment moment = stage.moment(i);
    if (moment.body != body) {
      body = moment.body;
      run.flat = body->flat;
      run.surfaces.push_back(surface_of(*body, nodes));
    }
    std::vector<float> positions;
    positions.reserve(nodes.size() * 3);
    for (int node : nodes) {
      const Vec<3>& p = moment.positions[static_cast<std::size_t>(node)];
      low = low.cwiseMin(p), high = high.cwiseMax(p);
      for (int c = 0; c < 3; ++c) positions.push_back(static_cast<float>(p[c]));
    }
    run.surfaces.back().moments.push_back(i);
    run.surfaces.back().positions.push_back(std::move(positions));
    run.times.push_back(moment.time);
    poses.push_back(moment.solids);
  }
  run.size = std::max((high - low).norm(), 1e-12);
  const std::vector<StageSolid> solids = stage_solids(stage.scene_text(), run.size);
  for (std::size_t k = 0; k < solids.size(); ++k) {
    ShownRun::Solid solid{solids[k], {}};
    for (const auto& at : poses) solid.poses.push_back(k < at.size() ? at[k] : record::SolidPose{});
    if (!solids[k].mesh.triangles.empty()) run.solids.push_back(std::move(solid));
  }
  return run;
}

}  // namespace conjac::draw
