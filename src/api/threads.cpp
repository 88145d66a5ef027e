#include "conjac/threads.h"

#include "core/threads.h"

namespace conjac {

struct ThreadCount::Impl {
  ThreadLimit limit;
};

ThreadCount::ThreadCount(int threads) : impl_(new Impl{ThreadLimit(threads)}) {}
ThreadCount::~ThreadCount() = default;
int ThreadCount::count() const {
  return thread_count();
}

}  // namespace conjac
