#include "core/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "conjac/error.h"
#include "core/parallel.h"

namespace conjac {
namespace {

/// Different threads that took part in a loop long enough for everybody to come.
std::size_t threads_seen() {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  parallel_chunks(64, 1, [&](std::size_t, std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const std::lock_guard lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  return ids.size();
}

TEST(Threads, LimitOfOneKeepsLoopsOnTheCaller) {
  const ThreadLimit limit(1);
  EXPECT_EQ(thread_count(), 1);
  EXPECT_EQ(threads_seen(), 1u);
}

TEST(Threads, LimitEndsWithItsScope) {
  const int before = thread_count();
  {
    const ThreadLimit limit(1);
    EXPECT_EQ(thread_count(), 1);
  }
  EXPECT_EQ(thread_count(), before);
}

TEST(Threads, ZeroChangesNothing) {
  const int before = thread_count();
  const ThreadLimit limit(0);
  EXPECT_EQ(thread_count(), before);
}

TEST(Threads, MoreThanTheCoresWhenAskedFor) {
  run_with_threads(8, [] {
    EXPECT_EQ(thread_count(), 8);
    const std::size_t seen = threads_seen();
    EXPECT_GT(seen, 2u);
    EXPECT_LE(seen, 8u);
  });
}

TEST(Threads, NonsenseIsRefused) {
  EXPECT_THROW(ThreadLimit(-1), Error);
  EXPECT_THROW(run_with_threads(0, [] {}), Error);
}

/// A sum whose value depends on the order of additions: chunks are fixed, so it must not change.
double chunked_sum(std::size_t count) {
  constexpr std::size_t chunk = 37;
  std::vector<double> partial((count + chunk - 1) / chunk, 0.0);
  parallel_chunks(count, chunk, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += 1.0 / static_cast<double>(3 * i + 1);
    partial[begin / chunk] = sum;
  });
  double total = 0;
  for (const double p : partial) total += p;
  return total;
}

TEST(Threads, ChunkedSumHasTheSameBitsForAnyNumber) {
  double reference = 0;
  run_with_threads(1, [&] { reference = chunked_sum(100000); });
  for (const int threads : {2, 4, 8}) {
    run_with_threads(threads, [&] { EXPECT_EQ(chunked_sum(100000), reference); });
  }
}

TEST(Threads, EveryIndexOnceAndNothingForAnEmptyRange) {
  std::vector<std::atomic<int>> hits(1000);
  parallel_chunks(hits.size(), 7, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++hits[i];
  });
  for (const auto& hit : hits) EXPECT_EQ(hit, 1);
  parallel_chunks(0, 7, [](std::size_t, std::size_t) { ADD_FAILURE(); });
}

TEST(Threads, WhatABodyThrowsReachesTheCaller) {
  for (const int threads : {1, 2, 8})
    run_with_threads(threads, [] {
      // One chunk of many throws, then every one, then the only one.
      for (const std::size_t count : {1000u, 1u})
        for (const bool all : {false, true}) {
          std::string said;
          try {
            parallel_chunks(count, 1, [&](std::size_t begin, std::size_t) {
              if (all || begin == count / 2) throw Error(ErrorKind::diverged, "from a thread");
            });
          } catch (const Error& error) {
            said = error.what();
          }
          EXPECT_EQ(said, "from a thread");
        }
      // Nothing of it is left: the next loop is whole.
      std::atomic<int> done{0};
      parallel_chunks(100, 1, [&](std::size_t, std::size_t) { ++done; });
      EXPECT_EQ(done, 100);
    });
}

}  // namespace
}  // namespace conjac
