#include "scenefile/field_tree.h"

#include "scenefile/parse_writer.h"

namespace conjac {
namespace {

template <class T>
FieldTree tree_of(T& value);

std::string quoted_keys(const Names& keys) {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i)
    text += (i == 0 ? "`" : i + 1 == keys.size() ? " and `" : ", `") + keys[i] + "`";
  return text;
}

/// The visitor of the table. What does not depend on a type stands outside the templates: there is
/// one of these functions for each member of each struct.
class TreeWriter {
 public:
  explicit TreeWriter(FieldTree& tree) : tree_(tree) {}

  template <class T>
  void operator()(const char* key, T&& member, const Rule& rule, const char* help) {
    if constexpr (std::is_same_v<std::decay_t<T>, NamedSelections>)
      add(key, tree_of(member), rule, help, Json());
    else
      add(key, tree_of(member), rule, help, to_json_value(member));
  }
  template <class T>
  void itself(T&& member, const Rule& rule, const char* help) {
    add("", tree_of(member), rule, help, Json());
  }
  template <class Variant, class... T>
  void choice(Variant&, const Option<T>&... option) {
    (add_option<T>(option.name, option.help), ...);
    end_of_choice({option.name...});
  }
  void check(bool, const char* key, const char* sentence);
  void only_if(bool, const Names& keys, const char* when);

 private:
  template <class T>
  void add_option(const char* key, const char* help) {
    T content{};
    add(key, tree_of(content), Rule{}, help, Json());
    tree_.rows.back().option = true;
  }
  void add(const char* key, FieldTree value, const Rule& rule, const char* help, Json standard);
  void end_of_choice(const Names& keys);

  FieldTree& tree_;
};

void TreeWriter::add(const char* key, FieldTree value, const Rule& rule, const char* help,
                     Json standard) {
  FieldRow& row = tree_.rows.emplace_back();
  row.key = key;
  row.help = help;
  row.rule = rule;
  row.value = std::move(value);
  row.standard = std::move(standard);
}

void TreeWriter::end_of_choice(const Names& keys) {
  tree_.notes.push_back("Exactly one of the keys " + quoted_keys(keys) + " is given.");
}

void TreeWriter::check(bool, const char* key, const char* sentence) {
  tree_.notes.push_back("`" + std::string(key) + "` " + sentence + ".");
}

void TreeWriter::only_if(bool, const Names& keys, const char* when) {
  tree_.notes.push_back(quoted_keys(keys) + " are for " + when + " only.");
}

FieldTree leaf(FieldTree::Kind kind) {
  FieldTree tree;
  tree.kind = kind;
  return tree;
}

FieldTree one_of(Names names, const OtherNames& others) {
  FieldTree tree = leaf(FieldTree::Kind::name);
  tree.names = std::move(names);
  for (const auto& other : others) tree.other_names.push_back(other.first);
  return tree;
}

FieldTree list_of(FieldTree item, std::size_t count) {
  FieldTree tree = leaf(FieldTree::Kind::list);
  tree.inner.push_back(std::move(item));
  tree.count = count;
  return tree;
}

template <class T>
FieldTree tree_of(T& value) {
  using Kind = FieldTree::Kind;
  if constexpr (std::is_same_v<T, bool>) {
    return leaf(Kind::toggle);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return leaf(std::is_integral_v<T> ? Kind::whole : Kind::number);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return leaf(Kind::text);
  } else if constexpr (std::is_same_v<T, FileName>) {
    return leaf(Kind::file);
  } else if constexpr (std::is_enum_v<T>) {
    return one_of(names(T{}), other_names(T{}));
  } else if constexpr (std::is_same_v<T, AxisName> || std::is_same_v<T, LawName> ||
                       std::is_same_v<T, PresetName>) {
    return one_of(names(value), {});
  } else if constexpr (std::is_same_v<T, TimeCurve>) {
    return leaf(Kind::curve);
  } else if constexpr (std::is_same_v<T, Selection>) {
    return leaf(Kind::selection);
  } else if constexpr (std::is_same_v<T, NamedSelections>) {
    return leaf(Kind::selections);
  } else if constexpr (kIsOptional<T>) {
    typename T::value_type inner{};
    return tree_of(inner);
  } else if constexpr (kIsList<T>) {
    typename T::value_type item{};
    if constexpr (requires { std::tuple_size<T>::value; })
      return list_of(tree_of(item), std::tuple_size_v<T>);
    else
      return list_of(tree_of(item), 0);
  } else {
    FieldTree tree = leaf(std::is_same_v<T, ScalarField> ? Kind::by_place : Kind::object);
    tree.type = typeid(T);
    TreeWriter writer(tree);
    describe(writer, value);
    return tree;
  }
}

}  // namespace

FieldTree scene_tree() {
  SceneSpec scene;
  return tree_of(scene);
}

FieldTree select_shape_tree() {
  SelectShape shape;
  return tree_of(shape);
}

}  // namespace conjac
