#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

namespace conjac {

/// Calls body(begin, end) on fixed chunks of [0, count). The chunks depend on `chunk` alone, never
/// on the number of threads, so whatever a body computes per chunk is bitwise the same with one
/// thread or many. Bodies must not throw.
template <class Body>
void parallel_chunks(std::size_t count, std::size_t chunk, const Body& body) {
  const std::size_t chunks = (count + chunk - 1) / chunk;
  const auto one = [&](std::size_t c) {
    const std::size_t begin = c * chunk;
    body(begin, begin + chunk < count ? begin + chunk : count);
  };
  if (chunks == 1) return one(0);
  tbb::parallel_for(std::size_t{0}, chunks, one);
}

}  // namespace conjac
