#pragma once

#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conjac/scene_spec.h"

namespace conjac {

/// How a person sets a value by hand while a scene runs.
struct Control {
  const char* label = "";   // empty: made from the key, and folded away
  double min = 0, max = 0;  // of the slider; both 0: the range, where that is bounded
  bool by_factors = false;
};

/// What a value must fulfil, besides its type: range, unit, presence.
struct Rule {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double min = -kInfinity, max = kInfinity;
  bool open_min = false, open_max = false;  // the bound itself is excluded
  const char* unit = "";
  bool required = false;
  bool not_empty = false;  // arrays and text
  /// The range of the key the field stands for (`young`, `density`...), for numbers inside it.
  bool of_field = false;
  /// Either this key or the one named here is given, not both.
  const char* otherwise = nullptr;
  Control control{};

  constexpr Rule needed() const {
    Rule rule = *this;
    rule.required = true;
    return rule;
  }
  constexpr Rule filled() const {
    Rule rule = *this;
    rule.not_empty = true;
    return rule;
  }
  constexpr Rule or_else(const char* other_key) const {
    Rule rule = *this;
    rule.otherwise = other_key;
    return rule;
  }
  constexpr Rule shown(const char* label) const {
    Rule rule = *this;
    rule.control.label = label;
    return rule;
  }
  constexpr Rule slider(double low, double high) const {
    Rule rule = *this;
    rule.control.min = low;
    rule.control.max = high;
    return rule;
  }
  constexpr Rule factors(double low, double high) const {
    Rule rule = slider(low, high);
    rule.control.by_factors = true;
    return rule;
  }
  bool allows(double value) const {
    return (open_min ? value > min : value >= min) && (open_max ? value < max : value <= max);
  }
};

constexpr Rule anything(const char* unit = "") {
  return {.unit = unit};
}
constexpr Rule at_least(double min, const char* unit = "") {
  return {.min = min, .unit = unit};
}
constexpr Rule above(double min, const char* unit = "") {
  return {.min = min, .open_min = true, .unit = unit};
}
constexpr Rule between(double min, double max, const char* unit = "") {
  return {.min = min, .max = max, .unit = unit};
}
constexpr Rule inside(double min, double max, const char* unit = "") {
  return {.min = min, .max = max, .open_min = true, .open_max = true, .unit = unit};
}
constexpr Rule field_value() {
  return {.of_field = true};
}

/// "above 0", "from 0 to 1", or nothing where every number will do.
std::string range_text(const Rule& rule);

/// One alternative of a variant: an object with the key `name` holds a T.
template <class T>
struct Option {
  const char* name;
  const char* help;
};

// Members whose C++ type does not say what a file may hold.
struct AxisName {  // 0, 1, 2, written "x", "y", "z"
  int& value;
};
struct FileName {  // relative to the scene file; must exist
  std::string& value;
  const char* data = nullptr;  // what begins so is not a name but the file itself
};
struct LawName {  // a name of material/models.h
  std::string& value;
};
struct PresetName {  // a name of material/presets.h
  std::string& value;
};
/// The scene's `selections`: they have no member, every use holds a copy of its own.
struct NamedSelections {};

/// Whether the one of two keys that exclude each other (Rule::otherwise) is not used.
inline bool unused(const MeshSpec& mesh) {
  return std::holds_alternative<NoMesh>(mesh.source);
}
inline bool unused(const PresetName& preset) {
  return preset.value.empty();
}
template <class T>
bool unused(const std::vector<T>& list) {
  return list.empty();
}

/// For checks of directions.
inline bool nonzero(const Triple& v) {
  return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

// ---- names ------------------------------------------------------------------------------------

/// Fibre laws use stiffness, fibers, activation and shortest, the others young and poisson.
bool is_fiber_law(const std::string& name);

inline constexpr std::array kAxisNames{"x", "y", "z"};

/// names(E{}) lists the values of an enum in order, as files write them.
using Names = std::vector<std::string>;
/// Further names that files may use for the same: {"full", "vanilla"}.
using OtherNames = std::vector<std::pair<std::string, std::string>>;
template <class E>
OtherNames other_names(E) {
  return {};
}
/// What people read instead of a name: the same with a capital letter, unless the enum says more.
template <class E>
Names labels(E value) {
  Names all = names(value);
  for (std::string& one : all) one[0] = static_cast<char>(one[0] - 'a' + 'A');
  return all;
}
inline Names names(NodeRole) {
  return {"fixed", "dynamic", "representative"};
}
inline Names names(Ease) {
  return {"smooth", "linear"};
}
inline Names names(Crumbs) {
  return {"rejoin", "keep", "freeze", "remove"};
}
inline Names names(AxisName) {
  return {kAxisNames.begin(), kAxisNames.end()};
}
Names names(LawName);     // those of material/models.h
Names names(PresetName);  // those of material/presets.h

}  // namespace conjac
