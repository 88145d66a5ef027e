#include "record/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace conjac::record {

std::string shortest(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string fixed_decimals(double value, int decimals) {
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, decimals)
                       .ptr;
  std::string result(text.data(), end);
  if (result[0] == '-' && result.find_first_not_of("-0.") == std::string::npos) result.erase(0, 1);
  return result;
}

Scaled scaled_unit(double largest, const std::string& unit) {
  static constexpr std::array<const char*, 9> kPrefix = {"p", "n", "µ", "m", "",
                                                         "k", "M", "G", "T"};
  constexpr int kNone = 4;
  if (!(largest > 0) || !std::isfinite(largest)) return {1, unit};
  // A hair below the power keeps 1000 as "1 k" in spite of rounding.
  const int power = static_cast<int>(std::floor(std::log10(largest) / 3 + 1e-9));
  const int index = std::clamp(power + kNone, 0, static_cast<int>(kPrefix.size()) - 1);
  return {std::pow(10.0, -3 * (index - kNone)), kPrefix[static_cast<std::size_t>(index)] + unit};
}

std::string grouped(long long count) {
  std::string digits = std::to_string(std::llabs(count));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), " ");
  return count < 0 ? "-" + digits : digits;
}

}  // namespace conjac::record
