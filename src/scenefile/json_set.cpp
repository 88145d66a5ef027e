#include "scenefile/json_set.h"

#include <charconv>

#include "conjac/error.h"

namespace conjac {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& cause) {
  throw Error(ErrorKind::bad_input, name + ": " + cause);
}

JsonNode read_value(std::string_view text, const std::string& name, int source) {
  constexpr std::string_view kBeginsJson = "{[\"-0123456789";
  const bool bare_word = !text.empty() &&
                         kBeginsJson.find(text.front()) == std::string_view::npos &&
                         text != "true" && text != "false" && text != "null";
  if (!bare_word) return read_json(text, name, source);
  // Through the reader all the same, so that a broken encoding is noticed.
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return read_json(quoted + "\"", name, source);
}

/// "2 entries, counted from 0", with what each is where its only key says it: ": 0 move, 1 cut".
std::string entries_text(const JsonNode& list) {
  const size_t count = list.items.size();
  std::string text = std::to_string(count) + (count == 1 ? " entry" : " entries");
  text += ", counted from 0";
  std::string kinds;
  for (size_t i = 0; i < count; ++i) {
    const JsonMember* only = nullptr;
    int keys = 0;
    for (const JsonMember& member : list.items[i].members)
      if (member.key != "//") only = &member, ++keys;
    if (keys != 1) return text;
    kinds += (i ? ", " : ": ") + std::to_string(i) + " " + only->key;
  }
  return text + kinds;
}

/// A key where an entry of a list should be named: which path was probably meant.
[[noreturn]] void fail_without_index(const JsonNode& list, std::string_view key,
                                     const std::string& name, std::string_view parent,
                                     std::string_view rest) {
  std::string index = "0", tail;
  const bool number = key.find_first_not_of("0123456789") == std::string_view::npos;
  if (number) {
    index = key;
  } else {
    tail = "." + std::string(key);
    for (size_t i = list.items.size(); i-- > 0;)
      if (list.items[i].find(key)) index = std::to_string(i);
  }
  fail(name, json_quoted(parent) + " is a list of " + entries_text(list) +
                 "; name one in brackets: " + std::string(parent) + "[" + index + "]" + tail +
                 std::string(rest));
}

JsonNode& object_entry(JsonNode& node, std::string_view key, const std::string& name,
                       std::string_view parent, std::string_view rest, const JsonPlace& place) {
  if (node.kind == JsonNode::Kind::array) fail_without_index(node, key, name, parent, rest);
  if (node.kind != JsonNode::Kind::object)
    fail(name,
         json_quoted(parent) + " is " + json_summary(node) + " and has no key " + json_quoted(key));
  for (JsonMember& member : node.members)
    if (member.key == key) return member.value;
  JsonMember& added = node.members.emplace_back();
  added.key = key;
  added.place = added.value.place = place;
  added.value.kind = JsonNode::Kind::object;
  return added.value;
}

JsonNode& array_entry(JsonNode& node, std::string_view digits, const std::string& name,
                      std::string_view parent) {
  size_t index = 0;
  const char* end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, index);
  if (digits.empty() || parsed.ec != std::errc{} || parsed.ptr != end)
    fail(name, "write an index in the brackets, e.g. materials[0].density=1200");
  if (node.kind != JsonNode::Kind::array)
    fail(name, json_quoted(parent) + " is " + json_summary(node) + " and has no entries");
  if (index >= node.items.size())
    fail(name, json_quoted(parent) + " has " + entries_text(node) +
                   "; to add one, give the whole list: " + std::string(parent) + "=[...]");
  return node.items[index];
}

}  // namespace

void set_json(JsonNode& root, const std::string& override_text, int source) {
  const std::string name = "--set " + override_text;
  const size_t equals = override_text.find('=');
  if (equals == std::string::npos || equals == 0)
    fail(name, "write path=value, e.g. time.step=0.002");
  const std::string_view path(override_text.data(), equals);
  const JsonPlace place{0, 0, source};
  JsonNode value = read_value(std::string_view(override_text).substr(equals + 1), name, source);

  JsonNode* node = &root;
  size_t at = 0;
  while (at < path.size()) {
    const std::string_view parent = path.substr(0, at);
    if (path[at] == '[') {
      const size_t close = path.find(']', at);
      if (close == std::string_view::npos) fail(name, "a `[` without its `]`");
      node = &array_entry(*node, path.substr(at + 1, close - at - 1), name, parent);
      at = close + 1;
      if (at < path.size() && path[at] != '[' && path[at] != '.')
        fail(name, "expected `.` or `[` after `]`");
    } else {
      if (path[at] == '.' && at > 0) ++at;
      const size_t end = std::min(path.find_first_of(".[", at), path.size());
      if (end == at) fail(name, "an empty key in the path; write e.g. time.step=0.002");
      node = &object_entry(*node, path.substr(at, end - at), name, parent, path.substr(end), place);
      at = end;
    }
  }
  *node = std::move(value);
}

}  // namespace conjac
