#include "draw/image.h"

#include <png.h>

#include <algorithm>

#include "core/check.h"

namespace conjac::draw {

namespace {

std::uint8_t to_byte(float channel) {
  return static_cast<std::uint8_t>(std::clamp(channel, 0.0f, 1.0f) * 255.0f + 0.5f);
}

}  // namespace

void write_png(const record::Path& path, const Image& image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(static_cast<std::size_t>(image.width() * image.height()) * 3);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Color& c = image.at(x, y);
      bytes.insert(bytes.end(), {to_byte(c.r), to_byte(c.g), to_byte(c.b)});
    }
  }
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.format = PNG_FORMAT_RGB;
  png.width = static_cast<png_uint_32>(image.width());
  png.height = static_cast<png_uint_32>(image.height());
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string file(size, '\0');
  const bool done =
      png_image_write_to_memory(&png, file.data(), &size, 0, bytes.data(), 0, nullptr);
  require(done, path.string() + ": libpng: " + png.message, ErrorKind::io);
  record::write_atomically(path, std::string_view(file).substr(0, size));
}

Image read_png(const record::Path& path) {
  const std::string file = record::read_whole(path);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  require(png_image_begin_read_from_memory(&png, file.data(), file.size()) != 0,
          path.string() + ": not a PNG picture (" + png.message + ").");
  png.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(png));
  require(png_image_finish_read(&png, nullptr, bytes.data(), 0, nullptr) != 0,
          path.string() + ": damaged PNG picture (" + png.message + ").");
  Image image(static_cast<int>(png.width), static_cast<int>(png.height));
  const std::uint8_t* byte = bytes.data();
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x, byte += 3)
      image.at(x, y) = {byte[0] / 255.0f, byte[1] / 255.0f, byte[2] / 255.0f};
  return image;
}

}  // namespace conjac::draw
