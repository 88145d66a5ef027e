#include "scenefile/option_texts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenefile/json_set.h"
#include "scenefile/parse.h"
#include "scenefile/parse_reader.h"
#include "scenefile/parse_writer.h"

namespace conjac {
namespace {

/// The visitor of the table that also writes what is unset, and whole numbers as what they are.
struct OptionWriter {
  Json result = Json::object();

  template <class T>
  void operator()(const char* key, T& member, const Rule&, const char*) {
    if constexpr (std::is_floating_point_v<T>)
      result[key] = member;
    else if constexpr (std::is_same_v<T, std::optional<double>>)
      result[key] = member ? Json(*member) : Json();
    else
      result[key] = to_json_value(member);
  }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> option_texts(const SceneSpec& scene) {
  const auto json = nlohmann::ordered_json::parse(scene_to_json(scene));
  std::vector<std::pair<std::string, std::string>> texts;
  const auto method = json.find("method");
  if (method == json.end()) return texts;
  for (const auto& [name, value] : method->items())
    texts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  return texts;
}

std::string options_to_json(const StepOptions& options) {
  StepOptions copy = options;  // the table visits members it might change
  OptionWriter writer;
  describe(writer, copy);
  return writer.result.dump();
}

void change_option(StepOptions& options, const std::string& name, const std::string& value) {
  JsonNode root = read_json(options_to_json(options), "method");
  const bool known = root.find(name) != nullptr;
  const std::string text = name + "=" + value;
  set_json(root, text, 1);
  // What is null keeps its default in the fresh struct; an unknown key is left for the reader.
  std::erase_if(root.members, [&](const JsonMember& member) {
    return member.value.kind == JsonNode::Kind::null && (known || member.key != name);
  });
  StepOptions changed;
  ParseProblems problems("method", {"method." + text});
  SceneReader reader(problems, "");
  reader.read(root, "method", changed, Rule{});
  problems.throw_if_any();
  options = changed;
}

}  // namespace conjac
