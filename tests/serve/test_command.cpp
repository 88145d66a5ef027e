// The decoder of messages from the page, against messages put together by hand and against noise.
#include "serve/command.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace conjac::serve {
namespace {

struct Bytes {
  std::vector<std::byte> data;
  template <class T>
  Bytes& operator<<(const T& value) {
    const auto at = data.size();
    data.resize(at + sizeof(T));
    std::memcpy(data.data() + at, &value, sizeof(T));
    return *this;
  }
};

Bytes head(int op, int side = 255, int version = 1, std::uint32_t serial = 7) {
  Bytes bytes;
  bytes << static_cast<std::uint8_t>(op) << static_cast<std::uint8_t>(side)
        << static_cast<std::uint16_t>(version) << serial;
  return bytes;
}

Bytes option_message(const std::string& text, int op = 11) {
  Bytes bytes = head(op);
  bytes << static_cast<std::uint32_t>(text.size());
  for (const char letter : text) bytes << letter;
  return bytes;
}

TEST(Command, ReadsEveryKind) {
  for (int op : {1, 2, 3, 4, 8}) {
    const Decoded d = decode_command(head(op, 1).data);
    ASSERT_TRUE(d.ok) << d.problem;
    EXPECT_EQ(static_cast<int>(d.command.op), op);
    EXPECT_EQ(d.command.side, 1);
    EXPECT_EQ(d.command.serial, 7u);
  }
  EXPECT_EQ(decode_command((head(5) << 0.5).data).command.value, 0.5);
  EXPECT_TRUE(decode_command((head(5) << 0.0).data).ok);
  const Decoded grab = decode_command((head(6) << 42u << 1.f << 2.f << -3.f).data);
  ASSERT_TRUE(grab.ok);
  EXPECT_EQ(grab.command.number, 42u);
  EXPECT_EQ(grab.command.target, (Command::Point{1, 2, -3}));
  const Decoded cut = decode_command(
      (head(9) << 2u << 0.f << 1.f << 0.f << 1.f << 1.f << 0.f << 0.f << 0.f << -1.f).data);
  ASSERT_TRUE(cut.ok) << cut.problem;
  ASSERT_EQ(cut.command.stroke.size(), 2u);
  EXPECT_EQ(cut.command.stroke[1], (Command::Point{1, 1, 0}));
  EXPECT_EQ(cut.command.target, (Command::Point{0, 0, -1}));
  const Decoded wake = decode_command((head(10) << 3u << 2u).data);
  EXPECT_TRUE(wake.ok && wake.command.number == 3 && wake.command.value == 2);
  const Decoded option = decode_command(option_message("threshold=0.1").data);
  EXPECT_TRUE(option.ok && option.command.name == "threshold" && option.command.text == "0.1");
  EXPECT_EQ(decode_command(option_message("beta=a=b").data).command.text, "a=b");
  const Decoded keep = decode_command(option_message("save=one-1", 14).data);
  EXPECT_TRUE(keep.ok && keep.command.op == Op::keep && keep.command.name == "save");
  EXPECT_EQ(keep.command.text, "one-1");
  EXPECT_EQ(decode_command(head(15, 0).data).command.op, Op::undo);
  EXPECT_TRUE(decode_command((head(12) << kEverything << 1.0).data).ok);
  EXPECT_EQ(decode_command((head(13) << 13u).data).command.number, 13u);
  const Decoded probe = decode_command((head(16, 0) << 2u << 7u << 9u).data);
  ASSERT_TRUE(probe.ok) << probe.problem;
  EXPECT_EQ(probe.command.nodes, (std::vector<std::uint32_t>{7, 9}));
  EXPECT_TRUE(decode_command((head(16) << 0u).data).ok);
  const Decoded change = decode_command(option_message("gravity=[0, -3, 0]", 17).data);
  EXPECT_TRUE(change.ok && change.command.name == "gravity" && change.command.text == "[0, -3, 0]");
  EXPECT_TRUE(decode_command(option_message("hold=" + std::string(2995, '1'), 17).data).ok);
  EXPECT_EQ(decode_command(head(18, 1).data).command.op, Op::frequencies);
}

TEST(Command, RefusesWrongLengths) {
  // Every prefix and every longer message of each kind.
  const Bytes good[] = {
      head(1),
      head(5) << 1.0,
      head(6) << 0u << 0.f << 0.f << 0.f,
      head(7) << 0.f << 0.f << 0.f,
      head(9) << 2u << 0.f << 0.f << 0.f << 0.f << 0.f << 0.f << 1.f << 0.f << 0.f,
      head(10) << 0u << 1u,
      option_message("beta=null"),
      head(12) << 0u << 1.0,
      head(13) << 1u,
      head(16) << 2u << 3u << 4u,
      option_message("floor=true", 17),
      head(18)};
  for (const Bytes& message : good) {
    EXPECT_TRUE(decode_command(message.data).ok);
    for (std::size_t size = 0; size < message.data.size(); ++size)
      EXPECT_FALSE(decode_command({message.data.data(), size}).ok);
    Bytes longer = message;
    for (int i = 0; i < 20; ++i) {
      longer.data.push_back(std::byte{0});
      EXPECT_FALSE(decode_command(longer.data).ok);
    }
  }
  EXPECT_FALSE(decode_command(std::vector<std::byte>(kMostBytes + 1)).ok);
}

TEST(Command, RefusesNumbersOutOfRange) {
  const auto refused = [](const Bytes& bytes) { return !decode_command(bytes.data).ok; };
  const float nan = std::nanf("");
  EXPECT_TRUE(refused(head(1, 2)));
  EXPECT_TRUE(refused(head(1, 255, 2)));
  EXPECT_TRUE(refused(head(0)));
  EXPECT_TRUE(refused(head(14)));
  EXPECT_TRUE(refused(head(16)));
  EXPECT_TRUE(refused(head(16) << 17u));
  EXPECT_TRUE(refused(head(16) << 0xffffffffu));
  EXPECT_TRUE(refused(head(13) << 16u));
  EXPECT_TRUE(refused(option_message("hold=" + std::string(2996, '1'), 17)));
  EXPECT_TRUE(refused(option_message("hold=\n", 17)));
  EXPECT_TRUE(refused(head(17) << 0xffffffffu));
  EXPECT_TRUE(refused(head(19)));
  EXPECT_TRUE(refused(head(200)));  // a slip is no message
  for (double speed : {-1.0, 0.001, 10.1, std::nan(""), HUGE_VAL})
    EXPECT_TRUE(refused(head(5) << speed));
  EXPECT_TRUE(refused(head(6) << 0u << nan << 0.f << 0.f));
  EXPECT_TRUE(refused(head(7) << 0.f << HUGE_VALF << 0.f));
  EXPECT_TRUE(refused(head(7) << 0.f << 1e30f << 0.f));
  EXPECT_TRUE(refused(head(9) << 1u << 0.f << 0.f << 0.f << 0.f << 0.f << 1.f));
  EXPECT_TRUE(refused(head(9) << 65u));
  EXPECT_TRUE(refused(head(9) << 0xffffffffu));
  EXPECT_TRUE(refused(head(9) << 2u << 0.f << 0.f << 0.f << 1.f << 0.f << 0.f << 0.f << 0.f
                              << 0.f));  // no direction
  EXPECT_TRUE(refused(head(10) << 0u << 3u));
  for (const char* text : {"", "a=", "=1 ", "beta", "beta=\n", "beta=\x7f", "Beta=1", "a.b=1"})
    EXPECT_TRUE(refused(option_message(text))) << text;
  EXPECT_TRUE(refused(option_message("beta=" + std::string(200, '1'))));
  EXPECT_TRUE(refused(head(11) << 0xffffffffu));
  EXPECT_TRUE(refused(head(12) << 0u << 1.5));
  EXPECT_TRUE(refused(head(13) << 99u));
}

// Whatever comes in, what goes on is in range.
TEST(Command, NoiseIsRefusedOrInRange) {
  std::mt19937 random(5);
  int accepted = 0;
  for (int round = 0; round < 200000; ++round) {
    std::vector<std::byte> noise(random() % 48);
    for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
    if (noise.size() >= 8 && random() % 8) {
      noise[0] = static_cast<std::byte>(1 + random() % 15);
      noise[1] = static_cast<std::byte>(random() % 2 ? 255 : random() % 3);
      noise[2] = std::byte{1};
      noise[3] = std::byte{0};
      if (noise.size() >= 12 && random() % 2) {
        const std::uint32_t small = random() % 16;
        std::memcpy(&noise[8], &small, 4);
      }
    }
    const Decoded d = decode_command(noise);
    EXPECT_EQ(d.ok, d.problem.empty());
    if (!d.ok) continue;
    ++accepted;
    const Command& c = d.command;
    EXPECT_TRUE(std::isfinite(c.value));
    for (double t : c.target) EXPECT_LE(std::abs(t), 1e6);
    EXPECT_LE(c.stroke.size(), 64u);
    EXPECT_TRUE(c.op != Op::option || (!c.name.empty() && !c.text.empty()));
    EXPECT_TRUE(c.op != Op::activation || (c.value >= 0 && c.value <= 1));
  }
  EXPECT_GT(accepted, 1000);  // the noise reaches behind the first check
}

}  // namespace
}  // namespace conjac::serve
