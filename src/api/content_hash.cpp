#include "api/content_hash.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "record/files.h"

namespace conjac {
namespace {

/// FNV-1a; two of them, from different beginnings, make 128 bits.
std::uint64_t fnv(std::string_view bytes, std::uint64_t value) {
  for (const char c : bytes) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return value;
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  char text[40];
  std::snprintf(text, sizeof text, "%016llx%016llx",
                static_cast<unsigned long long>(fnv(bytes, 0xcbf29ce484222325ULL)),
                static_cast<unsigned long long>(fnv(bytes, 0x9ae16a3b2f90404fULL)));
  return text;
}

void replace_files_by_content(nlohmann::ordered_json& scene) {
  if (scene.is_structured()) {
    for (auto& item : scene) replace_files_by_content(item);
    return;
  }
  std::error_code none;
  if (scene.is_string() && std::filesystem::is_regular_file(scene.get<std::string>(), none))
    scene = content_hash(record::read_whole(scene.get<std::string>()));
}

}  // namespace conjac
