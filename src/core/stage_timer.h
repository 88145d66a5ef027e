#pragma once

#include <chrono>

namespace conjac {

/// Adds the wall-clock time of its own life to a slot (seconds).
class StageTimer {
 public:
  explicit StageTimer(double& slot) : slot_(slot), begin_(Clock::now()) {}
  ~StageTimer() { slot_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& slot_;
  Clock::time_point begin_;
};

}  // namespace conjac
