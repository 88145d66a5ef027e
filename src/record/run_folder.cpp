#include "record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/check.h"

namespace conjac::record {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A number of the summary in `scale` units; null (not finite) and absent ones are zero.
double number(const Json& json, const char* name, double scale = 1) {
  return json.contains(name) && json[name].is_number() ? scale * json[name].get<double>() : 0;
}

RunFacts facts_of(const Path& path) {
  RunFacts facts;
  if (!fs::exists(path)) return facts;
  const Json json = Json::parse(read_whole(path), nullptr, false);
  require(json.is_object(), path.string() + ": not a summary of a run (no JSON object).");
  const auto text = [&](const char* name) { return json.value(name, std::string()); };
  const auto count = [&](const char* name) { return static_cast<long long>(number(json, name)); };
  facts.scene = text("scene"), facts.method = text("method");
  facts.integrator = text("integrator"), facts.status = text("status");
  facts.vertices = count("vertices"), facts.elements = count("elements");
  facts.dynamic_nodes = count("dynamic_nodes");
  facts.steps = count("steps"), facts.factorizations = count("factorizations");
  facts.time_step = number(json, "time_step");
  facts.simulated_time = number(json, "simulated_time");
  facts.wall_time = number(json, "wall_time");
  const Json stages = json.value("ms_per_step", Json::object());
  facts.mean_stages = {number(stages, "fill", 1e-3), number(stages, "factor", 1e-3),
                       number(stages, "solve", 1e-3), number(stages, "other", 1e-3)};
  const Json energy = json.value("energy", Json::object());
  facts.energy = {number(energy, "kinetic"), number(energy, "elastic"), number(energy, "gravity"),
                  number(energy, "contact")};
  return facts;
}

std::vector<FrameEntry> frames_of(const Path& folder) {
  require(fs::is_directory(folder),
          folder.string() +
              ": there is no such folder; give the results folder of a run "
              "(conjac run SCENE -o FOLDER).");
  require(fs::exists(folder / "history.csv"),
          folder.string() + ": not the results of a run (no history.csv).");
  const bool any = fs::exists(folder / "frames.pvd");
  auto frames = any ? read_frame_list(folder / "frames.pvd") : std::vector<FrameEntry>();
  require(!frames.empty(), folder.string() +
                               ": the run recorded no frames; run it again without --no-frames "
                               "(or with output.frames true).");
  return frames;
}

}  // namespace

RunFolder::RunFolder(const Path& folder) : folder_(folder), frames_(frames_of(folder)) {
  facts_ = facts_of(folder / "summary.json");
  history_ = read_history(folder / "history.csv");
}

Frame RunFolder::frame_near(double time) const {
  return read_frame(std::ranges::min_element(frames_, {}, [&](const FrameEntry& frame) {
                      return std::abs(frame.time - time);
                    })->file);
}

}  // namespace conjac::record
