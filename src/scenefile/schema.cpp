#include "scenefile/schema.h"

#include "scenefile/field_tree.h"

namespace conjac {
namespace {

Json schema_of(const FieldTree& tree, const Rule& rule);

Json number_schema(const char* type, const Rule& rule) {
  Json schema{{"type", type}};
  if (rule.min > -Rule::kInfinity)
    schema[rule.open_min ? "exclusiveMinimum" : "minimum"] = rule.min;
  if (rule.max < Rule::kInfinity) schema[rule.open_max ? "exclusiveMaximum" : "maximum"] = rule.max;
  return schema;
}

/// `field_rule`: of the key that a value by place stands for.
Json row_schema(const FieldRow& row, const Rule& field_rule) {
  const Rule& rule = row.option || row.rule.of_field ? field_rule : row.rule;
  Json schema = schema_of(row.value, rule);
  schema["description"] =
      *rule.unit && !row.option ? row.help + " Unit: " + rule.unit + "." : row.help;
  const bool may_miss = !row.option && !row.rule.otherwise && !row.rule.required;
  if (may_miss && !row.standard.is_null() && !row.standard.is_object())
    schema["default"] = row.standard;
  return schema;
}

Json object_schema(const FieldTree& tree, const Rule& field_rule) {
  Json properties = Json::object(), required = Json::array(), one_of = Json::array();
  for (const FieldRow& row : tree.rows) {
    if (row.key.empty()) return schema_of(row.value, row.rule);
    properties[row.key] = row_schema(row, field_rule);
    if (row.option || row.rule.otherwise) one_of.push_back({{"required", {row.key}}});
    if (!row.option && row.rule.required) required.push_back(row.key);
  }
  Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
  schema["properties"]["//"] = {{"type", "string"}, {"description", "A remark."}};
  if (!required.empty()) schema["required"] = required;
  if (!one_of.empty()) schema["oneOf"] = one_of;
  return schema;
}

Json text_schema(const Rule& rule) {
  Json schema{{"type", "string"}};
  if (rule.not_empty) schema["minLength"] = 1;
  return schema;
}

Json list_schema(const FieldTree& tree, const Rule& rule) {
  Json schema{{"type", "array"}, {"items", schema_of(tree.inner[0], rule)}};
  if (tree.count > 0)
    schema["minItems"] = schema["maxItems"] = tree.count;
  else if (rule.not_empty)
    schema["minItems"] = 1;
  return schema;
}

Json curve_schema() {
  const Json pair{
      {"type", "array"}, {"items", {{"type", "number"}}}, {"maxItems", 2}, {"minItems", 2}};
  return {{"anyOf",
           {{{"type", "string"}, {"minLength", 1}},
            {{"type", "array"}, {"items", pair}, {"minItems", 1}}}}};
}

Json schema_of(const FieldTree& tree, const Rule& rule) {
  switch (tree.kind) {
    case FieldTree::Kind::toggle:
      return {{"type", "boolean"}};
    case FieldTree::Kind::whole:
      return number_schema("integer", rule);
    case FieldTree::Kind::number:
      return number_schema("number", rule);
    case FieldTree::Kind::text:
    case FieldTree::Kind::file:
      return text_schema(rule);
    case FieldTree::Kind::name: {
      Names all = tree.names;
      all.insert(all.end(), tree.other_names.begin(), tree.other_names.end());
      return {{"enum", all}};
    }
    case FieldTree::Kind::curve:
      return curve_schema();
    case FieldTree::Kind::selection:
      return {{"$ref", "#/$defs/selection"}};
    case FieldTree::Kind::selections:
      return {{"type", "object"},
              {"properties", {{"all", false}, {"//", {{"type", "string"}}}}},
              {"additionalProperties", {{"$ref", "#/$defs/selection"}}}};
    case FieldTree::Kind::by_place:
      return {{"anyOf", {number_schema("number", rule), object_schema(tree, rule)}}};
    case FieldTree::Kind::list:
      return list_schema(tree, rule);
    case FieldTree::Kind::object:
      break;
  }
  return object_schema(tree, rule);
}

}  // namespace

std::string scene_schema() {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "ConJac scene"}};
  schema.update(schema_of(scene_tree(), Rule{}));
  const Json name{{"type", "string"}, {"description", "\"all\" or a name from `selections`."}};
  const Json one_shape = schema_of(select_shape_tree(), Rule{});
  schema["$defs"]["shape"] = {{"anyOf", {name, one_shape}}};
  schema["$defs"]["selection"] = {
      {"anyOf",
       {{{"$ref", "#/$defs/shape"}},
        {{"type", "array"}, {"minItems", 1}, {"items", {{"$ref", "#/$defs/shape"}}}}}}};
  return json_text(schema);
}

}  // namespace conjac
