#include "scene/option_texts.h"

#include <nlohmann/json.hpp>

#include "scene/parse.h"

namespace conjac {

std::vector<std::pair<std::string, std::string>> option_texts(const SceneSpec& scene) {
  const auto json = nlohmann::ordered_json::parse(scene_to_json(scene));
  std::vector<std::pair<std::string, std::string>> texts;
  const auto method = json.find("method");
  if (method == json.end()) return texts;
  for (const auto& [name, value] : method->items())
    texts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  return texts;
}

}  // namespace conjac
