#include "mesh/scanner.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/check.h"
#include "mesh/mesh_error.h"

namespace conjac {
namespace {

std::string name_of(const char* what, std::int64_t number) {
  return number < 0 ? std::string(what) : std::string(what) + " " + std::to_string(number);
}

/// Short and printable, whatever bytes the file has there.
std::string quoted(std::string_view word) {
  std::string text = "'";
  for (char c : word.substr(0, 24)) text.push_back(c >= ' ' && c <= '~' ? c : '?');
  return text + (word.size() > 24 ? "...'" : "'");
}

}  // namespace

std::string file_content(const std::string& path) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored),
          path + ": is a folder, not a mesh file. Give the path of a file.", ErrorKind::io);
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  require(in.is_open(), path + ": cannot be opened. Check that it exists and may be read.",
          ErrorKind::io);
  const std::streamoff size = in.tellg();
  require(size >= 0, path + ": has no size. Copy it to a regular file first.", ErrorKind::io);
  std::string content(static_cast<std::size_t>(size), '\0');
  in.seekg(0);
  in.read(content.data(), size);
  require(in.gcount() == size, path + ": could not be read to its end. Check the disk.",
          ErrorKind::io);
  return content;
}

std::string upper_case(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (status != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

std::optional<double> parse_real(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return {};
  if (status == std::errc::result_out_of_range) {
    // Too small becomes zero, too large infinity, which is refused later with its vertex.
    const bool small = word.find("e-") != word.npos || word.find("E-") != word.npos ||
                       word.substr(0, 2) == "0." || word.substr(0, 3) == "-0.";
    return small ? 0.0 : std::numeric_limits<double>::infinity();
  }
  if (status != std::errc()) return {};
  return value;
}

Scanner::Scanner(std::string_view content, std::string file, Options options)
    : content_(content), file_(std::move(file)), options_(options) {}

bool Scanner::is_blank(char c) const {
  return c == ' ' || (c >= '\t' && c <= '\r') || (options_.commas && c == ',');
}

void Scanner::skip_blanks() {
  while (position_ < content_.size()) {
    const char c = content_[position_];
    if (options_.comment != '\0' && c == options_.comment) {
      position_ = std::min(content_.find('\n', position_), content_.size());
    } else if (is_blank(c)) {
      line_ += c == '\n';
      ++position_;
    } else {
      return;
    }
  }
}

std::string_view Scanner::take_word() {
  taken_position_ = position_;
  taken_line_ = line_;
  std::size_t end = position_;
  while (end < content_.size() && !is_blank(content_[end]) &&
         (options_.comment == '\0' || content_[end] != options_.comment))
    ++end;
  const std::string_view word = content_.substr(position_, end - position_);
  position_ = end;
  return word;
}

bool Scanner::at_end() {
  skip_blanks();
  return position_ == content_.size();
}

std::string_view Scanner::peek() {
  if (at_end()) return {};
  const std::size_t begin = position_;
  const std::string_view next = take_word();
  position_ = begin;
  return next;
}

std::string_view Scanner::word(const char* what, std::int64_t number) {
  if (at_end()) {
    taken_position_ = position_;
    taken_line_ = line_;
    fail(std::string("the ") + options_.whole + " ends where the " + name_of(what, number) +
         " should be. It is truncated or a count is too large; write it again.");
  }
  return take_word();
}

std::int64_t Scanner::integer(const char* what, std::int64_t number) {
  const std::string_view text = word(what, number);
  const auto value = parse_integer(text);
  if (!value)
    fail("expected the " + name_of(what, number) + " (a whole number) but found " + quoted(text) +
         ". Check the counts above this place.");
  return *value;
}

double Scanner::real(const char* what, std::int64_t number) {
  const std::string_view text = word(what, number);
  const auto value = parse_real(text);
  if (!value)
    fail("expected the " + name_of(what, number) + " (a number) but found " + quoted(text) +
         ". Check the counts above this place.");
  return *value;
}

std::string_view Scanner::line() {
  taken_position_ = position_;
  taken_line_ = line_;
  const std::size_t end = std::min(content_.find('\n', position_), content_.size());
  std::string_view text = content_.substr(position_, end - position_);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  if (end < content_.size()) ++line_;
  position_ = std::min(end + 1, content_.size());
  return text;
}

std::vector<std::string_view> Scanner::fields() {
  std::vector<std::string_view> words;
  if (at_end()) {
    taken_position_ = position_;
    taken_line_ = line_;
    return words;
  }
  const std::size_t first_line = line_;
  const std::size_t first_position = position_;
  while (!at_end() && line_ == first_line) words.push_back(take_word());
  taken_line_ = first_line;
  taken_position_ = first_position;
  return words;
}

std::string_view Scanner::bytes(std::size_t count, const char* what, std::int64_t number) {
  taken_position_ = position_;
  if (count > remaining())
    fail("the file ends within the " + name_of(what, number) +
         ". It is truncated or a count is too large; write it again.");
  position_ += count;
  return content_.substr(taken_position_, count);
}

std::size_t Scanner::count(const char* what, std::size_t least_bytes) {
  return checked_count(integer(what), what, least_bytes);
}

std::size_t Scanner::checked_count(std::int64_t value, const char* what,
                                   std::size_t least_bytes) const {
  if (value < 0)
    fail(std::string("the ") + what + " is " + std::to_string(value) +
         "; a count cannot be negative.");
  // One more than fits: the last item of a text file may lack its line end.
  const std::size_t room = remaining() / std::max<std::size_t>(least_bytes, 1) + 1;
  if (value > std::numeric_limits<int>::max() || static_cast<std::size_t>(value) > room)
    fail(std::string("the ") + what + " is " + std::to_string(value) + ", but only " +
         std::to_string(remaining()) +
         " bytes follow. The count is wrong or the file is truncated; write it again.");
  return static_cast<std::size_t>(value);
}

void Scanner::skip_past(std::string_view marker) {
  const std::size_t found = content_.find(marker, position_);
  if (found == content_.npos)
    fail("no " + std::string(marker) + " follows. The file is truncated; write it again.");
  const std::size_t end = found + marker.size();
  if (!binary_)
    line_ += std::count(content_.begin() + static_cast<std::ptrdiff_t>(position_),
                        content_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  position_ = end;
}

Place Scanner::place() const {
  return binary_ ? byte_place(taken_position_, options_.file)
                 : line_place(taken_line_, options_.file);
}

Place Scanner::here() const {
  return binary_ ? byte_place(position_, options_.file) : line_place(line_, options_.file);
}

void Scanner::fail(const std::string& cause, std::optional<std::int64_t> element) const {
  mesh_error(file_, place(), cause, element);
}

}  // namespace conjac
