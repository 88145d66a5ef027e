#pragma once

/// A number that somebody chose, and could have chosen otherwise: a threshold, a share, a count.
/// Each stands once, with the reason or the measurement behind it; docs/method.md lists them all and
/// says what half and double of each do. Names are unique in the project.
///
///     CONJAC_TUNED(double, kGain, 0.1);      a constexpr
///
/// A build with the CMake option CONJAC_TUNING reads it, when the program starts, from the
/// environment variable CONJAC_kGain instead, if there is one: tools/measure_constants.py measures
/// that way, without a build for each value.
#ifdef CONJAC_TUNING

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace conjac {
template <class T>
T tuned(const char* variable, T value) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return value;
  char* end = nullptr;
  const double read = std::strtod(text, &end);
  if (end == text || *end != '\0')
    throw std::invalid_argument(std::string(variable) + ": \"" + text + "\" is no number");
  return static_cast<T>(read);
}
}  // namespace conjac

#define CONJAC_TUNED(type, name, value) \
  inline const type name = ::conjac::tuned<type>("CONJAC_" #name, value)

#else

#define CONJAC_TUNED(type, name, value) inline constexpr type name = value

#endif
