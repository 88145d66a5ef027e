#include "fuzz/mutate.h"

#include <cctype>
#include <string_view>

namespace conjac::fuzz {
namespace {

// Numbers that are at the edge of some type, or none.
constexpr std::string_view kNumbers[] = {"0",           "-1",         "1",
                                         "255",         "65536",      "2147483647",
                                         "-2147483648", "4294967296", "9223372036854775807",
                                         "1e308",       "-1e309",     "1e-320",
                                         "nan",         "inf",        "0x10",
                                         "1.",          ".5",         "00"};
constexpr std::size_t kMostBytes = 1 << 14;

}  // namespace

Mutator::Mutator(std::vector<std::string> corpus, unsigned seed)
    : corpus_(std::move(corpus)), random_(seed) {}

std::string Mutator::next() {
  std::string bytes = corpus_[below(corpus_.size())];
  for (std::size_t i = 0, count = 1 + below(6); i < count; ++i) change(bytes);
  if (bytes.size() > kMostBytes) bytes.resize(kMostBytes);
  return bytes;
}

void Mutator::change(std::string& bytes) {
  const std::size_t at = below(bytes.size() + 1), length = 1 + below(8 + bytes.size() / 8);
  switch (below(9)) {
    case 0:  // a bit
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
      return;
    case 1:  // a byte
      if (at < bytes.size()) bytes[at] = static_cast<char>(below(256));
      return;
    case 2:
      bytes.erase(at, length);
      return;
    case 3:  // twice
      bytes.insert(at, bytes.substr(at, length));
      return;
    case 4:  // from elsewhere
      bytes.insert(below(bytes.size() + 1), bytes.substr(at, length));
      return;
    case 5: {  // from another one
      const std::string& other = corpus_[below(corpus_.size())];
      bytes.replace(at, length, other.substr(below(other.size() + 1), length));
      return;
    }
    case 6:
      bytes.resize(at);
      return;
    case 7: {  // another number
      std::size_t begin = at;
      while (begin < bytes.size() && std::isdigit(static_cast<unsigned char>(bytes[begin])) == 0)
        ++begin;
      std::size_t end = begin;
      while (end < bytes.size() && std::isdigit(static_cast<unsigned char>(bytes[end])) != 0) ++end;
      bytes.replace(begin, end - begin, kNumbers[below(std::size(kNumbers))]);
      return;
    }
    default: {  // four bytes of a number at the edge
      constexpr unsigned char kBytes[] = {0, 1, 0x7f, 0x80, 0xff};
      const auto fill = static_cast<char>(kBytes[below(std::size(kBytes))]);
      for (std::size_t i = at; i < at + 4 && i < bytes.size(); ++i) bytes[i] = fill;
    }
  }
}

}  // namespace conjac::fuzz
