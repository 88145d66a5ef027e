#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "scenefile/fields.h"
#include "scenefile/json_tree.h"
#include "scenefile/parse_problems.h"

namespace conjac {

/// Reads values of a JSON tree into members, noting problems instead of stopping at the first.
/// A value with a problem leaves its member as it was.
class SceneReader {
 public:
  SceneReader(ParseProblems& problems, std::string base_folder)
      : problems_(problems), base_folder_(std::move(base_folder)) {}

  void read(const JsonNode& node, const std::string& path, double& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, int& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, unsigned& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, bool& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, std::string& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, AxisName& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, FileName& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, LawName& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, PresetName& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, Selection& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, NamedSelections&, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, ScalarField& value, const Rule& rule);
  void read(const JsonNode& node, const std::string& path, TimeCurve& value, const Rule& rule);

  template <class T>
  void read(const JsonNode& node, const std::string& path, std::optional<T>& value,
            const Rule& rule) {
    T inner{};
    const size_t before = problems_.count();
    read(node, path, inner, rule);
    if (problems_.count() == before) value = inner;
  }
  template <class T, size_t N>
  void read(const JsonNode& node, const std::string& path, std::array<T, N>& value,
            const Rule& rule) {
    if (!expect(node, JsonNode::Kind::array, path, "an array of " + std::to_string(N) + " numbers"))
      return;
    if (node.items.size() != N)
      return problem(node.place, path,
                     "must have " + std::to_string(N) + " numbers, but has " +
                         std::to_string(node.items.size()));
    for (size_t i = 0; i < N; ++i) read(node.items[i], entry(path, i), value[i], rule);
  }
  template <class T>
  void read(const JsonNode& node, const std::string& path, std::vector<T>& value,
            const Rule& rule) {
    if (!expect(node, JsonNode::Kind::array, path, "an array")) return;
    if (rule.not_empty && node.items.empty())
      return problem(node.place, path, "must not be empty; add at least one entry");
    value.assign(node.items.size(), T{});
    for (size_t i = 0; i < value.size(); ++i) read(node.items[i], entry(path, i), value[i], rule);
  }
  template <class T>
  requires std::is_enum_v<T>
  void read(const JsonNode& node, const std::string& path, T& value, const Rule&) {
    const int found = one_of(node, path, names(T{}), other_names(T{}));
    if (found >= 0) value = static_cast<T>(found);
  }
  /// A struct or variant of the table.
  template <class T>
  void read(const JsonNode& node, const std::string& path, T& value, const Rule& rule);

  ParseProblems& problems() { return problems_; }
  void problem(const JsonPlace& place, const std::string& path, const std::string& cause) {
    problems_.add(place, path, cause);
  }
  bool expect(const JsonNode& node, JsonNode::Kind kind, const std::string& path,
              const std::string& wanted);
  /// The range for numbers inside a field (Rule::of_field) is that of the key it stands for.
  const Rule& field_rule() const { return field_rule_; }
  static std::string entry(const std::string& path, size_t i) {
    return path + "[" + std::to_string(i) + "]";
  }

 private:
  bool number(const JsonNode& node, const std::string& path, const Rule& rule, bool whole);
  int one_of(const JsonNode& node, const std::string& path, const Names& allowed,
             const OtherNames& other = {});
  void add_shapes(const JsonNode& node, const std::string& path, Selection& into);
  const Selection* named(const JsonNode& node, const std::string& path);

  ParseProblems& problems_;
  std::string base_folder_;
  Rule field_rule_;
  const JsonNode* selections_ = nullptr;
  /// Read when first used, so the order in the file is free; empty while being read.
  std::map<std::string, std::optional<Selection>> named_;
  int name_depth_ = 0;
};

/// The visitor of the table for one JSON object (or, for `itself`, any value).
class ObjectReader {
 public:
  ObjectReader(SceneReader& reader, const JsonNode& node, const std::string& path)
      : reader_(reader), node_(node), path_(path), problems_before_(reader.problems().count()) {}

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char*) {
    keys_.push_back(key);
    if (!is_object()) return;
    const JsonMember* other = rule.otherwise ? node_.find(rule.otherwise) : nullptr;
    if (const JsonMember* found = node_.find(key); found && other && found < other)
      reader_.problem(
          other->place, path_,
          std::string("both `") + key + "` and `" + rule.otherwise + "` are given; keep one");
    else if (found)
      reader_.read(found->value, child(key), member, rule.of_field ? reader_.field_rule() : rule);
    else if (rule.otherwise && !other && !alternative_missing_)
      alternative_missing_ = true, missing_.push_back(key);
    else if (rule.required)
      missing_.push_back(key);
  }

  template <class T>
  void itself(T&& member, const Rule& rule, const char*) {
    itself_ = true;
    reader_.read(node_, path_, member, rule);
  }

  template <class Variant, class... T>
  void choice(Variant& value, const Option<T>&... option) {
    const Names all{option.name...};
    keys_.insert(keys_.end(), all.begin(), all.end());
    if (!is_object()) return;
    std::vector<const JsonMember*> given;
    for (const std::string& name : all)
      if (const JsonMember* found = node_.find(name)) given.push_back(found);
    if (given.empty()) choice_missing_ = all;
    if (given.size() > 1) report_both(*given[0], *given[1], all);
    if (given.size() == 1) (read_option(*given[0], value, option), ...);
  }

  void check(bool holds, const char* key, const char* text);
  void only_if(bool applies, const Names& keys, const char* when);
  /// Reports what is missing and what is not known.
  void finish();

 private:
  void report_both(const JsonMember& first, const JsonMember& second, const Names& all);
  template <class Variant, class T>
  void read_option(const JsonMember& given, Variant& value, const Option<T>& option) {
    if (given.key != option.name) return;
    T content;
    reader_.read(given.value, child(option.name), content, Rule{});
    value = std::move(content);
  }
  std::string child(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }
  /// Asked by the first key: anything but an object is reported, once.
  bool is_object();

  SceneReader& reader_;
  const JsonNode& node_;
  const std::string& path_;
  size_t problems_before_;
  bool itself_ = false, reported_ = false, alternative_missing_ = false;
  Names keys_, missing_, choice_missing_;
};

template <class T>
void SceneReader::read(const JsonNode& node, const std::string& path, T& value, const Rule&) {
  ObjectReader object(*this, node, path);
  describe(object, value);
  object.finish();
}

}  // namespace conjac
