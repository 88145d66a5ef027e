#include "interrupt.h"

#include <csignal>

namespace conjac::app {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t interrupt_asked = 0;

void on_interrupt(int signal) {
  if (interrupt_asked) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  interrupt_asked = 1;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupt_asked = 0;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}
InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
bool InterruptWatch::asked() {
  return interrupt_asked != 0;
}

}  // namespace conjac::app
