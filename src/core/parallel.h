#pragma once

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#include <thread>
#include <vector>

#include "core/threads.h"
#else
#include <tbb/parallel_for.h>
#endif

namespace conjac {

#if defined(__SANITIZE_THREAD__)
/// Debian's oneTBB is not instrumented: ThreadSanitizer sees races in its hand-overs that are not
/// there, and a suppression that silences them silences the loop bodies too. So under that tool,
/// and there alone, the loop runs on plain threads. Chunks are dealt out in turn, without a shared
/// counter, which would order the threads and hide races between chunks.
template <class Body>
void parallel_for(std::size_t count, const Body& body) {
  const auto threads = static_cast<std::size_t>(thread_count());
  std::vector<std::thread> workers;
  for (std::size_t first = 0; first < threads; ++first) {
    workers.emplace_back([&, first] {
      for (std::size_t c = first; c < count; c += threads) body(c);
    });
  }
  for (std::thread& worker : workers) worker.join();
}
#else
template <class Body>
void parallel_for(std::size_t count, const Body& body) {
  tbb::parallel_for(std::size_t{0}, count, body);
}
#endif

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
  parallel_for(chunks, one);
}

}  // namespace conjac
