#include "scenefile/parse.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "conjac/error.h"
#include "scenefile/json_set.h"
#include "scenefile/parse_reader.h"

namespace conjac {

SceneSpec parse_scene(std::string_view text, const std::string& name_for_errors,
                      const std::string& base_folder, const std::vector<std::string>& overrides) {
  JsonNode root = read_json(text, name_for_errors);
  for (size_t i = 0; i < overrides.size(); ++i)
    set_json(root, overrides[i], static_cast<int>(i) + 1);

  SceneSpec scene;
  scene.file = name_for_errors;
  const std::string stem = std::filesystem::path(name_for_errors).stem().string();
  if (!stem.empty()) scene.name = stem;

  ParseProblems problems(name_for_errors, overrides);
  SceneReader reader(problems, base_folder);
  reader.read(root, "", scene, Rule{});
  problems.throw_if_any();
  return scene;
}

CutSpec parse_cut(std::string_view text, const std::string& base_folder) {
  const JsonNode root = read_json(text, "cut");
  CutSpec cut;
  ParseProblems problems("", {});
  SceneReader reader(problems, base_folder);
  reader.read(root, "cut", cut, Rule{});
  problems.throw_if_any();
  return cut;
}

SceneSpec read_scene(const std::string& path, const std::vector<std::string>& overrides) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Error(ErrorKind::bad_input, path + ": there is no such scene file");
  if (std::filesystem::is_directory(path, ignored))
    throw Error(ErrorKind::bad_input, path + ": is a folder; name a scene file in it");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (in.bad() || !in.is_open())
    throw Error(ErrorKind::io, path + ": cannot be read; check its permissions");
  return parse_scene(text.str(), path, std::filesystem::path(path).parent_path().string(),
                     overrides);
}

}  // namespace conjac
