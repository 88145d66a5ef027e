#pragma once

#include <array>
#include <charconv>
#include <string>

namespace conjac::draw {

/// The shortest text that reads back to the same float.
inline std::string short_float(float value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

/// A name that may stand in a line of its own.
inline std::string on_one_line(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return name;
}

}  // namespace conjac::draw
