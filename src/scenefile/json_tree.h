#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace conjac {

/// Where a key or value was written: in the scene file (source 0, line and column counted from 1 in
/// characters) or in the n-th override of the command line (source n).
struct JsonPlace {
  int line = 0, column = 0;
  int source = 0;
};

struct JsonMember;

/// A JSON value that remembers its place. General libraries forget it, and an error message
/// without line and column leaves the reader searching.
struct JsonNode {
  enum class Kind { null, boolean, number, text, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonNode> items;      // of an array
  std::vector<JsonMember> members;  // of an object, in the order of the file
  JsonPlace place;

  const JsonMember* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  JsonPlace place;  // of the key
  JsonNode value;
};

/// Reads strict JSON (RFC 8259: no comments, no trailing commas, no NaN, valid UTF-8), without
/// duplicate keys and at most 64 levels deep. Throws Error(bad_input) that begins with
/// `name:line:column`, or with `name` alone when `source` is an override.
JsonNode read_json(std::string_view text, const std::string& name, int source = 0);

/// The value as an error message shows it: `the text "abc"`, `the number 3`, `an array of 2`.
std::string json_summary(const JsonNode& node);
/// Text of the file for a message: between backquotes, shortened, without control characters.
std::string json_quoted(std::string_view text);
/// The shortest decimal that reads back as the same number.
std::string json_number(double value);

}  // namespace conjac
