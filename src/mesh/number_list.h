#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "mesh/raw_mesh.h"
#include "mesh/scanner.h"

namespace conjac {

/// Element types of arrays in VTK files.
enum class NumberType { none, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

NumberType legacy_number_type(std::string_view name);  // "int", "vtktypeint64"; none when unknown
NumberType xml_number_type(std::string_view name);     // "Int32", "Float64"; none when unknown

constexpr std::size_t size_of(NumberType type) {
  switch (type) {
    case NumberType::i8:
    case NumberType::u8:
      return 1;
    case NumberType::i16:
    case NumberType::u16:
      return 2;
    case NumberType::i32:
    case NumberType::u32:
    case NumberType::f32:
      return 4;
    case NumberType::i64:
    case NumberType::u64:
    case NumberType::f64:
      return 8;
    case NumberType::none:
      break;
  }
  return 0;
}
constexpr bool is_integer(NumberType type) {
  return type != NumberType::none && type != NumberType::f32 && type != NumberType::f64;
}

/// An array and where each of its values stands.
template <class T>
struct NumberList {
  std::vector<T> values;
  std::vector<std::uint64_t> at;  // (values) lines or bytes; empty when `stride` tells them
  Place first{};                  // of the first value
  std::size_t stride = 0;         // bytes between values; 0 when encoded or compressed

  std::size_t size() const { return values.size(); }
  Place place(std::size_t i) const {
    Place result = first;
    if (at.empty())
      result.at = first.at + i * stride;
    else if (i < at.size())
      result.at = at[i];
    return result;
  }
};

/// Binary values of `type`, as double or as 64-bit integer (floats are rounded; what does not fit
/// becomes the lowest integer, which no index or label check lets pass).
template <class T>
std::vector<T> decode_numbers(std::string_view bytes, NumberType type, bool swap);

/// `count` values from a scanner: words if it reads text, else binary. `count` must have been
/// checked against the file's size.
template <class T>
NumberList<T> scan_numbers(Scanner& in, std::size_t count, NumberType type, const char* what);

/// Fewest bytes a value takes in such a file, to check counts with.
inline std::size_t least_bytes(const Scanner& in, NumberType type) {
  return in.binary() ? size_of(type) : 2;
}

}  // namespace conjac
