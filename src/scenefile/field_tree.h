#pragma once

#include <typeindex>
#include <vector>

#include "scenefile/fields_rule.h"
#include "scenefile/json_text.h"

namespace conjac {

struct FieldRow;

/// What a value may be, as the table of fields.h says, without the C++ types behind it: schema and
/// reference are made from this, and only the tree itself from templates.
struct FieldTree {
  enum class Kind {
    toggle,
    whole,
    number,
    text,
    file,
    name,        // one of `names`
    curve,       // TimeCurve
    selection,   // not followed further: selections may hold selections
    selections,  // NamedSelections
    by_place,    // ScalarField: a number or an object
    list,        // of `inner[0]`
    object
  };
  Kind kind = Kind::object;
  std::type_index type = typeid(void);  // of what is described; one section of the reference each
  Names names, other_names;             // `other_names` mean one of `names`
  std::size_t count = 0;                // of a list; 0: any number
  std::vector<FieldTree> inner;
  std::vector<FieldRow> rows;      // keys of an object, or one row without a key: the value itself
  std::vector<std::string> notes;  // conditions between keys, sentences
};

struct FieldRow {
  std::string key, help;
  Rule rule;
  FieldTree value;
  Json standard;        // null: unset
  bool option = false;  // exactly one of these is given
};

FieldTree scene_tree();
FieldTree select_shape_tree();

}  // namespace conjac
