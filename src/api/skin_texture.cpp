#include "api/skin_texture.h"

#include <span>

#include "core/check.h"
#include "record/base64.h"
#include "record/files.h"

namespace conjac {
namespace {

// Every page and every recording carries it.
constexpr std::size_t kMostTextureBytes = std::size_t{16} << 20;

}  // namespace

std::string skin_texture(const SceneSpec& scene) {
  if (!scene.skin || scene.skin->texture.empty()) return {};
  const std::string& file = scene.skin->texture;
  const std::string bytes = record::read_whole(file);
  const bool png = bytes.starts_with("\x89PNG\r\n\x1a\n"), jpeg = bytes.starts_with("\xff\xd8\xff");
  require(png || jpeg, "skin.texture: '" + file +
                           "' is neither a PNG nor a JPEG file; other programs understand these "
                           "two, so convert it to one of them");
  require(bytes.size() <= kMostTextureBytes,
          "skin.texture: '" + file +
              "' is larger than 16 MB, and every recording would carry it; "
              "make it smaller");
  return std::string("data:image/") + (png ? "png" : "jpeg") + ";base64," +
         record::to_base64(std::as_bytes(std::span(bytes)));
}

}  // namespace conjac
