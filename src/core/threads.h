#pragma once

#include <functional>
#include <memory>

namespace conjac {

/// While it lives, at most `threads` threads work on parallel loops (core/parallel.h), the calling
/// one included; 0 leaves the choice to oneTBB (one per core this process may use). With several
/// alive the smallest wins. It can only lower the number: see run_with_threads.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs `body` where parallel loops have exactly `threads` seats, more than there are cores if
/// asked for: how a two-core machine tests that eight threads give the same bits.
void run_with_threads(int threads, const std::function<void()>& body);

/// Runs `body` where parallel loops have one seat, the caller's; other threads keep theirs.
void run_alone(const std::function<void()>& body);

/// Seats a parallel loop started by the calling thread has now.
int thread_count();

}  // namespace conjac
