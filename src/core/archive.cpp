#include "core/archive.h"

#include <bit>
#include <cstring>
#include <limits>

#include "core/check.h"

namespace conjac {
namespace {

static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");

constexpr std::size_t kNameLength = 8;
constexpr std::size_t kHead = kNameLength + 2 * sizeof(std::uint64_t);

/// FNV-1a, 64 bits.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

}  // namespace

void Archive::fits(bool condition, const char* what) {
  require(condition, std::string("this state is not one of this program and scene: ") + what);
}

void Archive::end() const {
  fits(in_.empty(), "there is more of it than is known");
}

void Archive::raw(void* bytes, std::size_t count) {
  if (count == 0) return;
  if (!loading_) {
    out_.append(static_cast<const char*>(bytes), count);
    return;
  }
  fits(count <= in_.size(), "it ends too soon");
  std::memcpy(bytes, in_.data(), count);
  in_.remove_prefix(count);
}

std::int64_t Archive::size(std::int64_t count, std::size_t least) {
  raw(&count, sizeof count);
  fits(count >= 0 &&
           (least == 0 || static_cast<std::uint64_t>(count) <= in_.size() / least || !loading_),
       "a list is longer than the bytes");
  return count;
}

std::int64_t Archive::most_numbers() const {
  return loading_ ? static_cast<std::int64_t>(in_.size() / sizeof(double))
                  : std::numeric_limits<std::int64_t>::max();
}

void Archive::section(const char* name) {
  auto mark = static_cast<std::uint32_t>(checksum(name));
  const std::uint32_t expected = mark;
  raw(&mark, sizeof mark);
  fits(mark == expected,
       (std::string("another list stands where that of ") + name + " should").c_str());
}

void Archive::numbers(double* values, std::int64_t count) {
  const std::int64_t there = size(count, sizeof(double));
  fits(there == count, "another number of values");
  raw(values, static_cast<std::size_t>(count) * sizeof(double));
}

std::string sealed(std::string_view name, std::string_view bytes) {
  std::string all(name);
  all.resize(kNameLength, '\0');
  for (const std::uint64_t number : {static_cast<std::uint64_t>(bytes.size()), checksum(bytes)})
    all.append(reinterpret_cast<const char*>(&number), sizeof number);
  return all.append(bytes);
}

std::string_view unsealed(std::string_view name, std::string_view all, const std::string& where) {
  std::string head(name);
  head.resize(kNameLength, '\0');
  require(all.substr(0, kNameLength) == head,
          where + ": not a " + std::string(name) + " of ConJac");
  require(all.size() >= kHead, where + ": cut short");
  std::uint64_t length = 0, sum = 0;
  std::memcpy(&length, all.data() + kNameLength, sizeof length);
  std::memcpy(&sum, all.data() + kNameLength + sizeof length, sizeof sum);
  const std::string_view bytes = all.substr(kHead);
  require(bytes.size() == length, where + ": cut short, " + std::to_string(bytes.size()) + " of " +
                                      std::to_string(length) + " bytes are there");
  require(checksum(bytes) == sum, where + ": damaged, its checksum is another one");
  return bytes;
}

}  // namespace conjac
