#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "mesh/mesh_error.h"
#include "mesh/scanner.h"

namespace conjac {

/// Bytes of a stretch of a file, stored as they are or as base64 text, decoded as they are taken.
class ByteStream {
 public:
  ByteStream(std::string_view content, const std::string& file, std::string what, bool swap)
      : content_(content), file_(file), what_(std::move(what)), swap_(swap) {}

  void open(std::size_t begin, std::size_t end, bool base64) {
    at_ = begin;
    end_ = end;
    base64_ = base64;
  }

  /// At most so many bytes can still come.
  std::size_t remaining() const { return end_ - at_ + pending_size_; }
  std::size_t position() const { return at_; }

  std::string take(std::uint64_t count) {
    if (count > remaining()) truncated();
    if (!base64_) {
      at_ += count;
      return std::string(content_.substr(at_ - count, count));
    }
    std::string bytes;
    bytes.reserve(count);
    while (bytes.size() < count) {
      if (pending_at_ == pending_size_) decode_group();
      bytes.push_back(pending_[pending_at_++]);
    }
    return bytes;
  }

  /// A size in the file's byte order.
  std::uint64_t size(bool wide) {
    const std::string data = take(wide ? 8 : 4);
    return wide ? number<std::uint64_t>(data) : number<std::uint32_t>(data);
  }

  [[noreturn]] void fail(const std::string& cause) const {
    mesh_error(file_, byte_place(at_), what_ + ": " + cause);
  }

 private:
  template <class T>
  T number(const std::string& data) const {
    T value;
    std::memcpy(&value, data.data(), sizeof(T));
    return swap_ ? Scanner::swapped(value) : value;
  }

  [[noreturn]] void truncated() const {
    fail("the data ends early. The file is truncated or a count is too large; write it again.");
  }

  static int digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
  }

  /// Four letters are three bytes; '=' stands for missing ones at the end of an encoding.
  void decode_group() {
    std::uint32_t bits = 0;
    std::size_t letters = 0;
    std::size_t filling = 0;
    while (letters < 4) {
      if (at_ >= end_) truncated();
      const char c = content_[at_];
      if (c == '=' && letters >= 2) {
        ++filling;
        bits <<= 6;
      } else if (digit(c) >= 0 && filling == 0) {
        bits = bits << 6 | static_cast<std::uint32_t>(digit(c));
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
        continue;
      } else {
        if (c == '<') truncated();
        fail("a letter that is not base64. The file is damaged; write it again.");
      }
      ++letters;
      ++at_;
    }
    pending_ = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                static_cast<char>(bits)};
    pending_at_ = 0;
    pending_size_ = 3 - filling;
  }

  std::string_view content_;
  const std::string& file_;
  std::string what_;
  bool swap_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  bool base64_ = false;
  std::array<char, 3> pending_{};
  std::size_t pending_at_ = 0;
  std::size_t pending_size_ = 0;
};

}  // namespace conjac
