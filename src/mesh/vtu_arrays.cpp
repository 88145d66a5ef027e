#include "mesh/vtu_arrays.h"

#include <zlib.h>

#include <limits>

#include "mesh/byte_stream.h"
#include "mesh/mesh_error.h"

namespace conjac {
namespace {

// Deflate cannot shrink data by more than 1032:1; a file that claims more is damaged or hostile.
constexpr std::size_t kMostExpansion = 1040;

// Coordinates hardly shrink, lists of neighbours by ten; all of a mesh together never by so much.
constexpr std::size_t kMostUnpacked = 100;
constexpr std::size_t kAlwaysUnpacked = std::size_t{16} << 20;  // bytes, of a small file of zeros

std::string name_of(const XmlElement& array) {
  const std::string* name = array.attribute("Name");
  return name ? "array '" + name->substr(0, 40) + "'" : std::string("array");
}

/// Undoes block compression; the stream stands at the block header.
std::string inflate_blocks(ByteStream& in, bool wide, std::size_t expected) {
  const std::uint64_t blocks = in.size(wide);
  const std::uint64_t block_size = in.size(wide);
  const std::uint64_t last_size = in.size(wide);
  // All blocks are full but the last, whose size 0 means that it is full too.
  const std::uint64_t whole = last_size == 0 ? blocks : blocks - 1;
  const bool fits = blocks > 0 && block_size > 0 && last_size <= block_size &&
                    whole <= expected / block_size && whole * block_size + last_size == expected;
  if (!fits)
    in.fail("its compressed blocks do not add up to the " + std::to_string(expected) +
            " bytes it should have. The counts disagree; write the file again.");
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    sizes.push_back(in.size(wide));
    if (sizes.back() > in.remaining()) in.fail("a compressed block is longer than the file.");
  }

  std::string data;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::size_t size = b < whole ? block_size : last_size;
    const std::string packed = in.take(sizes[b]);
    if (size / kMostExpansion > packed.size())
      in.fail("a block claims to expand beyond what zlib can. The file is damaged.");
    const std::size_t begin = data.size();
    data.resize(begin + size);
    uLongf produced = size;
    const int status = uncompress(reinterpret_cast<Bytef*>(data.data() + begin), &produced,
                                  reinterpret_cast<const Bytef*>(packed.data()),
                                  static_cast<uLong>(packed.size()));
    if (status != Z_OK || produced != size)
      in.fail("compressed block " + std::to_string(b) +
              " cannot be unpacked. The file is damaged; write it again.");
  }
  return data;
}

}  // namespace

void VtuArrays::fail(const XmlElement& at, const std::string& cause) const {
  mesh_error(file_, line_place(at.line), cause);
}

NumberType VtuArrays::type(const XmlElement& array) const {
  const std::string* name = array.attribute("type");
  const NumberType known = name ? xml_number_type(*name) : NumberType::none;
  if (known == NumberType::none)
    fail(array, name_of(array) + " has no known type. Write Float64, Int64 or the like.");
  return known;
}

std::size_t VtuArrays::components(const XmlElement& array) const {
  const std::string* text = array.attribute("NumberOfComponents");
  if (text == nullptr || text->empty()) return 1;
  const auto value = parse_integer(*text);
  if (!value || *value < 0 || *value > 1000)
    fail(array, name_of(array) + " has an implausible NumberOfComponents. Write the file again.");
  return *value == 0 ? 1 : static_cast<std::size_t>(*value);  // old writers put 0 for scalars
}

template <class T>
NumberList<T> VtuArrays::text_numbers(const XmlElement& array, std::size_t count) const {
  // Cut behind the text, so that running out of numbers is an error with its line.
  Scanner in(content_.substr(0, array.text_end), file_, {.whole = "array"});
  in.seek(array.text_begin, array.text_line);
  in.checked_count(static_cast<std::int64_t>(count), "number of values", 2);
  NumberList<T> list = scan_numbers<T>(in, count, type(array), "array value");
  if (!in.at_end()) {
    in.word("value");
    in.fail(name_of(array) + " has more than the " + std::to_string(count) +
            " values it should have. Correct the counts or write the file again.");
  }
  return list;
}

std::string VtuArrays::bytes(const XmlElement& array, std::size_t expected, Place& first,
                             std::size_t& stride) const {
  const std::string& format = *array.attribute("format");
  ByteStream in(content_, file_, name_of(array), coding_.swap);
  bool base64 = true;
  if (format == "appended") {
    const std::string* text = array.attribute("offset");
    const auto offset = text ? parse_integer(*text) : std::nullopt;
    if (coding_.appended == 0)
      fail(array, name_of(array) +
                      " is appended, but no <AppendedData> follows. The file is "
                      "truncated; write it again.");
    if (!offset || *offset < 0 ||
        static_cast<std::uint64_t>(*offset) > content_.size() - coding_.appended)
      fail(array, name_of(array) +
                      " has an offset outside the appended data. The file is "
                      "truncated or damaged; write it again.");
    base64 = coding_.appended_base64;
    in.open(coding_.appended + static_cast<std::size_t>(*offset), content_.size(), base64);
  } else {
    in.open(array.text_begin, array.text_end, base64);
  }
  first = byte_place(in.position());
  stride = 0;
  if (coding_.zlib) {
    unpacked_ += expected;
    if (unpacked_ > kAlwaysUnpacked + kMostUnpacked * content_.size())
      in.fail("with it the file would unpack to " + std::to_string(unpacked_ >> 20) + " MB from " +
              std::to_string((content_.size() >> 20) + 1) +
              " MB, which no mesh does. The counts are wrong; write the file again.");
    return inflate_blocks(in, coding_.wide, expected);
  }

  const std::uint64_t size = in.size(coding_.wide);
  if (size != expected)
    in.fail("it has " + std::to_string(size) + " bytes instead of " + std::to_string(expected) +
            ". The counts disagree; write the file again.");
  if (!base64) {
    first = byte_place(in.position());
    stride = size_of(type(array));
  }
  return in.take(expected);
}

template <class T>
NumberList<T> VtuArrays::numbers(const XmlElement& array, std::size_t count) const {
  const std::string* format = array.attribute("format");
  NumberList<T> list;
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    fail(array, name_of(array) + " should have " + std::to_string(count) +
                    " values, more than can be. The counts are wrong; write the file again.");
  if (format == nullptr || *format == "ascii") return text_numbers<T>(array, count);
  if (*format != "binary" && *format != "appended")
    fail(array, name_of(array) + " has an unknown format. Write ascii, binary or appended.");
  list.first = byte_place(array.position);
  if (count == 0) return list;
  const std::string data = bytes(array, count * size_of(type(array)), list.first, list.stride);
  list.values = decode_numbers<T>(data, type(array), coding_.swap);
  return list;
}

template NumberList<double> VtuArrays::numbers<double>(const XmlElement&, std::size_t) const;
template NumberList<std::int64_t> VtuArrays::numbers<std::int64_t>(const XmlElement&,
                                                                   std::size_t) const;

}  // namespace conjac
