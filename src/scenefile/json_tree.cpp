#include "scenefile/json_tree.h"

#include <charconv>

namespace conjac {

const JsonMember* JsonNode::find(std::string_view key) const {
  for (const JsonMember& member : members)
    if (member.key == key) return &member;
  return nullptr;
}

std::string json_number(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string json_quoted(std::string_view text) {
  constexpr size_t kLongest = 60;
  std::string result = "`";
  for (const char c : text.substr(0, kLongest))
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  // Do not leave half a character behind where the text was cut.
  if (text.size() > kLongest) {
    while ((static_cast<unsigned char>(result.back()) & 0xC0) == 0x80) result.pop_back();
    if (static_cast<unsigned char>(result.back()) >= 0xC0) result.pop_back();
    result += "...";
  }
  return result + "`";
}

std::string json_summary(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null:
      return "null";
    case JsonNode::Kind::boolean:
      return node.boolean ? "true" : "false";
    case JsonNode::Kind::number:
      return "the number " + json_number(node.number);
    case JsonNode::Kind::text:
      return "the text " + json_quoted(node.text);
    case JsonNode::Kind::array:
      return "an array of " + std::to_string(node.items.size());
    case JsonNode::Kind::object:
      return "an object";
  }
  return {};
}

}  // namespace conjac
