#include "mesh/number_list.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace conjac {
namespace {

struct Name {
  std::string_view text;
  NumberType type;
};

// vtkIdType is written as a 32-bit int in legacy files whatever its size in memory.
constexpr Name kLegacy[] = {
    {"char", NumberType::i8},
    {"signed_char", NumberType::i8},
    {"unsigned_char", NumberType::u8},
    {"short", NumberType::i16},
    {"unsigned_short", NumberType::u16},
    {"int", NumberType::i32},
    {"unsigned_int", NumberType::u32},
    {"long", NumberType::i64},
    {"unsigned_long", NumberType::u64},
    {"float", NumberType::f32},
    {"double", NumberType::f64},
    {"vtkidtype", NumberType::i32},
    {"vtktypeint8", NumberType::i8},
    {"vtktypeuint8", NumberType::u8},
    {"vtktypeint16", NumberType::i16},
    {"vtktypeuint16", NumberType::u16},
    {"vtktypeint32", NumberType::i32},
    {"vtktypeuint32", NumberType::u32},
    {"vtktypeint64", NumberType::i64},
    {"vtktypeuint64", NumberType::u64},
};

constexpr Name kXml[] = {
    {"Int8", NumberType::i8},     {"UInt8", NumberType::u8},   {"Int16", NumberType::i16},
    {"UInt16", NumberType::u16},  {"Int32", NumberType::i32},  {"UInt32", NumberType::u32},
    {"Int64", NumberType::i64},   {"UInt64", NumberType::u64}, {"Float32", NumberType::f32},
    {"Float64", NumberType::f64},
};

constexpr std::int64_t kUnusable = std::numeric_limits<std::int64_t>::min();

template <class T, class Stored>
T converted(Stored value) {
  if constexpr (std::is_same_v<T, double>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_floating_point_v<Stored>) {
    return std::abs(value) < Stored{9e18f} ? static_cast<T>(std::llround(value)) : kUnusable;
  } else if constexpr (std::is_same_v<Stored, std::uint64_t>) {
    return value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
               ? static_cast<T>(value)
               : kUnusable;
  } else {
    return static_cast<T>(value);
  }
}

template <class T, class Stored>
std::vector<T> decode_as(std::string_view bytes, bool swap) {
  std::vector<T> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    values[i] = converted<T>(swap ? Scanner::swapped(stored) : stored);
  }
  return values;
}

template <class T>
T scan_one(Scanner& in, NumberType type, const char* what, std::int64_t number) {
  if constexpr (std::is_same_v<T, double>) return in.real(what, number);
  if (is_integer(type)) return static_cast<T>(in.integer(what, number));
  return converted<T>(in.real(what, number));
}

}  // namespace

NumberType legacy_number_type(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Name& known : kLegacy)
    if (known.text == lower) return known.type;
  return NumberType::none;
}

NumberType xml_number_type(std::string_view name) {
  for (const Name& known : kXml)
    if (known.text == name) return known.type;
  return NumberType::none;
}

template <class T>
std::vector<T> decode_numbers(std::string_view bytes, NumberType type, bool swap) {
  switch (type) {
    case NumberType::i8:
      return decode_as<T, std::int8_t>(bytes, swap);
    case NumberType::u8:
      return decode_as<T, std::uint8_t>(bytes, swap);
    case NumberType::i16:
      return decode_as<T, std::int16_t>(bytes, swap);
    case NumberType::u16:
      return decode_as<T, std::uint16_t>(bytes, swap);
    case NumberType::i32:
      return decode_as<T, std::int32_t>(bytes, swap);
    case NumberType::u32:
      return decode_as<T, std::uint32_t>(bytes, swap);
    case NumberType::i64:
      return decode_as<T, std::int64_t>(bytes, swap);
    case NumberType::u64:
      return decode_as<T, std::uint64_t>(bytes, swap);
    case NumberType::f32:
      return decode_as<T, float>(bytes, swap);
    case NumberType::f64:
      return decode_as<T, double>(bytes, swap);
    case NumberType::none:
      break;
  }
  return {};
}

template <class T>
NumberList<T> scan_numbers(Scanner& in, std::size_t count, NumberType type, const char* what) {
  NumberList<T> list;
  if (in.binary()) {
    const std::string_view bytes = in.bytes(count * size_of(type), what);
    list.first = in.place();
    list.stride = size_of(type);
    list.values = decode_numbers<T>(bytes, type, in.swaps());
    return list;
  }
  list.first = in.here();
  list.values.reserve(count);
  list.at.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    list.values.push_back(scan_one<T>(in, type, what, static_cast<std::int64_t>(i)));
    list.at.push_back(in.place().at);
  }
  return list;
}

template std::vector<double> decode_numbers<double>(std::string_view, NumberType, bool);
template std::vector<std::int64_t> decode_numbers<std::int64_t>(std::string_view, NumberType, bool);
template NumberList<double> scan_numbers<double>(Scanner&, std::size_t, NumberType, const char*);
template NumberList<std::int64_t> scan_numbers<std::int64_t>(Scanner&, std::size_t, NumberType,
                                                             const char*);

}  // namespace conjac
