#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include "scenefile/fields.h"
#include "scenefile/json_text.h"

namespace conjac {

template <class T>
Json to_json_value(T& value);

/// The visitor of the table that writes one struct.
class ObjectWriter {
 public:
  Json result = Json::object();

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char*) {
    if constexpr (requires { unused(member); })
      if (rule.otherwise && unused(member)) return;
    if constexpr (!std::is_same_v<std::decay_t<T>, NamedSelections>)
      if (Json value = to_json_value(member); !value.is_null()) result[key] = std::move(value);
  }
  template <class T>
  void itself(T&& member, const Rule&, const char*) {
    result = to_json_value(member);
  }
  template <class Variant, class... T>
  void choice(Variant& value, const Option<T>&... option) {
    const auto write = [&]<class U>(const Option<U>& one) {
      if (auto* content = std::get_if<U>(&value)) result[one.name] = to_json_value(*content);
    };
    (write(option), ...);
  }
  void check(bool, const char*, const char*) {}
  void only_if(bool applies, const Names& keys, const char*) {
    if (!applies)
      for (const std::string& key : keys) result.erase(key);
  }
};

template <class T>
inline constexpr bool kIsScalar = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;
template <class T>
inline constexpr bool kIsList = false;
template <class T, size_t N>
inline constexpr bool kIsList<std::array<T, N>> = true;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

inline Json shape_to_json(SelectShape& shape) {
  if (std::holds_alternative<SelectAll>(shape)) return "all";
  ObjectWriter writer;
  describe(writer, shape);
  return writer.result;
}

/// Null stands for an unset optional.
template <class T>
Json to_json_value(T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    // 5 rather than 5.0, as a person writes it.
    if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<int64_t>(value);
    return value;
  } else if constexpr (kIsScalar<T>) {
    return value;
  } else if constexpr (kIsOptional<T>) {
    return value ? to_json_value(*value) : Json();
  } else if constexpr (std::is_enum_v<T>) {
    return names(T{})[static_cast<size_t>(value)];
  } else if constexpr (std::is_same_v<T, AxisName>) {
    return kAxisNames[static_cast<size_t>(value.value)];
  } else if constexpr (std::is_same_v<T, FileName> || std::is_same_v<T, LawName> ||
                       std::is_same_v<T, PresetName>) {
    return value.value;
  } else if constexpr (kIsList<T>) {
    Json list = Json::array();
    for (auto& item : value) list.push_back(to_json_value(item));
    return list;
  } else if constexpr (std::is_same_v<T, TimeCurve>) {
    if (!value.given()) return Json();
    if (!value.expression.empty()) return value.expression;
    return to_json_value(value.table);
  } else if constexpr (std::is_same_v<T, Selection>) {
    if (value.shapes.size() == 1) return shape_to_json(value.shapes[0]);
    Json list = Json::array();
    for (SelectShape& shape : value.shapes) list.push_back(shape_to_json(shape));
    return list;
  } else {
    if constexpr (std::is_same_v<T, ScalarField>)
      if (const double* number = std::get_if<double>(&value)) return to_json_value(*number);
    ObjectWriter writer;
    describe(writer, value);
    return writer.result;
  }
}

}  // namespace conjac
