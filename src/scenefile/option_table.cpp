#include "scenefile/option_table.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "conjac/method_in_effect.h"
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
  void check(bool, const char*, const char*) {}
};

/// The visitor of the table that copies its rows.
struct RowWriter {
  std::vector<OptionField> rows;

  template <class T>
  void operator()(const char* key, T& member, const Rule& rule, const char* help) {
    OptionField& row = rows.emplace_back();
    row.name = key;
    row.kind = kind_of<T>();
    row.label = *rule.control.label ? rule.control.label : label_of(key);
    row.help = help;
    row.unit = rule.unit;
    row.standard = to_json_value(member).dump();
    row.often = *rule.control.label != 0;
    if constexpr (kIsOptional<T>)
      add_choices<typename T::value_type>(row);
    else
      add_choices<T>(row);
    if (row.kind != OptionField::Kind::whole && row.kind != OptionField::Kind::number) return;
    row.min = rule.min;
    row.max = rule.max;
    row.open_min = rule.open_min;
    row.open_max = rule.open_max;
    const Control& control = rule.control;
    const bool bounded = std::isfinite(rule.min) && std::isfinite(rule.max);
    row.slider_min = control.max > control.min || !bounded ? control.min : rule.min;
    row.slider_max = control.max > control.min || !bounded ? control.max : rule.max;
    row.by_factors = control.by_factors;
  }

  void check(bool, const char*, const char*) {}

 private:
  template <class T>
  static void add_choices(OptionField& row) {
    if constexpr (std::is_enum_v<T>) {
      const Names all = names(T{}), shown = labels(T{});
      for (std::size_t i = 0; i < all.size(); ++i) row.choices.push_back({all[i], shown[i]});
    }
  }
  template <class T>
  static OptionField::Kind kind_of() {
    if constexpr (kIsOptional<T>) return kind_of<typename T::value_type>();
    if constexpr (std::is_enum_v<T>) return OptionField::Kind::choice;
    if constexpr (std::is_same_v<T, bool>) return OptionField::Kind::toggle;
    return std::is_integral_v<T> ? OptionField::Kind::whole : OptionField::Kind::number;
  }
  /// `guard_levels` is for files, "Guard levels" for people.
  static std::string label_of(std::string key) {
    std::replace(key.begin(), key.end(), '_', ' ');
    key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[0])));
    return key;
  }
};

}  // namespace

std::vector<OptionField> option_rows() {
  StepOptions fresh;
  RowWriter writer;
  describe(writer, fresh);
  return writer.rows;
}

std::string rows_to_json(std::span<const OptionField> rows) {
  static constexpr const char* kKinds[] = {"choice", "switch", "whole", "number"};
  Json all = Json::array();
  for (const OptionField& row : rows) {
    Json& json = all.emplace_back(Json{{"name", row.name},
                                       {"kind", kKinds[static_cast<int>(row.kind)]},
                                       {"label", row.label},
                                       {"help", row.help},
                                       {"unit", row.unit},
                                       {"default", Json::parse(row.standard)},
                                       {"often", row.often},
                                       {"restarts", row.restarts}});
    for (const OptionField::Choice& choice : row.choices)
      json["choices"].push_back({{"name", choice.name}, {"label", choice.label}});
    if (std::isfinite(row.min)) json[row.open_min ? "above" : "min"] = row.min;
    if (std::isfinite(row.max)) json[row.open_max ? "below" : "max"] = row.max;
    if (row.slider_max > row.slider_min)
      json["slider"] = {
          {"min", row.slider_min}, {"max", row.slider_max}, {"by_factors", row.by_factors}};
  }
  return all.dump();
}

std::vector<std::pair<std::string, std::string>> option_texts(const SceneSpec& scene) {
  SceneSpec whole = scene;
  whole.method = method_in_effect(scene);
  const auto json = nlohmann::ordered_json::parse(scene_to_json(whole));
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
