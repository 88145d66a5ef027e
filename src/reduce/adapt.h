#pragma once

#include <span>
#include <vector>

namespace conjac {

class Archive;

/// Which representative nodes are awake (Alg. 3, lines 5-8): the liveliness of each, averaged over
/// a window of past time, against a threshold; a node keeps its state for a dwell time after a
/// switch so that it does not flicker.
class Adaptivity {
 public:
  /// `longest_window` steps are remembered at most; nothing is allocated afterwards.
  void start(int representatives, int longest_window, bool awake);

  /// Adds one step's liveliness (per representative, 1/s) and switches. Returns whether any did.
  bool update(std::span<const double> liveliness, double h, double window, double threshold,
              double dwell);
  /// Keeps a node awake whatever its liveliness says (a piece that would float without it).
  void wake(int representative);
  /// Wakes it as its liveliness would: it stays awake for the dwell time, and then that decides.
  void rouse(int representative);
  void sleep(int representative);

  /// From now on this one sleeps and wakes by order alone, not by its liveliness.
  void stand_by(int representative);
  /// The body was cut: `source` is, for each new representative, the old one it continues (-1:
  /// none; it begins asleep, without a past).
  void carry_over(std::span<const int> source);

  bool awake(int representative) const { return awake_[representative]; }
  double metric(int representative) const { return metric_[representative]; }  // window mean
  int representatives() const { return static_cast<int>(awake_.size()); }

  void describe(Archive& archive);  // what the next step depends on (core/archive.h)

 private:
  int capacity_ = 1, filled_ = 0, next_ = 0;
  std::vector<double> past_;   // (representatives x capacity) ring buffer of liveliness
  std::vector<double> steps_;  // (capacity) length of each remembered step
  std::vector<double> metric_, since_;
  std::vector<char> awake_, standby_;
};

}  // namespace conjac
