#include <map>
#include <typeindex>
#include <utility>

#include "scene/json_tree.h"
#include "scene/parse_writer.h"
#include "scene/schema.h"

namespace conjac {
namespace {

/// Collects one section per struct of the table, named after the first path it appears at.
class ReferencePage {
 public:
  std::string text;

  /// What to write in the type column; adds a section for the type where it has none yet.
  template <class T>
  std::string type_of(T& value, const Rule& rule, const std::string& path);
  template <class T>
  void section(T& value, const std::string& path, const std::string& intro);

 private:
  /// Sections of deeper structs follow the one that mentions them.
  template <class T>
  std::string link_to_section(T& value, const std::string& path, const std::string& intro);
  std::map<std::type_index, std::string> known_;
  std::string later_;
};

std::string link(const std::string& title, const std::string& words) {
  std::string anchor;  // as GitHub makes it from a heading
  for (const char c : title)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') anchor += c;
  return "[" + words + "](#" + anchor + ")";
}

class SectionWriter {
 public:
  SectionWriter(ReferencePage& page, const std::string& path) : page_(page), path_(path) {}
  std::string rows, notes, alone;

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char* help) {
    row(key, page_.type_of(member, rule, child(key)), range_cell(rule), default_of(member, rule),
        help);
  }
  template <class T>
  void itself(T&& member, const Rule& rule, const char* help) {
    alone = page_.type_of(member, rule, path_) + ". " + help;
    if (const std::string range = range_text(rule); !range.empty())
      alone += " Range: " + range + ".";
  }
  template <class Variant, class... T>
  void choice(Variant&, const Option<T>&... option) {
    const auto add = [&]<class U>(const Option<U>& one) {
      U content;
      row(one.name, page_.type_of(content, Rule{}, child(one.name)), "", "", one.help);
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
    if (rule.of_field) return "as its key";
    const std::string range = range_text(rule);
    return !range.empty() || *rule.unit == '\0' ? range : rule.unit;
  }
  template <class T>
  static std::string default_of(T& member, const Rule& rule) {
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
  void row(const std::string& key, const std::string& type, const std::string& range,
           const std::string& standard, const std::string& help) {
    rows += "| `" + key + "` | " + type + " | " + range + " | " + standard + " | " + help + " |\n";
  }

  ReferencePage& page_;
  const std::string& path_;
};

template <class T>
void ReferencePage::section(T& value, const std::string& path, const std::string& intro) {
  const std::string outer = std::exchange(later_, "");
  SectionWriter writer(*this, path);
  describe(writer, value);
  text += "\n## " + (path.empty() ? "Scene" : "`" + path + "`") + "\n\n" + intro;
  if (!writer.alone.empty())
    text += writer.alone + "\n";
  else
    text +=
        "| key | value | range, unit | default | meaning |\n|---|---|---|---|---|\n" + writer.rows;
  if (!writer.notes.empty()) text += "\n" + writer.notes;
  text += later_;
  later_ = outer;
}

template <class T>
std::string ReferencePage::link_to_section(T& value, const std::string& path,
                                           const std::string& intro) {
  const auto [known, fresh] = known_.try_emplace(typeid(T), path);
  if (fresh) {
    const std::string before = std::exchange(text, "");
    section(value, path, intro);
    later_ += std::exchange(text, before);
  }
  return link(known->second, "`" + known->second + "`");
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
                       std::is_same_v<T, LawName>) {
    std::string all;
    for (const std::string& name : names(value))
      all += (all.empty() ? "`\"" : ", `\"") + name + "\"`";
    return all;
  } else if constexpr (std::is_same_v<T, Selection>) {
    return "[selection](#selections)";
  } else if constexpr (std::is_same_v<T, NamedSelections>) {
    SelectShape shape;
    const std::string intro =
        "An object of names, each with a selection. A selection is `\"all\"`, a name given here, "
        "an\n"
        "object with one of the keys below, or an array of these, which selects what any of them\n"
        "selects.\n\n";
    link_to_section(shape, path, intro);
    return "names with a " + link(path, "selection");
  } else if constexpr (std::is_same_v<T, ScalarField>) {
    return "number or " +
           link_to_section(
               value, path,
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
    return link_to_section(value, path, "");
  }
}

}  // namespace

std::string scene_reference() {
  ReferencePage page;
  page.text =
      "# Scene files\n\n"
      "<!-- Made from src/scene/fields.h; see CONTRIBUTING.md. Edits here are lost. -->\n\n"
      "A scene is a strict JSON file: no comments, no trailing commas, no keys but those below. "
      "Any\n"
      "object may have the key `\"//\"` with a text, which is ignored. Numbers are SI; Y is up;\n"
      "positions are those of the undeformed body. In 2D the third coordinate is ignored. Paths "
      "of\n"
      "files are relative to the scene file. On the command line `--set time.step=0.002` or\n"
      "`--set materials[0].laws[0].young=2e4` changes a value before the scene is read.\n";
  SceneSpec scene;
  page.section(scene, "", "");
  return page.text;
}

}  // namespace conjac
