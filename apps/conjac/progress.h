#pragma once

#include <chrono>
#include <string>

namespace conjac::app {

/// A line that rewrites itself on a terminal and is silent elsewhere.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  /// `note` stands at the end of the line (simulated time, residual, ...).
  void update(double done, double total, const std::string& note);
  /// For work that does not come in steps: the share that is done and what is being done.
  void show(double fraction, const std::string& what);
  void clear();
  /// Whether it would show anything.
  bool visible() const { return visible_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool due(bool last);  // not more often than the eye follows
  double elapsed() const;
  void draw(double fraction, const std::string& tail);

  bool visible_, drawn_ = false;
  Clock::time_point begin_, last_;
};

/// 73 s -> "1 min 13 s".
std::string duration_text(double seconds);

}  // namespace conjac::app
