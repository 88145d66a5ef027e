#pragma once

#include <memory>

namespace conjac {

/// While it lives, at most this many threads work on parallel loops; 0 is one per core. Results do
/// not depend on the number, to the last bit.
class ThreadCount {
 public:
  explicit ThreadCount(int threads);
  ~ThreadCount();
  int count() const;  // that really work

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace conjac
