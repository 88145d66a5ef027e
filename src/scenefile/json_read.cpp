#include <charconv>
#include <cmath>

#include "conjac/error.h"
#include "scenefile/json_tree.h"

namespace conjac {
namespace {

constexpr int kDeepest = 64;

/// Length of the valid UTF-8 sequence at the front of `text`, 0 where there is none.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                                       : 4;
  if (length == 0 || first > 0xF4 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (length < 3) return length;
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
  const unsigned char second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

void append_utf8(std::string& out, unsigned code) {
  const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  }
}

class JsonParser {
 public:
  JsonParser(std::string_view text, const std::string& name, int source)
      : text_(text), name_(name), source_(source) {}

  JsonNode document() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF")
      fail("the file begins with a byte order mark; save it as UTF-8 without one");
    check_utf8();
    skip_space();
    if (ended()) fail("there is nothing here; a JSON value is expected");
    JsonNode node = value(0);
    skip_space();
    if (!ended()) fail("unexpected " + here() + " after the end of the value; remove it");
    return node;
  }

 private:
  bool ended() const { return at_ == text_.size(); }
  char peek() const { return ended() ? '\0' : text_[at_]; }
  bool digit() const { return peek() >= '0' && peek() <= '9'; }
  JsonPlace place() const { return {line_, column_, source_}; }

  void next() {
    const unsigned char c = static_cast<unsigned char>(text_[at_++]);
    if (c == '\n') {
      ++line_, column_ = 1;
    } else if ((c & 0xC0) != 0x80) {  // columns count characters, not bytes
      ++column_;
    }
  }

  [[noreturn]] void fail(const std::string& cause) const { fail(place(), cause); }
  [[noreturn]] void fail(const JsonPlace& at, const std::string& cause) const {
    std::string where = name_;
    if (source_ == 0) where += ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
    throw Error(ErrorKind::bad_input, where + ": " + cause);
  }

  std::string here() const {
    if (ended()) return source_ == 0 ? "end of file" : "end of text";
    return json_quoted(text_.substr(at_, utf8_length(text_.substr(at_))));
  }

  void check_utf8() {
    JsonParser ahead = *this;
    while (!ahead.ended()) {
      const size_t length = utf8_length(text_.substr(ahead.at_));
      if (length == 0)
        fail(ahead.place(), "invalid UTF-8 (or the file is not text); save it as UTF-8");
      for (size_t i = 0; i < length; ++i) ahead.next();
    }
  }

  void skip_space() {
    while (!ended() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r'))
      next();
    if (peek() == '/' || peek() == '#')
      fail("comments are not allowed in JSON; write remarks as \"//\": \"...\" inside an object");
  }

  JsonNode value(int depth) {
    if (depth > kDeepest) fail("nested deeper than " + std::to_string(kDeepest) + " levels");
    JsonNode node;
    node.place = place();
    const char c = peek();
    if (c == '{') {
      object(node, depth);
    } else if (c == '[') {
      array(node, depth);
    } else if (c == '"') {
      node.kind = JsonNode::Kind::text;
      node.text = string();
    } else if (c == '-' || digit()) {
      node.kind = JsonNode::Kind::number;
      node.number = number();
    } else {
      word(node);
    }
    return node;
  }

  void object(JsonNode& node, int depth) {
    node.kind = JsonNode::Kind::object;
    next();
    skip_space();
    while (peek() != '}') {
      if (peek() != '"') fail("expected a key in double quotes or `}`, found " + here());
      JsonMember member;
      member.place = place();
      member.key = string();
      if (const JsonMember* first = node.find(member.key))
        fail(member.place, "duplicate key " + json_quoted(member.key) + ", first given on line " +
                               std::to_string(first->place.line) + "; remove one of them");
      skip_space();
      if (peek() != ':')
        fail("expected `:` after the key " + json_quoted(member.key) + ", found " + here());
      next();
      skip_space();
      member.value = value(depth + 1);
      node.members.push_back(std::move(member));
      separator('}');
    }
    next();
  }

  void array(JsonNode& node, int depth) {
    node.kind = JsonNode::Kind::array;
    next();
    skip_space();
    while (peek() != ']') {
      node.items.push_back(value(depth + 1));
      separator(']');
    }
    next();
  }

  /// Between two entries: a comma with another entry behind it, or the closing bracket.
  void separator(char close) {
    skip_space();
    if (peek() == close) return;
    if (peek() != ',') fail(std::string("expected `,` or `") + close + "`, found " + here());
    const JsonPlace comma = place();
    next();
    skip_space();
    if (peek() == close) fail(comma, "a comma before the closing bracket; remove it");
  }

  void word(JsonNode& node) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const JsonPlace start = place();
    const size_t first = at_;
    while (is_letter(peek())) next();
    const std::string_view found = text_.substr(first, at_ - first);
    if (found == "true" || found == "false") {
      node.kind = JsonNode::Kind::boolean;
      node.boolean = found == "true";
    } else if (found == "NaN" || found == "nan" || found == "Infinity" || found == "inf") {
      fail(start, "JSON has no " + json_quoted(found) + "; write a finite number");
    } else if (!found.empty() && found != "null") {
      fail(start, "unexpected word " + json_quoted(found) + "; text stands in double quotes");
    } else if (found.empty()) {
      fail("expected a value, found " + here() +
           (peek() == '\'' ? "; text stands in double quotes" : "") +
           (peek() == '+' || peek() == '.' ? "; numbers begin with a digit or `-`" : ""));
    }
  }

