#include "core/threads.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/check.h"

namespace conjac {
namespace {

constexpr auto kParallelism = tbb::global_control::max_allowed_parallelism;

void require_positive(int threads, int least) {
  require(threads >= least,
          "thread count " + std::to_string(threads) + " makes no sense: give a number from " +
              std::to_string(least) + (least == 0 ? " (0 is one per core)" : ""),
          ErrorKind::usage);
}

}  // namespace

struct ThreadLimit::Impl {
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads) {
  require_positive(threads, 0);
  if (threads > 0) {
    impl_.reset(new Impl{{kParallelism, static_cast<std::size_t>(threads)}});
  }
}

ThreadLimit::~ThreadLimit() = default;

void run_with_threads(int threads, const std::function<void()>& body) {
  require_positive(threads, 1);
  // The control lets oneTBB start the workers, the arena gives the loops their seats: either alone
  // stops at the number of cores.
  const tbb::global_control control(kParallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute(body);
}

void run_alone(const std::function<void()>& body) {
  tbb::task_arena arena(1);
  arena.execute(body);
}

int thread_count() {
  const auto allowed = static_cast<int>(tbb::global_control::active_value(kParallelism));
  return std::min(allowed, tbb::this_task_arena::max_concurrency());
}

}  // namespace conjac
