#include "scenefile/parse.h"
#include "scenefile/parse_writer.h"

namespace conjac {
namespace {

void write(const Json& value, size_t indent, std::string& out) {
  const std::string line = value.dump();
  if (!value.is_structured()) {
    out += line;
    return;
  }
  constexpr size_t kWidth = 100;
  // Inner braces would make a line hard to read, even where it fits.
  const bool one_line = line.size() + indent < kWidth && line.find('{', 1) == std::string::npos;
  std::string space(one_line ? 1 : indent + 3, ' ');
  if (!one_line) space[0] = '\n';
  const char* separator = "";
  out += value.is_array() ? "[" : "{";
  for (const auto& [key, item] : value.items()) {
    out += separator;
    if (!one_line || *separator) out += space;
    if (value.is_object()) out += Json(key).dump() + ": ";
    write(item, indent + 2, out);
    separator = ",";
  }
  if (!one_line) out += space.substr(0, indent + 1);
  out += value.is_array() ? "]" : "}";
}

}  // namespace

std::string json_text(const Json& value) {
  std::string out;
  write(value, 0, out);
  return out + "\n";
}

std::string scene_to_json(const SceneSpec& scene) {
  SceneSpec copy = scene;  // the table visits members it might change
  return json_text(to_json_value(copy));
}

}  // namespace conjac
