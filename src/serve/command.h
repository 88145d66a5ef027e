#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace conjac::serve {

/// A message from the page (docs/viewer-protocol.md), checked: its length is the one its kind
/// demands, its numbers are finite and in range.
enum class Op : std::uint8_t {
  play = 1,
  pause,
  step,
  reset,
  speed,
  grab,
  drag,
  let_go,
  cut,
  wake,
  option,
  activation,
  colour,
  keep,
  undo,
  probe,
  change,
  frequencies,
  slip = 200,  // no message: a pull was too hard
};

inline constexpr std::uint8_t kBothSides = 255;
inline constexpr std::size_t kMostBytes = 4096;
inline constexpr std::uint32_t kEverything = 0xffffffff;  // activation of all bodies

struct Command {
  using Point = std::array<double, 3>;

  Op op = Op::play;
  std::uint8_t side = kBothSides;
  std::uint32_t serial = 0;
  std::uint32_t number = 0;  // node, representative, body, or field bits
  double value = 0;          // speed, activation, or 0 1 2 of wake
  std::string name,
      text;  // of option: which one, and its value as JSON; of keep: what, and a name; of change
  Point target{};                      // of grab and drag; direction of cut
  std::vector<Point> stroke;           // of cut
  std::vector<std::uint32_t> nodes{};  // of probe
};

/// What came of reading a message: a command, or why there is none.
struct Decoded {
  bool ok = false;
  Command command;  // serial is right whenever the head could be read
  std::string problem;
};
Decoded decode_command(std::span<const std::byte> bytes);

}  // namespace conjac::serve
