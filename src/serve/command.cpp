#include "serve/command.h"

#include <cmath>
#include <cstring>

namespace conjac::serve {
namespace {

constexpr std::size_t kHead = 8;
constexpr std::uint32_t kFewestPoints = 2, kMostPoints = 64;

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
      return 0;
    case Op::speed:
      return 8;
    case Op::grab:
      return 16;
    case Op::drag:
    case Op::option:
    case Op::activation:
      return 12;
    case Op::cut:
      return -1;
    case Op::wake:
      return 8;
    case Op::colour:
      return 4;
  }
  return -2;
}

struct Range {
  double low, high;
  bool whole;
};
constexpr Range kOptionRanges[] = {
    {0, 1, true},        // method
    {0, 2, true},        // integrator
    {1e-5, 0.1, false},  // h, s
    {-1, 10, false},     // beta, negative: the default
    {0, 1, false},       // gamma
    {0, 1e3, false},     // threshold, 1/s
    {0, 1, true},        // adaptive
    {0, 64, true},       // dynamic nodes
    {1, 100, true},      // newton_steps
    {0, 1e3, false},     // damping, 1/s
    {0, 0.5, false},     // reuse_tolerance
    {0, 2, true},        // stabilisation
};

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
    case Op::option: {
      const auto id = reader.next<std::uint32_t>();
      c.value = reader.next<double>();
      if (id >= std::size(kOptionRanges)) return "there is no option " + std::to_string(id);
      c.option = static_cast<OptionId>(id);
      const Range& range = kOptionRanges[id];
      if (!(c.value >= range.low && c.value <= range.high))
        return "option " + std::to_string(id) + " must lie from " + std::to_string(range.low) +
               " to " + std::to_string(range.high);
      if (range.whole && c.value != std::floor(c.value))
        return "option " + std::to_string(id) + " must be a whole number";
      if (c.option == OptionId::beta && c.value >= 0 && c.value < 1e-6)
        return "beta must be greater than 0; symplectic is an integrator of its own";
      break;
    }
    case Op::activation:
      c.number = reader.next<std::uint32_t>();
      c.value = reader.next<double>();
      if (!(c.value >= 0 && c.value <= 1)) return "activation must lie from 0 to 1";
      break;
    case Op::colour:
      c.number = reader.next<std::uint32_t>();
      if (c.number > 7) return "there are field bits 1, 2 and 4 only";
      break;
    default:
      break;
  }
  return {};
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
    if (bytes.size() < kHead + 4) return refuse("a stroke without its length");
    const auto count = Reader(bytes.subspan(kHead)).next<std::uint32_t>();
    if (count < kFewestPoints || count > kMostPoints) return refuse("a stroke has 2 to 64 points");
    payload = static_cast<int>(4 + 12 * count + 12);
  }
  if (bytes.size() != kHead + static_cast<std::size_t>(payload))
    return refuse("command " + std::to_string(op) + " has " + std::to_string(kHead + payload) +
                  " bytes, this has " + std::to_string(bytes.size()));
  result.problem = problem_of(command, reader);
  result.ok = result.problem.empty();
  return result;
}

}  // namespace conjac::serve
