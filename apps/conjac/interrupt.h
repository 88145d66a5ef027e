#pragma once

namespace conjac::app {

/// While it lives, the first Ctrl-C (or a request to terminate) is remembered instead of ending the
/// program, so that work in progress can come to an orderly end; a second one ends it at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  static bool asked();
};

}  // namespace conjac::app
