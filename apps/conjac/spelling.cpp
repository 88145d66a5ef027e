#include "spelling.h"

#include <algorithm>
#include <utility>

namespace conjac::app {
namespace {

/// Letters that must be changed, put in or left out to make one of the other.
std::size_t distance_between(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_word(const std::string& given, const std::vector<std::string>& words) {
  std::string nearest;
  std::size_t least = given.size() / 3 + 2;  // farther ones are no misspellings
  for (const std::string& word : words) {
    const std::size_t distance = distance_between(given, word);
    if (distance < least) least = distance, nearest = word;
  }
  return nearest;
}

}  // namespace conjac::app
