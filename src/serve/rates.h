#pragma once

#include <chrono>

namespace conjac::serve {

/// Steps and simulated seconds per second of wall clock, measured over about half a second.
class RateMeter {
 public:
  using Clock = std::chrono::steady_clock;

  void restart(Clock::time_point now) { begin_ = now, steps_ = 0, simulated_ = 0; }
  void forget() { steps_per_second_ = factor_ = 0; }
  void step(double h, Clock::time_point now) {
    ++steps_;
    simulated_ += h;
    const double wall = std::chrono::duration<double>(now - begin_).count();
    if (wall < kWindow) return;
    steps_per_second_ = steps_ / wall;
    factor_ = simulated_ / wall;
    restart(now);
  }
  double steps_per_second() const { return steps_per_second_; }
  double real_time_factor() const { return factor_; }

 private:
  static constexpr double kWindow = 0.5;  // s
  Clock::time_point begin_{};
  int steps_ = 0;
  double simulated_ = 0, steps_per_second_ = 0, factor_ = 0;
};

}  // namespace conjac::serve
