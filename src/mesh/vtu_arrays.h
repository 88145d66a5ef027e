#pragma once

#include <string>
#include <string_view>

#include "mesh/number_list.h"
#include "mesh/xml.h"

namespace conjac {

/// How a .vtu file stores its arrays; from the <VTKFile> and <AppendedData> elements.
struct VtuCoding {
  bool swap = false;         // the file's byte order is not this machine's
  bool wide = false;         // sizes in front of binary data have 8 bytes instead of 4
  bool zlib = false;         // binary data is compressed in blocks
  std::size_t appended = 0;  // byte behind the '_' of <AppendedData>; 0 without one
  bool appended_base64 = false;
};

/// Values of <DataArray> elements, whichever way they are stored:
///   ascii            numbers as text
///   binary           base64 text of [bytes] data
///   appended         the same at an offset behind '_', as base64 or raw
/// With compression [bytes] becomes [blocks, block size, last block size, compressed sizes...], in
/// base64 encoded apart from the blocks that follow it.
class VtuArrays {
 public:
  VtuArrays(std::string_view content, const std::string& file, const VtuCoding& coding)
      : content_(content), file_(file), coding_(coding) {}

  NumberType type(const XmlElement& array) const;
  std::size_t components(const XmlElement& array) const;
  /// Exactly `count` values, or Error(bad_input).
  template <class T>
  NumberList<T> numbers(const XmlElement& array, std::size_t count) const;

  [[noreturn]] void fail(const XmlElement& at, const std::string& cause) const;

 private:
  template <class T>
  NumberList<T> text_numbers(const XmlElement& array, std::size_t count) const;
  std::string bytes(const XmlElement& array, std::size_t expected, Place& first,
                    std::size_t& stride) const;

  std::string_view content_;
  const std::string& file_;
  VtuCoding coding_;
  mutable std::size_t unpacked_ = 0;  // bytes so far, of compressed arrays
};

}  // namespace conjac
