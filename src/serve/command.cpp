#include "serve/command.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace conjac::serve {
namespace {

constexpr std::size_t kHead = 8;
constexpr std::uint32_t kFewestPoints = 2, kMostPoints = 64;
constexpr std::uint32_t kMostProbes = 16;
constexpr std::uint32_t kLongestChange = 3000;  // letters
constexpr std::uint32_t kMost = 4000;  // of anything: what is larger is refused all the same
constexpr std::uint32_t kShortestOption = 3, kLongestOption = 200;  // letters

/// Reads numbers one after the other; lengths were checked before.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  T next() {
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  Command::Point point() {
    Command::Point p{};
    for (double& c : p) c = next<float>();
    return p;
  }
  /// Text that begins with its length and ends with the message.
  std::string_view rest_after_count() {
    next<std::uint32_t>();
    return {reinterpret_cast<const char*>(bytes_.data()) + at_, bytes_.size() - at_};
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

bool finite(const Command::Point& p) {
  // Positions are metres: what is farther away than this is no point of a scene.
  for (double c : p)
    if (!std::isfinite(c) || std::abs(c) > 1e6) return false;
  return true;
}

/// Payload of each kind, bytes; -1 depends on what is in it, -2 there is no such kind.
int payload_size(std::uint8_t op) {
  switch (static_cast<Op>(op)) {
    case Op::play:
    case Op::pause:
    case Op::step:
    case Op::reset:
    case Op::let_go:
    case Op::undo:
    case Op::frequencies:
      return 0;
    case Op::speed:
      return 8;
    case Op::grab:
      return 16;
    case Op::drag:
    case Op::activation:
      return 12;
    case Op::cut:
    case Op::option:
    case Op::keep:
    case Op::probe:
    case Op::change:
      return -1;
    case Op::wake:
      return 8;
    case Op::colour:
      return 4;
    case Op::slip:
      break;
  }
  return -2;
}

/// `name=value`, both of printable letters; what they mean is for the table of options to say.
std::string problem_of_option(Command& c, std::string_view text) {
  for (const char letter : text)
    if (letter < ' ' || letter > '~') return "an option is written in printable ASCII";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    return "an option is written name=value";
  c.name = text.substr(0, equals);
  c.text = text.substr(equals + 1);
  for (const char letter : c.name)
    if (!(letter >= 'a' && letter <= 'z') && letter != '_')
      return "names of options have small letters and underscores only";
  return {};
}

/// Empty, or why the numbers of the command are not acceptable.
std::string problem_of(Command& c, Reader& reader) {
  switch (c.op) {
    case Op::speed:
      c.value = reader.next<double>();
      if (!(c.value == 0 || (c.value >= 0.01 && c.value <= 10)))
        return "speed must be 0 or from 0.01 to 10";
      break;
    case Op::grab:
      c.number = reader.next<std::uint32_t>();
      [[fallthrough]];
    case Op::drag:
      c.target = reader.point();
      if (!finite(c.target)) return "the target is not a point";
      break;
    case Op::cut: {
      const auto count = reader.next<std::uint32_t>();
      for (std::uint32_t i = 0; i < count; ++i) {
        c.stroke.push_back(reader.point());
        if (!finite(c.stroke.back())) return "the stroke has a point that is none";
      }
      c.target = reader.point();
      const double length = std::hypot(c.target[0], c.target[1], c.target[2]);
      if (!finite(c.target) || !(length > 1e-6)) return "the direction of the cut is none";
      break;
    }
    case Op::wake: {
      c.number = reader.next<std::uint32_t>();
      const auto wake = reader.next<std::uint32_t>();
      if (wake > 2) return "wake must be 0, 1 or 2";
      c.value = wake;
      break;
    }
    case Op::option:
    case Op::keep:
    case Op::change:
      return problem_of_option(c, reader.rest_after_count());
    case Op::activation:
      c.number = reader.next<std::uint32_t>();
      c.value = reader.next<double>();
      if (!(c.value >= 0 && c.value <= 1)) return "activation must lie from 0 to 1";
      break;
    case Op::colour:
      c.number = reader.next<std::uint32_t>();
      if (c.number > 15) return "there are field bits 1, 2, 4 and 8 only";
      break;
    case Op::probe: {
      const auto count = reader.next<std::uint32_t>();
      for (std::uint32_t i = 0; i < count; ++i) c.nodes.push_back(reader.next<std::uint32_t>());
      break;
    }
    default:
      break;
  }
  return {};
}

/// Bytes behind the count of a command whose length depends on it; or why there is none.
int counted_bytes(Op op, std::uint32_t count, std::string& problem) {
  switch (op) {
    case Op::cut:
      if (count < kFewestPoints || count > kMostPoints) problem = "a stroke has 2 to 64 points";
      return static_cast<int>(12 * count + 12);
    case Op::probe:
      if (count > kMostProbes) problem = "there are at most 16 probes";
      return static_cast<int>(4 * count);
    case Op::change:
      if (count < kShortestOption || count > kLongestChange)
        problem = "a change has 3 to 3000 letters";
      return static_cast<int>(count);
    default:
      if (count < kShortestOption || count > kLongestOption)
        problem = "an option has 3 to 200 letters";
      return static_cast<int>(count);
  }
}

}  // namespace

Decoded decode_command(std::span<const std::byte> bytes) {
  Decoded result;
  const auto refuse = [&](std::string why) {
    result.problem = std::move(why);
    return result;
  };
  if (bytes.size() > kMostBytes) return refuse("a message of more than 4096 bytes");
  if (bytes.size() < kHead) return refuse("a message without a head");
  Reader reader(bytes);
  const auto op = reader.next<std::uint8_t>();
  Command& command = result.command;
  command.side = reader.next<std::uint8_t>();
  const auto version = reader.next<std::uint16_t>();
  command.serial = reader.next<std::uint32_t>();
  if (version != 1) return refuse("version " + std::to_string(version) + " is not spoken here");
  int payload = payload_size(op);
  if (payload == -2) return refuse("there is no command " + std::to_string(op));
  if (command.side > 1 && command.side != kBothSides)
    return refuse("there is no side " + std::to_string(command.side));
  command.op = static_cast<Op>(op);
  if (payload == -1) {
    if (bytes.size() < kHead + 4)
      return refuse("a stroke, an option or probes without their number");
    const auto count = Reader(bytes.subspan(kHead)).next<std::uint32_t>();
    std::string problem;
    payload = 4 + counted_bytes(command.op, std::min(count, kMost), problem);
    if (!problem.empty()) return refuse(problem);
  }
  if (bytes.size() != kHead + static_cast<std::size_t>(payload))
    return refuse("command " + std::to_string(op) + " has " + std::to_string(kHead + payload) +
                  " bytes, this has " + std::to_string(bytes.size()));
  result.problem = problem_of(command, reader);
  result.ok = result.problem.empty();
  return result;
}

}  // namespace conjac::serve
