#pragma once

#include <algorithm>
#include <chrono>

namespace conjac::serve {

/// So many a second in the long run, and a burst at once.
class Bucket {
 public:
  using Clock = std::chrono::steady_clock;
  Bucket(double rate, double burst) : rate_(rate), burst_(burst), level_(burst) {}

  bool take(Clock::time_point now = Clock::now()) {
    if (last_ != Clock::time_point{})
      level_ =
          std::min(burst_, level_ + rate_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (level_ < 1) return false;
    level_ -= 1;
    return true;
  }

 private:
  double rate_, burst_, level_;
  Clock::time_point last_{};
};

}  // namespace conjac::serve
