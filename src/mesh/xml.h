#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conjac {

/// As much of XML as VTK's files use: nested elements with attributes and text, comments and
/// declarations skipped, the five named entities. `<AppendedData>` ends the reading, because raw
/// bytes follow it.
struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  int parent = -1;             // index of the element around it
  std::size_t position = 0;    // byte of its '<'
  std::size_t line = 1;        // line of its '<'
  std::size_t text_begin = 0;  // first stretch of text inside that is not blank; empty if none
  std::size_t text_end = 0;
  std::size_t text_line = 1;

  /// Null when there is no such attribute.
  const std::string* attribute(std::string_view key) const;
};

/// Elements in the order of their opening tags. Throws Error(bad_input) naming file and line.
std::vector<XmlElement> parse_xml(std::string_view content, const std::string& file);

}  // namespace conjac
