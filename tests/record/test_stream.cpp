// The viewer's messages: offsets as docs/viewer-protocol.md has them, read by hand.
#include "record/stream.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/expect_error.h"

namespace conjac::record {
namespace {

template <class T>
T at(std::string_view bytes, std::size_t offset) {
  T value;
  EXPECT_LE(offset + sizeof(T), bytes.size());
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

struct TwoTriangles {
  std::vector<double> rest{0, 0, 1, 0, 0, 1, 1, 1};
  std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {1, 3, 2}};
  std::vector<int> elements{0, 1, 2, 1, 3, 2}, regions{0, -1}, kinds{0, 65537}, representatives{3},
      fiber_elements{1};
  std::vector<std::array<double, 3>> fibers{{0, 1, 0}};
  StreamShape shape{
      2, rest, triangles, elements, regions, kinds, representatives, fiber_elements, fibers};
};

TEST(Stream, ShapeHasItsLayout) {
  const TwoTriangles body;
  const std::string bytes = shape_message({StreamKind::text, 1, 5, 0.25}, body.shape);
  EXPECT_EQ(at<std::uint8_t>(bytes, 0), 1);
  EXPECT_EQ(at<std::uint8_t>(bytes, 1), 1);
  EXPECT_EQ(at<std::uint16_t>(bytes, 2), 1);
  EXPECT_EQ(at<std::uint32_t>(bytes, 4), 5u);
  EXPECT_EQ(at<double>(bytes, 8), 0.25);
  const std::uint32_t counts[] = {4, 2, 2, 1, 1, 3, 0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(at<std::uint32_t>(bytes, 16 + 4 * i), counts[i]);
  EXPECT_EQ(at<float>(bytes, 52 + 12 * 3), 1.0f);      // x of node 3
  EXPECT_EQ(at<float>(bytes, 52 + 12 * 3 + 8), 0.0f);  // z
  const std::size_t triangles = 52 + 48, elements = triangles + 24, regions = elements + 24;
  EXPECT_EQ(at<std::uint32_t>(bytes, triangles + 16), 3u);
  EXPECT_EQ(at<std::uint32_t>(bytes, elements + 12), 1u);
  EXPECT_EQ(at<std::int32_t>(bytes, regions + 4), -1);
  EXPECT_EQ(at<std::int32_t>(bytes, regions + 12), 65537);
  EXPECT_EQ(at<std::uint32_t>(bytes, regions + 16), 3u);  // representative
  EXPECT_EQ(at<std::uint32_t>(bytes, regions + 20), 1u);  // fibre's element
  EXPECT_EQ(at<float>(bytes, regions + 28), 1.0f);        // its y
  EXPECT_EQ(bytes.size(), regions + 36);
}

TEST(Stream, FrameHasItsLayout) {
  const std::vector<double> positions{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<float> speed{1, 2, 3}, activation{7, 8, 9}, liveliness{0.5f};
  const std::vector<int> roles{0, 3, 1};
  const std::vector<char> awake{1};
  const SolidPose solid{{1, 2, 3}, {0, 0, 1, 0}};
  const StreamContact contact{{4, 5, 6}, {7, 8, 9}};
  StreamFrame frame;
  frame.step = 12;
  frame.active_nodes = 1;
  frame.grabbing = true;
  frame.energy = {1, 2, 3, 4};
  frame.stages = {5, 6, 7, 8};
  frame.work = 9;
  frame.target = {1, 1, 1};
  frame.positions = positions;
  frame.speed = speed;
  frame.activation = activation;
  frame.roles = roles;
  frame.liveliness = liveliness;
  frame.awake = awake;
  frame.solids = {&solid, 1};
  frame.contacts = {&contact, 1};
  const std::string bytes = frame_message({StreamKind::text, 0, 2, 0.5}, frame);
  EXPECT_EQ(at<std::uint8_t>(bytes, 0), 2);
  const std::uint32_t counts[] = {12, 3, 1, 1, 1, 5, 1, 1};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(at<std::uint32_t>(bytes, 16 + 4 * i), counts[i]);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(at<float>(bytes, 48 + 4 * i), static_cast<float>(i + 1));
  EXPECT_EQ(at<float>(bytes, 92), 9.0f);
  EXPECT_EQ(at<float>(bytes, 108), 1.0f);
  const std::size_t x = 120;
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(at<float>(bytes, x + 4 * i), positions[i]);
  EXPECT_EQ(at<float>(bytes, x + 36), 1.0f);
  EXPECT_EQ(at<float>(bytes, x + 48), 7.0f);  // no von Mises in between
  EXPECT_EQ(at<std::uint8_t>(bytes, x + 61), 3);
  EXPECT_EQ(at<float>(bytes, x + 64), 0.5f);
  EXPECT_EQ(at<std::uint32_t>(bytes, x + 68), 1u);
  EXPECT_EQ(at<float>(bytes, x + 72 + 20), 1.0f);  // z of the quaternion
  EXPECT_EQ(at<float>(bytes, x + 100 + 20), 9.0f);
  EXPECT_EQ(bytes.size(), x + 124);
  EXPECT_EQ(bytes, frame_message({StreamKind::text, 0, 2, 0.5}, frame));
}

TEST(Stream, RecordingsSurviveBeingCutOff) {
  const TwoTriangles body;
  const std::string text = text_message({}, R"({"type":"scene"})");
  const std::string shape = shape_message({}, body.shape);
  const std::string whole = recording_head() + packed(text) + packed(shape);
  EXPECT_EQ(whole.size() % 4, 0u);
  const auto messages = recording_messages(whole, "here");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0], text);
  EXPECT_EQ(messages[1], shape);
  const std::size_t first = 8 + packed(text).size();
  for (std::size_t size = 8; size < whole.size(); ++size) {
    const auto left = recording_messages(std::string_view(whole).substr(0, size), "here");
    EXPECT_EQ(left.size(), size < 8 + 4 + text.size()        ? 0u
                           : size < first + 4 + shape.size() ? 1u
                                                             : 2u)
        << size;
  }
  for (std::size_t size = 0; size < 8; ++size)
    testing::expect_error(ErrorKind::bad_input, "here", [&] {
      recording_messages(std::string_view(whole).substr(0, size), "here");
    });
  std::string damaged = whole;
  damaged[8 + 4] = 9;  // a kind that does not exist
  testing::expect_error(ErrorKind::bad_input, "damaged",
                        [&] { recording_messages(damaged, "here"); });
}

}  // namespace
}  // namespace conjac::record
