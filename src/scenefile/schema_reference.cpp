#include <map>
#include <typeindex>
#include <utility>

#include "scenefile/json_tree.h"
#include "scenefile/parse_writer.h"
#include "scenefile/reference_examples.h"
#include "scenefile/schema.h"

namespace conjac {
namespace {

/// Collects one section per struct of the table, named after the first path it appears at.
class ReferencePage {
 public:
  std::string sections;

  /// What to write in the value column; adds a section for a struct that has none yet.
  template <class T>
  std::string type_of(T& value, const Rule& rule, const std::string& path);
  template <class T>
  std::string struct_link(T& value, const std::string& path, const std::string& intro);

 private:
  std::map<std::type_index, std::string> known_;
};

std::string link(const std::string& title, const std::string& words) {
  std::string anchor;  // as GitHub makes it from a heading
  for (const char c : title)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') anchor += c;
  return "[" + words + "](#" + anchor + ")";
}

std::string example_of(const std::string& section) {
  for (const ReferenceExample& one : kReferenceExamples)
    if (one.section == section) return "\n```json\n" + std::string(one.text) + "\n```\n";
  return "";
}

class SectionWriter {
 public:
  SectionWriter(ReferencePage& page, const std::string& path) : page_(page), path_(path) {}
  std::string rows, notes, alone;

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char* help) {
    row(key, page_.type_of(member, rule, child(key)), rule.unit, range_cell(rule),
        default_of(member, rule), help);
  }
  template <class T>
  void itself(T&& member, const Rule& rule, const char* help) {
    alone = page_.type_of(member, rule, path_);
    if (const std::string range = range_text(rule); !range.empty()) alone += ", " + range;
    alone += "; " + std::string(help);
  }
  template <class Variant, class... T>
  void choice(Variant&, const Option<T>&... option) {
    const auto add = [&]<class U>(const Option<U>& one) {
      U content;
      row(one.name, page_.type_of(content, Rule{}, child(one.name)), "", "", "", one.help);
    };
    (add(option), ...);
    notes += "- Exactly one of the keys " + code({option.name...}) + " is given.\n";
  }
  void check(bool, const char* key, const char* sentence) {
    notes += "- `" + std::string(key) + "` " + sentence + ".\n";
  }
  void only_if(bool, const Names& keys, const char* when) {
    notes += "- " + code(keys) + " are for " + when + " only.\n";
  }

 private:
  static std::string code(const Names& keys) {
    std::string text;
    for (size_t i = 0; i < keys.size(); ++i)
      text += (i == 0 ? "`" : i + 1 == keys.size() ? " and `" : ", `") + keys[i] + "`";
    return text;
  }
  static std::string range_cell(const Rule& rule) {
    return rule.of_field ? "as its key" : range_text(rule);
  }
  template <class T>
  static std::string default_of(T& member, const Rule& rule) {
    if (rule.otherwise) return "this or `" + std::string(rule.otherwise) + "`";
    if (rule.required) return "**required**";
    if constexpr (std::is_same_v<T, NamedSelections>) {
      return "none";
    } else {
      const Json value = to_json_value(member);
      if (value.is_null()) return "unset";
      return value.is_object() || value == Json::array() || value == Json("")
                 ? ""
                 : "`" + value.dump() + "`";
    }
  }
  std::string child(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }
  void row(const std::string& key, const std::string& type, const std::string& unit,
           const std::string& range, const std::string& standard, const std::string& help) {
    rows += "| `" + key + "`";
    for (const std::string& cell : {type, unit, range, standard, help}) rows += " | " + cell;
    rows += " |\n";
  }

  ReferencePage& page_;
  const std::string& path_;
};

template <class T>
std::string ReferencePage::struct_link(T& value, const std::string& path,
                                       const std::string& intro) {
  if (const auto known = known_.find(typeid(T)); known != known_.end())
    return link(known->second, "`" + known->second + "`");
  // Sections of the structs inside are to follow this one.
  const std::string before = std::exchange(sections, "");
  SectionWriter writer(*this, path);
  describe(writer, value);
  const std::string inner = std::exchange(sections, before);
  if (!writer.alone.empty()) return writer.alone;
  known_[typeid(T)] = path;
  sections += "\n## " + (path.empty() ? "Scene" : "`" + path + "`") + "\n\n" + intro +
              "| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|\n" +
              writer.rows + (writer.notes.empty() ? "" : "\n" + writer.notes) + example_of(path) +
              inner;
  return link(path, "`" + path + "`");
}

template <class T>
std::string ReferencePage::type_of(T& value, const Rule& rule, const std::string& path) {
  if constexpr (std::is_same_v<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return std::is_integral_v<T> ? "whole number" : "number";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "text";
  } else if constexpr (std::is_same_v<T, FileName>) {
    return "path of a file";
  } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, AxisName> ||
                       std::is_same_v<T, LawName> || std::is_same_v<T, PresetName>) {
    std::string all;
    for (const std::string& name : names(value))
      all += (all.empty() ? "`\"" : ", `\"") + name + "\"`";
    if constexpr (std::is_enum_v<T>)
      for (const auto& other : other_names(T{})) all += ", `\"" + other.first + "\"`";
    return all;
  } else if constexpr (std::is_same_v<T, TimeCurve>) {
    return "expression of t, or table `[[time, value], ...]`; [curves](scene-language.md#curves)";
  } else if constexpr (std::is_same_v<T, Selection>) {
    return "[selection](#selections)";
  } else if constexpr (std::is_same_v<T, NamedSelections>) {
    SelectShape shape;
    const std::string intro =
        "An object of names, each with a selection. A selection is `\"all\"`, a name given here, "
        "an\n"
        "object with one of the keys below, or an array of these, which selects what any of them\n"
        "selects.\n\n";
    struct_link(shape, path, intro);
    return "names with a " + link(path, "selection");
  } else if constexpr (std::is_same_v<T, ScalarField>) {
    return "number or " +
           struct_link(value, path,
                       "A number, or an object that gives one at every place (at the centroid of\n"
                       "each element). All keys that say so take these, not only this one.\n\n");
  } else if constexpr (kIsOptional<T>) {
    typename T::value_type inner{};
    return type_of(inner, rule, path);
  } else if constexpr (kIsList<T>) {
    typename T::value_type item{};
    if constexpr (requires { std::tuple_size<T>::value; })
      return std::to_string(std::tuple_size_v<T>) + " " + type_of(item, rule, path) + "s";
    else
      return "array of " + type_of(item, rule, path + "[]") +
             (std::is_arithmetic_v<typename T::value_type> ? "s" : "");
  } else {
    return struct_link(value, path, "");
  }
}

}  // namespace

std::string scene_reference() {
  ReferencePage page;
  SceneSpec scene;
  page.struct_link(scene, "", "");
  return "# Scene files\n\n"
         "<!-- Made from src/scenefile/fields.h; edits here are lost. To refresh: "
         "CONJAC_REFRESH_DOCS=1 and\n"
         "     run test_scenefile. -->\n\n"
         "A scene is a strict JSON file: no comments, no trailing commas, no keys but those below. "
         "Any\n"
         "object may have the key `\"//\"` with a text, which is ignored. Numbers are SI; Y is "
         "up;\n"
         "positions are those of the undeformed body. In 2D the third coordinate is ignored. Paths "
         "of\n"
         "files are relative to the scene file. On the command line `--set time.step=0.002` or\n"
         "`--set materials[0].laws[0].young=2e4` changes a value before the scene is read.\n" +
         page.sections;
}

}  // namespace conjac
