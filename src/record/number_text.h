#pragma once

#include <string>

namespace conjac::record {

/// The shortest text that reads back to the same bits; "nan", "inf", "-inf" otherwise.
std::string shortest(double value);

/// With a fixed number of decimals; never "-0".
std::string fixed_decimals(double value, int decimals);

/// A power of 1000 that makes `largest` a number between 1 and 1000, and the unit's prefix for it.
/// kilo and above are for any unit; p, n, µ and m below one.
struct Scaled {
  double factor = 1;  // shown value = value * factor
  std::string unit;   // e.g. "kPa"
};
Scaled scaled_unit(double largest, const std::string& unit);

/// 12345678 -> "12 345 678".
std::string grouped(long long count);

}  // namespace conjac::record
