#include "progress.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <cstdio>

namespace conjac::mesher {

Stage::Stage(std::string name, double limit, bool quiet)
    : name_(std::move(name)),
      quiet_(quiet),
      terminal_(!quiet && isatty(STDERR_FILENO)),
      ticker_([this, limit] { tick(limit); }) {}

Stage::~Stage() {
  if (!ended_) done("stopped");
}

double Stage::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void Stage::tick(double limit) {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (terminal_) {
      fmt::print(stderr, "\r{}, {:.0f} s\x1b[K", name_, elapsed());
      std::fflush(stderr);
    }
    if (elapsed() > limit) out_of_time = true;
    if (elapsed() > 2 * limit + 1) {
      fmt::print(stderr,
                 "{}conjac mesh: error: {} took longer than twice the time limit of {:.0f} s. "
                 "--decimate the surface, or raise --time-limit.\n",
                 terminal_ ? "\r\x1b[K" : "", name_, limit);
      std::fflush(stderr);
      _exit(3);
    }
    wake_.wait_for(lock, std::chrono::milliseconds(200), [this] { return ended_; });
  }
}

void Stage::done(const std::string& result) {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_all();
  ticker_.join();
  if (!quiet_)
    fmt::print(stderr, "{}{}: {} ({:.1f} s)\n", terminal_ ? "\r\x1b[K" : "", name_, result,
               elapsed());
}

}  // namespace conjac::mesher
