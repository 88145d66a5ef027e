#include <map>
#include <typeindex>
#include <utility>

#include "scenefile/field_tree.h"
#include "scenefile/json_tree.h"
#include "scenefile/reference_examples.h"
#include "scenefile/schema.h"

namespace conjac {
namespace {

/// Collects one section per struct of the table, named after the first path it appears at.
class ReferencePage {
 public:
  std::string sections;

  /// What to write in the value column; adds a section for a struct that has none yet.
  std::string type_of(const FieldTree& tree, const Rule& rule, const std::string& path);
  std::string struct_link(const FieldTree& tree, const std::string& path, const std::string& intro);

 private:
  std::string list_of(const FieldTree& tree, const Rule& rule, const std::string& path);
  std::string selections(const std::string& path);
  std::string row(const FieldRow& row, const std::string& path);

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

std::string names_of(const FieldTree& tree) {
  std::string all;
  for (const std::string& name : tree.names) all += (all.empty() ? "`\"" : ", `\"") + name + "\"`";
  for (const std::string& other : tree.other_names) all += ", `\"" + other + "\"`";
  return all;
}

std::string default_of(const FieldRow& row) {
  if (row.option) return "";
  if (row.rule.otherwise) return "this or `" + std::string(row.rule.otherwise) + "`";
  if (row.rule.required) return "**required**";
  if (row.value.kind == FieldTree::Kind::selections) return "none";
  if (row.standard.is_null()) return "unset";
  const bool empty = row.standard == Json::array() || row.standard == Json("");
  return row.standard.is_object() || empty ? "" : "`" + row.standard.dump() + "`";
}

std::string ReferencePage::row(const FieldRow& row, const std::string& path) {
  const std::string type =
      type_of(row.value, row.rule, path.empty() ? row.key : path + "." + row.key);
  const std::string range = row.rule.of_field ? "as its key" : range_text(row.rule);
  std::string text = "| `" + row.key + "`";
  for (const std::string& cell :
       {type, std::string(row.rule.unit), range, default_of(row), row.help})
    text += " | " + cell;
  return text + " |\n";
}

std::string ReferencePage::struct_link(const FieldTree& tree, const std::string& path,
                                       const std::string& intro) {
  if (const auto known = known_.find(tree.type); known != known_.end())
    return link(known->second, "`" + known->second + "`");
  // Sections of the structs inside are to follow this one.
  const std::string before = std::exchange(sections, "");
  std::string rows, notes, alone;
  for (const FieldRow& one : tree.rows) {
    if (!one.key.empty()) {
      rows += row(one, path);
      continue;
    }
    const std::string range = range_text(one.rule);
    alone =
        type_of(one.value, one.rule, path) + (range.empty() ? "" : ", " + range) + "; " + one.help;
  }
  for (const std::string& note : tree.notes) notes += "- " + note + "\n";
  const std::string inner = std::exchange(sections, before);
  if (!alone.empty()) return alone;
  known_[tree.type] = path;
  sections += "\n## " + (path.empty() ? "Scene" : "`" + path + "`") + "\n\n" + intro +
              "| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|\n" +
              rows + (notes.empty() ? "" : "\n" + notes) + example_of(path) + inner;
  return link(path, "`" + path + "`");
}

std::string ReferencePage::selections(const std::string& path) {
  const std::string intro =
      "An object of names, each with a selection. A selection is `\"all\"`, a name given here, "
      "an\n"
      "object with one of the keys below, or an array of these, which selects what any of them\n"
      "selects.\n\n";
  struct_link(select_shape_tree(), path, intro);
  return "names with a " + link(path, "selection");
}

std::string ReferencePage::list_of(const FieldTree& tree, const Rule& rule,
                                   const std::string& path) {
  const FieldTree& item = tree.inner[0];
  if (tree.count > 0) return std::to_string(tree.count) + " " + type_of(item, rule, path) + "s";
  const bool plural = item.kind == FieldTree::Kind::toggle || item.kind == FieldTree::Kind::whole ||
                      item.kind == FieldTree::Kind::number;
  return "array of " + type_of(item, rule, path + "[]") + (plural ? "s" : "");
}

std::string ReferencePage::type_of(const FieldTree& tree, const Rule& rule,
                                   const std::string& path) {
  switch (tree.kind) {
    case FieldTree::Kind::toggle:
      return "true or false";
    case FieldTree::Kind::whole:
      return "whole number";
    case FieldTree::Kind::number:
      return "number";
    case FieldTree::Kind::text:
      return "text";
    case FieldTree::Kind::file:
      return "path of a file";
    case FieldTree::Kind::name:
      return names_of(tree);
    case FieldTree::Kind::curve:
      return "expression of t, or table `[[time, value], ...]`; [curves](scene-language.md#curves)";
    case FieldTree::Kind::selection:
      return "[selection](#selections)";
    case FieldTree::Kind::selections:
      return selections(path);
    case FieldTree::Kind::by_place:
      return "number or " +
             struct_link(
                 tree, path,
                 "A number, or an object that gives one at every place (at the centroid of\n"
                 "each element). All keys that say so take these, not only this one.\n\n");
    case FieldTree::Kind::list:
      return list_of(tree, rule, path);
    case FieldTree::Kind::object:
      break;
  }
  return struct_link(tree, path, "");
}

}  // namespace

std::string scene_reference() {
  ReferencePage page;
  page.struct_link(scene_tree(), "", "");
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
