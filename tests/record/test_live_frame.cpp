// Live frames: what is lost by rounding is as little as docs/viewer-protocol.md says, and the bytes are
// as few. Read by hand, at the offsets of the document.
#include "record/live_frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace conjac::record {
namespace {

template <class T>
T number_in(std::string_view bytes, std::size_t offset) {
  T value{};
  EXPECT_LE(offset + sizeof(T), bytes.size());
  if (offset + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

constexpr std::size_t kSummaryEnd = 16 + 136;

/// Two pieces, one of which has fallen far away.
struct TwoPieces {
  std::vector<double> positions;
  std::vector<float> speed;
  std::vector<int> pieces;
  StreamFrame frame;

  explicit TwoPieces(std::size_t nodes) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1, 1);
    for (std::size_t i = 0; i < nodes; ++i) {
      pieces.push_back(i % 3 == 2 ? 1 : 0);
      for (int c = 0; c < 3; ++c)
        positions.push_back(any(random) - (pieces.back() == 1 && c == 1 ? 300 : 0));
      speed.push_back(static_cast<float>(std::abs(any(random))));
    }
    speed[nodes / 2] = 500;  // one corner
    frame.positions = positions;
    frame.speed = speed;
  }
};

TEST(LiveFrame, PositionsAreOffByHalfAStepOfTheirPiece) {
  const TwoPieces body(1000);
  const std::string bytes = live_frame_message({}, body.frame, {.pieces = body.pieces});
  EXPECT_EQ(number_in<std::uint8_t>(bytes, 0), 3);
  EXPECT_EQ(number_in<std::uint32_t>(bytes, 16 + 4), 1000u);
  EXPECT_EQ(number_in<std::uint32_t>(bytes, 16 + 104), 2u);  // pieces
  const std::size_t places = kSummaryEnd + 2 * 24;
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::size_t box = kSummaryEnd + 24 * static_cast<std::size_t>(body.pieces[i]);
    for (std::size_t c = 0; c < 3; ++c) {
      const double low = number_in<float>(bytes, box + 4 * c);
      const double step = number_in<float>(bytes, box + 12 + 4 * c);
      EXPECT_LT(step, 2.001 / 65535);
      const double x = low + step * number_in<std::uint16_t>(bytes, places + 6 * i + 2 * c);
      // Half a step, and what a float loses of a place 300 m away.
      EXPECT_NEAR(x, body.positions[3 * i + c], 0.5 * step + 300 * std::ldexp(1.0, -24));
    }
  }
}

TEST(LiveFrame, OneSharpCornerDoesNotMakeTheOthersCoarse) {
  const TwoPieces body(1000);
  const std::string bytes = live_frame_message({}, body.frame, {.pieces = body.pieces});
  const double knee = number_in<float>(bytes, 16 + 112), top = number_in<float>(bytes, 16 + 116);
  EXPECT_LE(knee, 1);
  EXPECT_EQ(top, 500);
  const std::size_t codes = kSummaryEnd + 2 * 24 + 6000;
  for (std::size_t i = 0; i < 1000; ++i) {
    const int code = number_in<std::uint8_t>(bytes, codes + i);
    const double value =
        code <= 240 ? knee * code / 240 : knee * std::pow(top / knee, (code - 240) / 15.0);
    if (body.speed[i] <= knee)
      EXPECT_NEAR(value, body.speed[i], knee / 480 * 1.0001);
    else
      EXPECT_NEAR(std::log(value / body.speed[i]), 0, std::log(top / knee) / 30 * 1.0001);
  }
}

TEST(LiveFrame, HasSevenBytesPerVertexWhateverTouches) {
  TwoPieces body(10000);
  const std::vector<StreamContact> contacts(3000);
  body.frame.contacts = contacts;
  const std::string bytes = live_frame_message({}, body.frame, {.pieces = body.pieces});
  EXPECT_EQ(bytes.size(), kSummaryEnd + 2 * 24 + 70000);
  EXPECT_EQ(number_in<std::uint32_t>(bytes, 16 + 16), 3000u);
  const std::string drawn =
      live_frame_message({}, body.frame, {.pieces = body.pieces, .contacts = true});
  EXPECT_EQ(drawn.size(), bytes.size() + 24 * 3000);
}

TEST(LiveFrame, ProbesAreExactAndThoseThatAreGoneAreLeftOut) {
  const TwoPieces body(1000);
  const std::vector<std::uint32_t> probes{17, 1000, 500};
  const std::string bytes =
      live_frame_message({}, body.frame, {.pieces = body.pieces, .probes = probes});
  EXPECT_EQ(number_in<std::uint32_t>(bytes, 16 + 108), 2u);
  const std::size_t first = bytes.size() - 2 * 28;
  EXPECT_EQ(number_in<std::uint32_t>(bytes, first), 17u);
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_EQ(number_in<float>(bytes, first + 4 + 4 * c),
              static_cast<float>(body.positions[51 + c]));
  EXPECT_EQ(number_in<float>(bytes, first + 16), body.speed[17]);
  EXPECT_EQ(number_in<std::uint32_t>(bytes, first + 28), 500u);
  EXPECT_EQ(number_in<float>(bytes, first + 28 + 16), 500.0f);
}

TEST(LiveFrame, BodiesOfThePlaneAndOfOnePointHaveNoWidth) {
  const std::vector<double> positions{1, 2, 1, 3};
  StreamFrame frame;
  frame.dimension = 2;
  frame.positions = positions;
  const std::string bytes = live_frame_message({}, frame, {.pieces = std::array{0, 0}});
  EXPECT_EQ(number_in<float>(bytes, kSummaryEnd), 1.0f);
  EXPECT_EQ(number_in<float>(bytes, kSummaryEnd + 12), 0.0f);                   // step along x
  EXPECT_EQ(number_in<std::uint16_t>(bytes, kSummaryEnd + 24 + 6 + 2), 65535);  // y of the second
  EXPECT_EQ(number_in<std::uint16_t>(bytes, kSummaryEnd + 24 + 6 + 4), 0);      // z
}

TEST(LiveFrame, PiecesAreNumberedByTheirLowestNode) {
  const std::vector<int> elements{5, 6, 7, 1, 2, 3, 3, 0, 9, 7, 8, 5};
  EXPECT_EQ(pieces_of(elements, 3, 10), (std::vector{0, 0, 0, 0, 1, 2, 2, 2, 2, 0}));
}

TEST(LiveFrame, RolesAreAMessageOfTheirOwn) {
  const std::vector<int> roles{0, 3, 1, 2, 5};
  const std::string bytes = roles_message({StreamKind::text, 1, 4, 0.5}, roles);
  EXPECT_EQ(number_in<std::uint8_t>(bytes, 0), 4);
  EXPECT_EQ(number_in<std::uint32_t>(bytes, 16), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(number_in<std::uint8_t>(bytes, 20 + i), roles[i]);
  EXPECT_EQ(bytes.size(), 28u);
}

}  // namespace
}  // namespace conjac::record
