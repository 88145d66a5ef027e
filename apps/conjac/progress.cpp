#include "progress.h"

#include <spdlog/fmt/fmt.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace conjac::app {

ProgressBar::ProgressBar(bool wanted)
    : visible_(wanted && isatty(STDERR_FILENO)), begin_(Clock::now()), last_(begin_) {}

bool ProgressBar::due(bool last) {
  if (!visible_) return false;
  const auto now = Clock::now();
  if (drawn_ && !last && now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  return true;
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(last_ - begin_).count();
}

void ProgressBar::update(double done, double total, const std::string& note) {
  if (!due(done >= total)) return;
  const double fraction = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0.0;
  const double remaining = fraction > 0 ? elapsed() * (1 - fraction) / fraction : 0;
  draw(fraction, fmt::format("  step {:.0f}/{:.0f}  {}  {:.1f} steps/s  ETA {}", done, total, note,
                             elapsed() > 0 ? done / elapsed() : 0.0, duration_text(remaining)));
}

void ProgressBar::show(double fraction, const std::string& what) {
  if (!due(fraction >= 1)) return;
  draw(std::clamp(fraction, 0.0, 1.0), fmt::format("  {}  {}", duration_text(elapsed()), what));
}

void ProgressBar::draw(double fraction, const std::string& tail) {
  drawn_ = true;
  winsize window{};
  const int width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : 80;
  const int cells = std::clamp(width - static_cast<int>(tail.size()) - 9, 0, 40);
  std::string line;
  if (cells >= 5) {
    const int full = static_cast<int>(fraction * cells + 0.5);
    line = "[" + std::string(full, '#') + std::string(cells - full, '.') + "]";
  }
  line += fmt::format(" {:3.0f} %", 100 * fraction) + tail;
  line.resize(std::min<std::size_t>(line.size(), std::max(1, width - 1)));
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600)
    return fmt::format("{:.0f} min {:02.0f} s", static_cast<double>(static_cast<int>(seconds) / 60),
                       static_cast<double>(static_cast<int>(seconds) % 60));
  return fmt::format("{} h {:02} min", static_cast<int>(seconds) / 3600,
                     static_cast<int>(seconds) / 60 % 60);
}

}  // namespace conjac::app
