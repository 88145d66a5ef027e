#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/raw_mesh.h"

namespace conjac {

/// The whole file. Throws Error(io) when it cannot be opened or read.
std::string file_content(const std::string& path);

std::string upper_case(std::string_view word);

/// Whole words only: "12x" is no number. Reals accept a leading plus, nan and inf.
std::optional<std::int64_t> parse_integer(std::string_view word);
std::optional<double> parse_real(std::string_view word);

/// Walks over the content of one file, as words of text or as binary values, remembering where the
/// last one stood. Every failure throws Error(bad_input) with that place.
///
/// `what` names the thing expected and `number` (when not negative) which one: "node of
/// element", 7.
class Scanner {
 public:
  struct Options {
    char comment = '\0';         // starts a comment that lasts to the end of the line
    bool commas = false;         // separate words as blanks do
    int file = 0;                // index for the places
    const char* whole = "file";  // what ends when the content does
  };

  Scanner(std::string_view content, std::string file) : Scanner(content, std::move(file), {}) {}
  Scanner(std::string_view content, std::string file, Options options);

  /// From here on values are binary and places are bytes. `swap` when the file's byte order is not
  /// this machine's.
  void set_binary(bool swap) { binary_ = true, swap_ = swap; }
  bool binary() const { return binary_; }
  bool swaps() const { return swap_; }

  // Text.
  bool at_end();            // nothing left but blanks and comments
  std::string_view peek();  // next word without taking it; empty at the end
  std::string_view word(const char* what, std::int64_t number = -1);
  std::int64_t integer(const char* what, std::int64_t number = -1);
  double real(const char* what, std::int64_t number = -1);
  std::string_view line();  // what is left of this line, without its end
  /// Words of the next line that has any; empty at the end of the file.
  std::vector<std::string_view> fields();

  // Binary.
  template <class T>
  T value(const char* what, std::int64_t number = -1) {
    T result;
    std::memcpy(&result, bytes(sizeof(T), what, number).data(), sizeof(T));
    return swap_ ? swapped(result) : result;
  }
  std::string_view bytes(std::size_t count, const char* what, std::int64_t number = -1);

  // Both.
  /// A text count, checked: not negative, no larger than an int, and no larger than the rest of the
  /// file could hold at `least_bytes` each, so that a hostile count allocates nothing.
  std::size_t count(const char* what, std::size_t least_bytes);
  std::size_t checked_count(std::int64_t value, const char* what, std::size_t least_bytes) const;
  void seek(std::size_t position, std::size_t line) { position_ = position, line_ = line; }
  /// Moves behind the next occurrence of `marker`.
  void skip_past(std::string_view marker);
  std::size_t remaining() const { return content_.size() - position_; }
  std::size_t position() const { return position_; }
  std::string_view content() const { return content_; }
  const std::string& file() const { return file_; }

  Place place() const;  // of the last thing taken
  Place here() const;   // of the next
  [[noreturn]] void fail(const std::string& cause, std::optional<std::int64_t> element = {}) const;

  template <class T>
  static T swapped(T value) {
    char data[sizeof(T)];
    std::memcpy(data, &value, sizeof(T));
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(data[i], data[sizeof(T) - 1 - i]);
    std::memcpy(&value, data, sizeof(T));
    return value;
  }

 private:
  bool is_blank(char c) const;
  void skip_blanks();
  std::string_view take_word();

  std::string_view content_;
  std::string file_;
  Options options_;
  bool binary_ = false;
  bool swap_ = false;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t taken_position_ = 0;
  std::size_t taken_line_ = 1;
};

}  // namespace conjac
