#pragma once

#include <cmath>

#include "core/pack.h"

namespace conjac {

// Lane by lane: as accurate as the library's, and only laws that are seldom used ask for them.
inline Pack log(Pack a) {
  for (int lane = 0; lane < Pack::width; ++lane) a.v[lane] = std::log(a.v[lane]);
  return a;
}
inline Pack pow(Pack a, Pack b) {
  for (int lane = 0; lane < Pack::width; ++lane) a.v[lane] = std::pow(a.v[lane], b.v[lane]);
  return a;
}
inline double log(double a) {
  return std::log(a);
}
inline double pow(double a, double b) {
  return std::pow(a, b);
}

}  // namespace conjac
