#pragma once

#include <algorithm>
#include <cmath>

namespace conjac {

/// Between which two shapes of a sequence a moment lies, and how far from the first of them.
struct SequenceMoment {
  int from = 0, to = 0;
  double share = 0;
};

/// Shape k of `count` is met at start + k interval. The first stands before; after the last comes
/// the first again, or the last one stays.
inline SequenceMoment sequence_moment(double start, double interval, bool repeat, int count,
                                      double time) {
  double s = (time - start) / interval;
  if (count < 2 || !(s > 0)) return {};
  const int last = count - 1;
  if (!repeat && s >= last) return {last, last, 0.0};
  if (repeat) s -= count * std::floor(s / count);
  const int from = std::clamp(static_cast<int>(s), 0, last);
  return {from, from == last ? (repeat ? 0 : last) : from + 1, std::clamp(s - from, 0.0, 1.0)};
}

}  // namespace conjac
