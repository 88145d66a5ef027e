#pragma once

#include <cstddef>

// Loops whose parts are done by several threads at once. What a part computes depends on nothing but
// the part, and the parts depend on nothing but the loop: neither knows how many threads there are.

#if defined(__SANITIZE_THREAD__)
#include "core/parallel_plain.h"
#else
#include <tbb/parallel_for.h>
#endif

namespace conjac {

/// Calls body(index) for all of [0, count), by oneTBB; under ThreadSanitizer, and there alone, by
/// plain threads (parallel_plain.h says why).
///
/// When a body throws, as it may when memory has run out, the loop ends early: some indices are not
/// done, and the caller gets the exception, once no thread is in the loop any more. Which one of
/// several it gets depends on the threads.
///
/// What the loop has written by then is nobody's result. The same holds for parallel_chunks.
///
/// Under ThreadSanitizer every thread goes on with its part until it throws itself.
#if defined(__SANITIZE_THREAD__)
template <class Body>
void parallel_for(std::size_t count, const Body& body) {
  parallel_for_on_plain_threads(count, body);
}

#else
template <class Body>
void parallel_for(std::size_t count, const Body& body) {
  tbb::parallel_for(std::size_t{0}, count, body);
}
#endif

/// Calls body(begin, end) on fixed chunks of [0, count). The chunks depend on `chunk` alone, never
/// on the number of threads, so whatever a body computes per chunk is bitwise the same with one
/// thread or many. A body that throws ends the loop, as above.
template <class Body>
void parallel_chunks(std::size_t count, std::size_t chunk, const Body& body) {
  const std::size_t chunks = (count + chunk - 1) / chunk;
  const auto one = [&](std::size_t c) {
    const std::size_t begin = c * chunk;
    body(begin, begin + chunk < count ? begin + chunk : count);
  };
  if (chunks == 1) return one(0);
  parallel_for(chunks, one);
}

}  // namespace conjac
