#include "record/vtk_data.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/check.h"
#include "record/base64.h"

namespace conjac::record {

namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr std::size_t kBlockBytes = 1 << 16;
// Deflate cannot shrink data by more than 1032:1.
constexpr std::uint64_t kMostExpansion = 1040;
// Coordinates hardly compress and the index arrays compress well at any level: the fastest.
constexpr int kLevel = Z_BEST_SPEED;

std::vector<std::byte> compressed(std::span<const std::byte> block) {
  uLongf size = compressBound(block.size());
  std::vector<std::byte> result(size);
  const int status = compress2(reinterpret_cast<Bytef*>(result.data()), &size,
                               reinterpret_cast<const Bytef*>(block.data()), block.size(), kLevel);
  require(status == Z_OK, "zlib could not compress a block: out of memory.", ErrorKind::io);
  result.resize(size);
  return result;
}

}  // namespace

std::string encode_vtk(std::span<const std::byte> bytes) {
  const std::size_t blocks = (bytes.size() + kBlockBytes - 1) / kBlockBytes;
  std::vector<std::uint64_t> header = {blocks, kBlockBytes, bytes.size() % kBlockBytes};
  std::vector<std::byte> data;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t begin = b * kBlockBytes;
    const auto block =
        compressed(bytes.subspan(begin, std::min(kBlockBytes, bytes.size() - begin)));
    header.push_back(block.size());
    data.insert(data.end(), block.begin(), block.end());
  }
  return to_base64(std::as_bytes(std::span(header))) + to_base64(data);
}

std::vector<std::byte> decode_vtk(std::string_view text, const std::string& where) {
  const auto sound = [&](bool condition) {
    require(condition, where + ": the compressed data is damaged; write the file again.");
  };
  const auto words_of = [&](std::size_t count) {
    const std::size_t letters = (count * sizeof(std::uint64_t) + 2) / 3 * 4;
    sound(count < text.size() && letters <= text.size());
    const auto bytes = from_base64(text.substr(0, letters));
    sound(bytes && bytes->size() >= count * sizeof(std::uint64_t));
    std::vector<std::uint64_t> words(count);
    std::memcpy(words.data(), bytes->data(), count * sizeof(std::uint64_t));
    return std::pair(words, letters);
  };
  const std::uint64_t blocks = words_of(3).first[0];
  sound(blocks < text.size());  // a block takes more than one letter
  const auto [header, letters] = words_of(3 + blocks);
  const std::uint64_t block_bytes = header[1], last_bytes = header[2];
  sound(block_bytes <= (1u << 30) && last_bytes <= block_bytes);
  const auto data = from_base64(text.substr(letters));
  sound(data.has_value());

  std::vector<std::byte> result;
  std::size_t at = 0;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::uint64_t size = header[3 + b];
    const std::uint64_t want = b + 1 == blocks && last_bytes != 0 ? last_bytes : block_bytes;
    sound(size <= data->size() - at && want / kMostExpansion <= size);
    const std::size_t begin = result.size();
    result.resize(begin + want);
    uLongf got = want;
    sound(uncompress(reinterpret_cast<Bytef*>(result.data() + begin), &got,
                     reinterpret_cast<const Bytef*>(data->data() + at), size) == Z_OK &&
          got == want);
    at += size;
  }
  return result;
}

}  // namespace conjac::record
