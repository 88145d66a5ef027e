#include "serve/repertoire.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "conjac/simulation.h"
#include "conjac/view.h"
#include "core/check.h"
#include "record/base64.h"
#include "record/files.h"
#include "serve/playback.h"

namespace conjac::serve {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPicture = 65536;  // bytes
constexpr int kDeepest = 3;                  // folders below the results folder
constexpr std::size_t kMostResults = 200;
constexpr std::size_t kMostOverrides = 64, kLongestOverride = 300;
// Keys that a page may change.
constexpr std::string_view kChangeable[] = {"method.",    "time.",   "gravity", "contact.",
                                            "placement.", "output.", "hand.",   "materials["};

std::string picture_of(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / "pictures" / (name + ".png");
  std::error_code none;
  if (!fs::is_regular_file(file, none) || fs::file_size(file, none) > kMostPicture) return {};
  const std::string bytes = record::read_whole(file);
  return "data:image/png;base64," + record::to_base64(std::as_bytes(std::span(bytes)));
}

Json scene_rows(const std::vector<std::string>& folders) {
  auto rows = Json::array();
  std::set<std::string> seen;
  for (const std::string& folder : folders)
    for (const std::string& name : scene_names(folder)) {
      if (!seen.insert(name).second) continue;
      try {
        const SceneSpec scene = load_scene((fs::path(folder) / (name + ".json")).string());
        rows.push_back({{"name", name},
                        {"title", scene.description},
                        {"step", scene.time.step},
                        {"picture", picture_of(folder, name)}});
      } catch (const Error&) {  // a JSON file that is no scene
      }
    }
  return rows;
}

/// path=value texts of a wish.
std::vector<std::string> overrides_of(const Json& wish) {
  std::vector<std::string> overrides;
  if (!wish.contains("set")) return overrides;
  const Json& list = wish["set"];
  require(list.is_array() && list.size() <= kMostOverrides, "set: a list of key=value texts",
          ErrorKind::usage);
  for (const Json& one : list) {
    require(one.is_string(), "set: a list of key=value texts", ErrorKind::usage);
    const auto text = one.get<std::string>();
    require(text.size() <= kLongestOverride, "set: a text is too long", ErrorKind::usage);
    const bool allowed = std::ranges::any_of(
        kChangeable, [&](std::string_view begin) { return text.starts_with(begin); });
    const std::string key = text.substr(0, text.find('='));
    require(allowed,
            key +
                ": the page changes method, time, gravity, contact, placement, materials, output "
                "and hand; for other keys start the scene with conjac view --set",
            ErrorKind::usage);
    overrides.push_back(text);
  }
  return overrides;
}

/// All texts under "file", wherever they stand.
void gather_files(const Json& json, std::vector<std::string>& files) {
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (key == "file" && value.is_string()) files.push_back(value.get<std::string>());
    gather_files(value, files);
  }
}

std::string word(const Json& wish, const char* key) {
  if (!wish.contains(key)) return {};
  require(wish[key].is_string(), std::string(key) + ": a text is needed", ErrorKind::usage);
  return wish[key].get<std::string>();
}

OnStage running(const std::vector<ViewSide>& sides, const std::string& results) {
  std::vector<LiveRun::Side> list;
  for (const ViewSide& side : sides) list.push_back({side.scene, side.label});
  OnStage stage;
  stage.live = std::make_shared<LiveRun>(list, results);
  return stage;
}

}  // namespace

void check_files(const SceneSpec& scene, const std::string& folder) {
  std::vector<std::string> files;
  gather_files(Json::parse(scene_as_json(scene)), files);
  std::error_code none;
  const fs::path home = fs::weakly_canonical(folder, none);
  for (const std::string& file : files) {
    const fs::path way =
        fs::weakly_canonical(fs::path(folder) / file, none).lexically_relative(home);
    require(!folder.empty() && !way.empty() && *way.begin() != ".." && !way.is_absolute(),
            "file \"" + file +
                "\": a scene from a page can name files of the scenes folder (shapes/...) and no "
                "others; for files of your own start it with conjac view FILE");
  }
}

std::string Repertoire::listing() const {
  Json text{{"scenes", scene_rows(folders_.scenes)}, {"results", results()}};
  text["results_folder"] = folders_.results;
  text["largest_file"] = kMostDropped;
  return text.dump();
}

std::vector<std::string> Repertoire::results() const {
  std::vector<std::string> names;
  std::error_code none;
  if (folders_.results.empty() || !fs::is_directory(folders_.results, none)) return names;
  // Links are not followed: what they lead to need not lie below the folder.
  fs::recursive_directory_iterator at(folders_.results,
                                      fs::directory_options::skip_permission_denied, none);
  for (const auto end = fs::end(at); at != end && names.size() < kMostResults; at.increment(none)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    if (at->is_symlink(none) || at->path().filename() != "recording.cjvr") continue;
    const fs::path name = fs::relative(at->path().parent_path(), folders_.results, none);
    if (!none && name != ".") names.push_back(name.generic_string());
  }
  std::ranges::sort(names);
  return names;
}

OnStage Repertoire::open(const std::string& text) const {
  const Json wish = Json::parse(text, nullptr, false);
  require(wish.is_object(), "a JSON object is needed", ErrorKind::usage);
  const std::string scene = word(wish, "scene"), folder = word(wish, "results");
  require(scene.empty() != folder.empty(), "name a scene or a results folder", ErrorKind::usage);
  if (!folder.empty()) {
    require(std::ranges::count(results(), folder) == 1,
            folder + ": no results of that name below " + folders_.results, ErrorKind::usage);
    OnStage stage;
    stage.recording = std::make_shared<const std::string>(
        combined_recording({(fs::path(folders_.results) / folder).string()}));
    return stage;
  }
  for (const std::string& place : folders_.scenes) {
    const std::vector<std::string> names = scene_names(place);
    if (std::ranges::count(names, scene) == 0) continue;
    const std::vector<std::string> overrides = overrides_of(wish);
    const ViewSide side =
        view_side(load_scene((fs::path(place) / (scene + ".json")).string(), overrides));
    if (!overrides.empty()) check_files(side.scene, place);
    if (wish.contains("beside") && wish["beside"] == true)
      return running({side, with_other_method(side)}, folders_.results);
    return running({side}, folders_.results);
  }
  throw Error(ErrorKind::usage, scene + ": no scene of that name");
}

}  // namespace conjac::serve
