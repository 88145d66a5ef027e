#pragma once

#include <atomic>
#include <functional>

namespace conjac {

/// A look at a step from another thread while it is being taken, and a way to end it before it is
/// done. A step that takes long has most often been halved again and again: it is asked before
/// every try and between its stages, so that it ends within the time of one factorization.
struct StepWatch {
  enum class Stage { none, linearise, advance, rub, balance };

  /// Asked by the thread that steps; true: undo what has been tried and come back
  /// (StepStatus::interrupted).
  std::function<bool()> stop{};

  // Of the step under way, or of the last one.
  std::atomic<Stage> stage{Stage::none};
  std::atomic<int> tries{0};  // begun so far, the one under way included
  std::atomic<int> parts{0};  // accepted so far
  std::atomic<int> level{0};  // how often it has been halved now

  bool asked() const { return stop && stop(); }
};

}  // namespace conjac
