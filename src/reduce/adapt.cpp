#include "reduce/adapt.h"

#include <algorithm>
#include <limits>

namespace conjac {
namespace {

// Windows are whole steps but for the rounding of their lengths.
constexpr double kRounding = 1e-9;
constexpr double kLongAgo = std::numeric_limits<double>::infinity();

}  // namespace

void Adaptivity::start(int representatives, int longest_window, bool awake) {
  capacity_ = std::max(1, longest_window);
  filled_ = next_ = 0;
  past_.assign(static_cast<std::size_t>(representatives) * capacity_, 0.0);
  steps_.assign(capacity_, 0.0);
  metric_.assign(representatives, 0.0);
  since_.assign(representatives, kLongAgo);
  awake_.assign(representatives, awake);
  standby_.assign(representatives, 0);
}

bool Adaptivity::update(std::span<const double> liveliness, double h, double window,
                        double threshold, double dwell) {
  const int count = representatives();
  steps_[next_] = h;
  for (int j = 0; j < count; ++j)
    past_[static_cast<std::size_t>(j) * capacity_ + next_] = liveliness[j];
  const int newest = next_;
  next_ = (next_ + 1) % capacity_;
  filled_ = std::min(filled_ + 1, capacity_);

  bool switched = false;
  for (int j = 0; j < count; ++j) {
    // Time-weighted mean over the steps that lie in the window; the newest always counts.
    double sum = 0, span = 0;
    for (int k = 0; k < filled_; ++k) {
      const int slot = (newest - k + capacity_) % capacity_;
      if (k > 0 && span + steps_[slot] > window * (1 + kRounding)) break;
      sum += past_[static_cast<std::size_t>(j) * capacity_ + slot] * steps_[slot];
      span += steps_[slot];
    }
    metric_[j] = sum / span;
    since_[j] += h;
    if (standby_[j]) continue;
    const bool lively = metric_[j] > threshold;
    if (lively != static_cast<bool>(awake_[j]) && since_[j] >= dwell * (1 - kRounding)) {
      awake_[j] = lively;
      since_[j] = 0;
      switched = true;
    }
  }
  return switched;
}

void Adaptivity::wake(int representative) {
  awake_[representative] = true;
}

void Adaptivity::rouse(int representative) {
  if (!awake_[representative]) since_[representative] = 0;
  awake_[representative] = true;
}

void Adaptivity::stand_by(int representative) {
  standby_[representative] = true;
}

void Adaptivity::sleep(int representative) {
  awake_[representative] = false;
}

void Adaptivity::carry_over(std::span<const int> source) {
  const std::size_t count = source.size();
  std::vector<double> past(count * capacity_, 0.0), metric(count, 0.0), since(count, kLongAgo);
  std::vector<char> awake(count, 0), standby(count, 0);
  for (std::size_t j = 0; j < count; ++j) {
    if (source[j] < 0) continue;
    const auto k = static_cast<std::size_t>(source[j]);
    std::copy_n(past_.begin() + static_cast<std::ptrdiff_t>(k * capacity_), capacity_,
                past.begin() + static_cast<std::ptrdiff_t>(j * capacity_));
    metric[j] = metric_[k];
    since[j] = since_[k];
    awake[j] = awake_[k];
    standby[j] = standby_[k];
  }
  past_ = std::move(past);
  metric_ = std::move(metric);
  since_ = std::move(since);
  awake_ = std::move(awake);
  standby_ = std::move(standby);
}

}  // namespace conjac
