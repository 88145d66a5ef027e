#include "scenefile/schema.h"

#include "scenefile/parse_writer.h"

namespace conjac {
namespace {

template <class T>
Json schema_of(T& value, const Rule& rule);

/// The visitor of the table that makes the schema of one struct.
class SchemaWriter {
 public:
  explicit SchemaWriter(const Rule& field_rule) : field_rule_(field_rule) {}

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char* help) {
    Json schema = schema_of(member, rule.of_field ? field_rule_ : rule);
    const char* unit = rule.of_field ? field_rule_.unit : rule.unit;
    schema["description"] = *unit ? std::string(help) + " Unit: " + unit + "." : help;
    if (rule.otherwise) one_of_.push_back({{"required", {key}}});
    if (rule.required)
      required_.push_back(key);
    else if (!rule.otherwise)
      add_default(schema, member);
    properties_[key] = std::move(schema);
  }
  template <class T>
  void itself(T&& member, const Rule& rule, const char*) {
    itself_ = schema_of(member, rule);
  }
  template <class Variant, class... T>
  void choice(Variant&, const Option<T>&... option) {
    const auto add = [&]<class U>(const Option<U>& one) {
      U content;
      Json schema = schema_of(content, field_rule_);
      schema["description"] = one.help;
      properties_[one.name] = std::move(schema);
      one_of_.push_back({{"required", {one.name}}});
    };
    (add(option), ...);
  }
  void check(bool, const char*, const char*) {}
  void only_if(bool, const Names&, const char*) {}

  Json result() const {
    if (!itself_.is_null()) return itself_;
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", properties_}};
    schema["properties"]["//"] = {{"type", "string"}, {"description", "A remark."}};
    if (!required_.empty()) schema["required"] = required_;
    if (!one_of_.empty()) schema["oneOf"] = one_of_;
    return schema;
  }

 private:
  template <class T>
  void add_default(Json& schema, T& member) {
    if constexpr (!std::is_same_v<T, NamedSelections>) {
      const Json value = to_json_value(member);
      if (!value.is_null() && !value.is_object()) schema["default"] = value;
    }
  }

  Rule field_rule_;
  Json properties_ = Json::object(), required_ = Json::array(), one_of_ = Json::array(), itself_;
};

Json number_schema(const char* type, const Rule& rule) {
  Json schema{{"type", type}};
  if (rule.min > -Rule::kInfinity)
    schema[rule.open_min ? "exclusiveMinimum" : "minimum"] = rule.min;
  if (rule.max < Rule::kInfinity) schema[rule.open_max ? "exclusiveMaximum" : "maximum"] = rule.max;
  return schema;
}

template <class T>
Json object_schema(T& value, const Rule& field_rule) {
  SchemaWriter writer(field_rule);
  describe(writer, value);
  return writer.result();
}

template <class T>
Json schema_of(T& value, const Rule& rule) {
  if constexpr (std::is_same_v<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_arithmetic_v<T>) {
    return number_schema(std::is_integral_v<T> ? "integer" : "number", rule);
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, FileName>) {
    Json schema{{"type", "string"}};
    if (rule.not_empty) schema["minLength"] = 1;
    return schema;
  } else if constexpr (std::is_enum_v<T>) {
    Names all = names(T{});
    for (const auto& other : other_names(T{})) all.push_back(other.first);
    return {{"enum", all}};
  } else if constexpr (std::is_same_v<T, AxisName> || std::is_same_v<T, LawName> ||
                       std::is_same_v<T, PresetName>) {
    return {{"enum", names(value)}};
  } else if constexpr (std::is_same_v<T, TimeCurve>) {
    return {{"anyOf",
             {{{"type", "string"}, {"minLength", 1}},
              schema_of(value.table, Rule{.not_empty = true})}}};
  } else if constexpr (std::is_same_v<T, Selection>) {
    return {{"$ref", "#/$defs/selection"}};
  } else if constexpr (std::is_same_v<T, NamedSelections>) {
    return {{"type", "object"},
            {"properties", {{"all", false}, {"//", {{"type", "string"}}}}},
            {"additionalProperties", {{"$ref", "#/$defs/selection"}}}};
  } else if constexpr (std::is_same_v<T, ScalarField>) {
    return {{"anyOf", {number_schema("number", rule), object_schema(value, rule)}}};
  } else if constexpr (kIsOptional<T>) {
    typename T::value_type inner{};
    return schema_of(inner, rule);
  } else if constexpr (kIsList<T>) {
    typename T::value_type item{};
    Json schema{{"type", "array"}, {"items", schema_of(item, rule)}};
    if constexpr (requires { std::tuple_size<T>::value; })
      schema["minItems"] = schema["maxItems"] = std::tuple_size_v<T>;
    else if (rule.not_empty)
      schema["minItems"] = 1;
    return schema;
  } else {
    return object_schema(value, rule);
  }
}

}  // namespace

std::string scene_schema() {
  SceneSpec scene;
  SelectShape shape;
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "ConJac scene"}};
  schema.update(schema_of(scene, Rule{}));
  const Json name{{"type", "string"}, {"description", "\"all\" or a name from `selections`."}};
  const Json one_shape = schema_of(shape, Rule{});
  schema["$defs"]["shape"] = {{"anyOf", {name, one_shape}}};
  schema["$defs"]["selection"] = {
      {"anyOf",
       {{{"$ref", "#/$defs/shape"}},
        {{"type", "array"}, {"minItems", 1}, {"items", {{"$ref", "#/$defs/shape"}}}}}}};
  return json_text(schema);
}

}  // namespace conjac
