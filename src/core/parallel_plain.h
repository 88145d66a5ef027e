#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "core/threads.h"

namespace conjac {

/// A parallel loop on plain threads, for ThreadSanitizer alone: Debian's oneTBB is not instrumented,
/// so that tool sees races in its hand-overs that are not there, and a suppression that silences them
/// silences the loop bodies too. Chunks are dealt out in turn, without a shared counter, which would
/// order the threads and hide races between chunks.
template <class Body>
void parallel_for_on_plain_threads(std::size_t count, const Body& body) {
  const auto threads = static_cast<std::size_t>(thread_count());
  std::vector<std::thread> workers;
  std::vector<std::exception_ptr> thrown(threads);
  for (std::size_t first = 0; first < threads; ++first) {
    workers.emplace_back([&, first] {
      try {
        for (std::size_t c = first; c < count; c += threads) body(c);
      } catch (...) {
        thrown[first] = std::current_exception();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace conjac
