#include "scenefile/parse_reader.h"

#include <algorithm>
#include <filesystem>

#include "core/time_function.h"

namespace conjac {

using Kind = JsonNode::Kind;

// Selections may name selections; these keep a hostile file from filling stack and memory.
constexpr int kDeepestName = 50;
constexpr size_t kMostShapes = 10000;
// Products of a few such numbers are no infinity; what lies beyond is a slip, or meant to break something.
constexpr double kLargestNumber = 1e30;

// ---- single values ----------------------------------------------------------------------------

bool SceneReader::expect(const JsonNode& node, Kind kind, const std::string& path,
                         const std::string& wanted) {
  if (node.kind == kind) return true;
  problem(node.place, path, "must be " + wanted + ", but is " + json_summary(node));
  return false;
}

bool SceneReader::number(const JsonNode& node, const std::string& path, const Rule& rule,
                         bool whole) {
  const std::string unit = *rule.unit ? std::string(" in ") + rule.unit : "";
  if (!expect(node, Kind::number, path, (whole ? "a whole number" : "a number") + unit))
    return false;
  if (whole && node.number != std::floor(node.number)) {
    problem(node.place, path, "must be a whole number, but is " + json_number(node.number));
    return false;
  }
  if (rule.allows(node.number)) return true;
  problem(node.place, path,
          json_number(node.number) + " is out of range; must be " + range_text(rule) + unit);
  return false;
}

void SceneReader::read(const JsonNode& node, const std::string& path, double& value,
                       const Rule& rule) {
  // What is wrong anyway is said by its own rule.
  Rule fits = rule;
  if (rule.allows(node.number)) fits.min = -kLargestNumber, fits.max = kLargestNumber;
  if (number(node, path, fits, false)) value = node.number;
}

void SceneReader::read(const JsonNode& node, const std::string& path, int& value,
                       const Rule& rule) {
  Rule fits = rule;
  fits.min = std::max(fits.min, -2147483648.0);
  fits.max = std::min(fits.max, 2147483647.0);
  if (number(node, path, fits, true)) value = static_cast<int>(node.number);
}

void SceneReader::read(const JsonNode& node, const std::string& path, unsigned& value,
                       const Rule& rule) {
  Rule fits = rule;
  fits.min = std::max(fits.min, 0.0);
  fits.max = std::min(fits.max, 4294967295.0);
  if (number(node, path, fits, true)) value = static_cast<unsigned>(node.number);
}

void SceneReader::read(const JsonNode& node, const std::string& path, bool& value, const Rule&) {
  if (expect(node, Kind::boolean, path, "true or false")) value = node.boolean;
}

void SceneReader::read(const JsonNode& node, const std::string& path, std::string& value,
                       const Rule& rule) {
  if (!expect(node, Kind::text, path, "text in double quotes")) return;
  if (rule.not_empty && node.text.empty()) return problem(node.place, path, "must not be empty");
  value = node.text;
}

int SceneReader::one_of(const JsonNode& node, const std::string& path, const Names& allowed,
                        const OtherNames& other) {
  if (!expect(node, Kind::text, path, "one of " + joined(allowed) + " in double quotes")) return -1;
  for (size_t i = 0; i < allowed.size(); ++i)
    if (node.text == allowed[i]) return static_cast<int>(i);
  for (const auto& [name, means] : other)
    if (node.text == name)
      return static_cast<int>(std::find(allowed.begin(), allowed.end(), means) - allowed.begin());
  problem(node.place, path,
          "unknown value " + json_quoted(node.text) + "; " + did_you_mean(node.text, allowed) +
              "must be one of " + joined(allowed));
  return -1;
}

void SceneReader::read(const JsonNode& node, const std::string& path, AxisName& value,
                       const Rule&) {
  if (const int found = one_of(node, path, names(value)); found >= 0) value.value = found;
}

void SceneReader::read(const JsonNode& node, const std::string& path, LawName& value, const Rule&) {
  if (one_of(node, path, names(value)) >= 0) value.value = node.text;
}

void SceneReader::read(const JsonNode& node, const std::string& path, PresetName& value,
                       const Rule&) {
  if (one_of(node, path, names(value)) >= 0) value.value = node.text;
}

void SceneReader::read(const JsonNode& node, const std::string& path, FileName& value,
                       const Rule& rule) {
  std::string given;
  const size_t before = problems_.count();
  read(node, path, given, rule);
  if (problems_.count() != before) return;
  if (given.empty()) {  // a file that need not be
    value.value.clear();
    return;
  }
  if (value.data != nullptr && given.starts_with(value.data)) {
    value.value = given;
    return;
  }
  std::error_code failed;  // paths come from outside: never throw on them
  const std::filesystem::path full =
      std::filesystem::absolute(std::filesystem::path(base_folder_) / given, failed)
          .lexically_normal();
  if (failed || !std::filesystem::is_regular_file(full, failed))
    return problem(node.place, path,
                   "there is no file " + json_quoted(given) + "; looked for " + full.string() +
                       " (paths are relative to the scene file)");
  value.value = full.string();
}

void SceneReader::read(const JsonNode& node, const std::string& path, ScalarField& value,
                       const Rule& rule) {
  if (node.kind == Kind::number) {
    double constant = 0;
    const size_t before = problems_.count();
    read(node, path, constant, rule);
    if (problems_.count() == before) value = constant;
    return;
  }
  if (!expect(node, Kind::object, path, "a number, {\"layers\": {...}} or {\"gradient\": {...}}"))
    return;
  const Rule outer = field_rule_;
  field_rule_ = rule;
  read<ScalarField>(node, path, value, rule);
  field_rule_ = outer;
}

void SceneReader::read(const JsonNode& node, const std::string& path, TimeCurve& value,
                       const Rule&) {
  TimeCurve curve;
  const size_t before = problems_.count();
  if (node.kind == Kind::array)
    read(node, path, curve.table, Rule{.not_empty = true});
  else if (expect(node, Kind::text, path,
                  "an expression of t in double quotes, or a table [[time, value], ...]"))
    read(node, path, curve.expression, Rule{.not_empty = true});
  if (problems_.count() != before) return;
  if (const std::string mistake = curve_mistake(curve); !mistake.empty())
    return problem(node.place, path, mistake);
  value = std::move(curve);
}

// ---- selections -------------------------------------------------------------------------------

namespace {

/// Shapes of a selection and of all inside of it.
size_t shape_count(const Selection& selection) {
  size_t count = 0;
  for (const SelectShape& shape : selection.shapes) {
    ++count;
    if (const auto* all = std::get_if<SelectAllOf>(&shape))
      for (const Selection& inner : all->of) count += shape_count(inner);
    if (const auto* none = std::get_if<SelectNot>(&shape))
      for (const Selection& inner : none->of) count += shape_count(inner);
  }
  return count;
}

}  // namespace

void SceneReader::read(const JsonNode& node, const std::string& path, Selection& value,
                       const Rule&) {
  Selection selection;
  if (node.kind == Kind::array) {
    if (node.items.empty()) problem(node.place, path, "must not be empty; use \"all\" for all");
    for (size_t i = 0; i < node.items.size(); ++i)
      add_shapes(node.items[i], entry(path, i), selection);
  } else {
    add_shapes(node, path, selection);
  }
  if (shape_count(selection) > kMostShapes)
    return problem(node.place, path, "this selection grows beyond 10000 shapes");
  // What a name stands for is looked at where it was written, not where it is used.
  if (selection.origin.empty() || node.kind == Kind::array)
    selection.origin = problems_.where(node.place, path);
  value = std::move(selection);
}

void SceneReader::add_shapes(const JsonNode& node, const std::string& path, Selection& into) {
  if (node.kind == Kind::object) {
    SelectShape shape;
    read(node, path, shape, Rule{});
    into.shapes.push_back(std::move(shape));
  } else if (node.kind == Kind::text && node.text == "all") {
    into.shapes.push_back(SelectAll{});
  } else if (expect(node, Kind::text, path,
                    "\"all\", the name of a selection, a shape such as {\"box\": {...}}, or an "
                    "array of these")) {
    if (const Selection* found = named(node, path)) {
      if (into.shapes.size() + found->shapes.size() > kMostShapes)
        return problem(node.place, path, "this selection grows beyond 10000 shapes");
      into.shapes.insert(into.shapes.end(), found->shapes.begin(), found->shapes.end());
      into.origin = found->origin;
    }
  }
}

const Selection* SceneReader::named(const JsonNode& node, const std::string& path) {
  const std::string& name = node.text;
  const JsonMember* source = selections_ && name != "//" ? selections_->find(name) : nullptr;
  if (!source) {
    Names known{"all"};
    if (selections_)
      for (const JsonMember& member : selections_->members)
        if (member.key != "//") known.push_back(member.key);
    problem(node.place, path,
            "unknown selection " + json_quoted(name) + "; " + did_you_mean(name, known) +
                "Known are " + joined(known) + "; define others under `selections`");
    return nullptr;
  }
  const auto [slot, fresh] = named_.try_emplace(name);
  if (fresh && name_depth_ < kDeepestName) {
    ++name_depth_;
    Selection selection;
    read(source->value, "selections." + name, selection, Rule{});
    slot->second = std::move(selection);
    --name_depth_;
  }
  if (slot->second) return &*slot->second;
  problem(node.place, path,
          "the selection " + json_quoted(name) + " uses itself, or too many others");
  return nullptr;
}

void SceneReader::read(const JsonNode& node, const std::string& path, NamedSelections&,
                       const Rule&) {
  if (!expect(node, Kind::object, path, "an object of selections")) return;
  selections_ = &node;
  for (const JsonMember& member : node.members) {
    if (member.key == "//") continue;
    if (member.key == "all") {
      problem(member.place, path + ".all", "this name always means everything; choose another");
      continue;
    }
    // As if it were used, so that mistakes in unused ones show too.
    JsonNode use;
    use.text = member.key;
    use.place = member.place;
    named(use, path + "." + member.key);
  }
}

// ---- objects ----------------------------------------------------------------------------------

bool ObjectReader::is_object() {
  if (node_.kind == Kind::object) return true;
  if (!reported_) {
    reported_ = true;
    reader_.expect(node_, Kind::object, path_, "an object in braces");
  }
  return false;
}

void ObjectReader::report_both(const JsonMember& first, const JsonMember& second,
                               const Names& all) {
  const bool first_is_newer = first.place.source > second.place.source;
  const JsonMember& newer = first_is_newer ? first : second;
  const JsonMember& older = first_is_newer ? second : first;
  std::string text = "both `" + first.key + "` and `" + second.key + "` are given; ";
  if (older.place.source == 0 && newer.place.source > 0)
    text = "has `" + older.key + "` in the scene file and cannot have `" + newer.key + "` too; " +
           (path_.ends_with(']') ? "name another entry, or " : "") +
           "replace it as a whole: " + path_ + "={\"" + newer.key + "\": ...}";
  else
    text += "keep one of " + joined(all);
  reader_.problem(newer.place, path_, text);
}

void ObjectReader::check(bool holds, const char* key, const char* text) {
  // After another mistake in this object the condition means nothing.
  if (holds || reader_.problems().count() != problems_before_ || !missing_.empty()) return;
  const JsonMember* found = node_.find(key);
  reader_.problem(found ? found->value.place : node_.place, child(key), text);
}

void ObjectReader::only_if(bool applies, const Names& keys, const char* when) {
  if (applies || reader_.problems().count() != problems_before_ || !missing_.empty()) return;
  for (const std::string& key : keys)
    if (const JsonMember* found = node_.find(key))
      reader_.problem(found->place, child(key),
                      std::string("has a meaning for ") + when + " only; remove it");
}

void ObjectReader::finish() {
  if (itself_ || node_.kind != Kind::object) return;
  Names meant;  // keys that a misspelt one probably stands for are not reported as missing
  for (const JsonMember& member : node_.members) {
    if (member.key == "//") {
      reader_.expect(member.value, Kind::text, child("//"), "text in double quotes");
      continue;
    }
    if (std::find(keys_.begin(), keys_.end(), member.key) != keys_.end()) continue;
    meant.push_back(nearest_name(member.key, keys_));
    reader_.problem(member.place, child(member.key),
                    "unknown key " + json_quoted(member.key) + "; " +
                        did_you_mean(member.key, keys_) + "Allowed here are " + joined(keys_));
  }
  for (const std::string& key : missing_)
    if (std::find(meant.begin(), meant.end(), key) == meant.end())
      reader_.problem(node_.place, child(key), "this key is missing; add it");
  if (!choice_missing_.empty() && meant.empty())
    reader_.problem(node_.place, path_, "needs one of the keys " + joined(choice_missing_));
}

}  // namespace conjac
