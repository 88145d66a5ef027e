// Files that somebody drops onto the page: looked at with suspicion, and run like any other scene.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "conjac/mesh_info.h"
#include "conjac/simulation.h"
#include "conjac/view.h"
#include "core/check.h"
#include "record/files.h"
#include "serve/repertoire.h"

namespace conjac::serve {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::set<std::string> kMeshes{".mesh", ".msh", ".vtk", ".vtu", ".inp", ".veg"};
constexpr std::size_t kMostScene = std::size_t{1} << 20;  // bytes
constexpr int kDeepestScene = 64;                         // brackets within brackets

/// A folder of our own that goes with everything in it.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::string pattern = (fs::temp_directory_path() / "conjac-dropped-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, pattern + ": cannot make this folder",
            ErrorKind::io);
    path_ = pattern;
  }
  ~PrivateFolder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string extension_of(const std::string& name) {
  std::string end = fs::path(name).extension().string();
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return std::tolower(c); });
  return end;
}

/// A name to show: of letters and the like, whatever the browser said.
std::string plain_name(const std::string& name) {
  std::string plain;
  for (char c : fs::path(name).stem().string())
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') plain += c;
  return plain.empty() ? "dropped" : plain.substr(0, 40);
}

/// As deep as brackets go, outside of texts: the parser must not be led down without end.
int depth_of(std::string_view text) {
  int depth = 0, deepest = 0;
  bool within = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (within && c == '\\')
      ++i;
    else if (c == '"')
      within = !within;
    else if (!within && (c == '{' || c == '['))
      deepest = std::max(deepest, ++depth);
    else if (!within && (c == '}' || c == ']'))
      --depth;
  }
  return deepest;
}

SceneSpec dropped_scene(const std::string& text, const std::string& name,
                        const std::string& folder) {
  require(text.size() <= kMostScene, name + ": a scene file is at most 1 MB long");
  require(depth_of(text) <= kDeepestScene, name + ": brackets go too deep for a scene");
  SceneSpec scene = scene_from_json(text, name, folder);
  check_files(scene, folder);
  return scene;
}

/// A body as soft as one that size should be, above a floor it falls onto.
SceneSpec around_mesh(const fs::path& file, const std::string& name) {
  const MeshInfo info = mesh_info(file.string());
  double size = 0;
  for (int c = 0; c < 3; ++c) size = std::max(size, info.high[c] - info.low[c]);
  const double density = 1000, gravity = 9.81;
  const Json law{{"law", "SNH"}, {"young", 40 * density * gravity * size}, {"poisson", 0.45}};
  const Json floor{{"point", {0, info.low[1] - 0.05 * size, 0}}, {"normal", {0, 1, 0}}};
  const Json scene{
      {"name", name},
      {"description", "Dropped onto the page: falls onto a floor."},
      {"mesh", {{"file", file.string()}}},
      {"materials", Json::array({{{"density", density}, {"laws", Json::array({law})}}})},
      {"placement", {{"dynamic", 8}}},
      {"obstacles", Json::array({{{"name", "floor"}, {"half_space", floor}}})},
      {"contact", {{"friction", 0.5}}},
      {"time", {{"step", 0.005}, {"duration", 2}}}};
  return scene_from_json(scene.dump(), name, file.parent_path().string());
}

}  // namespace

OnStage Repertoire::drop(const std::string& name, std::string_view bytes) const {
  const std::string end = extension_of(name);
  require(
      end == ".json" || kMeshes.contains(end),
      name.substr(0, 80) + ": drop a scene (.json) or a mesh (.mesh, .msh, .vtk, .vtu, .inp, .veg)",
      ErrorKind::usage);
  require(!bytes.empty(), "the file is empty");
  require(bytes.size() <= kMostDropped, "the file is larger than 64 MB");
  const auto folder = std::make_shared<PrivateFolder>();
  SceneSpec scene;
  if (end == ".json") {
    scene = dropped_scene(std::string(bytes), plain_name(name) + ".json",
                          folders_.scenes.empty() ? "" : folders_.scenes.front());
  } else {
    const fs::path file = folder->path() / ("dropped" + end);
    record::write_atomically(file, bytes);
    scene = around_mesh(file, plain_name(name));
  }
  const ViewSide side = view_side(scene);
  OnStage stage;
  stage.live = std::make_shared<LiveRun>(std::vector<LiveRun::Side>{{side.scene, side.label}},
                                         folders_.results);
  stage.files = folder;
  return stage;
}

}  // namespace conjac::serve