  double number() {
    const JsonPlace start = place();
    const size_t first = at_;
    const auto digits = [&] {
      if (!digit()) fail("expected a digit, found " + here());
      while (digit()) next();
    };
    if (peek() == '-') next();
    if (peek() == '0') {
      next();
      if (digit() || peek() == 'x') fail(start, "numbers are decimal, without leading zeros");
    } else {
      digits();
    }
    if (peek() == '.') next(), digits();
    if (peek() == 'e' || peek() == 'E') {
      next();
      if (peek() == '+' || peek() == '-') next();
      digits();
    }
    double result = 0;
    const auto status = std::from_chars(text_.data() + first, text_.data() + at_, result).ec;
    if (status != std::errc{} || !std::isfinite(result))
      fail(start, "the number " + json_quoted(text_.substr(first, at_ - first)) +
                      " is too large or too small for double precision");
    return result;
  }

  std::string string() {
    const JsonPlace start = place();
    std::string result;
    next();
    while (peek() != '"' || ended()) {
      if (ended()) fail(start, "this text is never closed; add the closing double quote");
      if (static_cast<unsigned char>(peek()) < 0x20)
        fail("line break or control character inside text; close the quote or write \\n");
      if (peek() == '\\') {
        escape(result);
      } else {
        result += peek();
        next();
      }
    }
    next();
    return result;
  }

  void escape(std::string& out) {
    const JsonPlace start = place();
    next();
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = peek();
    if (const size_t i = kLetters.find(letter); letter != '\0' && i != std::string_view::npos) {
      out += kMeanings[i];
      next();
      return;
    }
    if (letter != 'u') fail(start, "unknown escape in text; write \\\\ for a backslash");
    next();
    unsigned code = hex4(start);
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      next(), next();
      const unsigned low = hex4(start);
      if (low < 0xDC00 || low > 0xDFFF) fail(start, "half of a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) fail(start, "half of a surrogate pair");
    if (code == 0) fail(start, "the character U+0000 is not allowed in text");
    append_utf8(out, code);
  }

  unsigned hex4(const JsonPlace& start) {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      const int digit_value = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
      if (digit_value < 0) fail(start, "\\u needs four hexadecimal digits");
      code = code * 16 + static_cast<unsigned>(digit_value);
      next();
    }
    return code;
  }

  std::string_view text_;
  std::string name_;
  int source_;
  size_t at_ = 0;
  int line_ = 1, column_ = 1;
};

}  // namespace

JsonNode read_json(std::string_view text, const std::string& name, int source) {
  return JsonParser(text, name, source).document();
}

}  // namespace conjac
