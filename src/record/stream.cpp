#include "record/stream.h"

#include <cstring>

#include "core/check.h"
#include "record/stream_bytes.h"

namespace conjac::record {
namespace {

constexpr std::string_view kMagic = "CJVR";

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

}  // namespace

std::string text_message(StreamHead head, std::string_view json) {
  head.kind = StreamKind::text;
  Bytes bytes(head, json.size());
  return bytes.take().append(json);
}

namespace {

void add_skin(Bytes& bytes, const SkinView& skin) {
  const std::uint32_t counts[] = {count(skin.triangles.size()), count(skin.bare.size()),
                                  skin.texture.empty() ? 0u : 1u, 0u};
  bytes.put(counts);
  for (const auto& nodes : skin.nodes) bytes.all<std::uint32_t>(nodes);
  for (const auto& weights : skin.weights) bytes.all<float>(weights);
  for (const auto& normal : skin.normals) bytes.all<float>(normal);
  for (const auto& place : skin.texture) bytes.all<float>(place);
  for (const auto& triangle : skin.triangles) bytes.all<std::uint32_t>(triangle);
  for (const auto& triangle : skin.bare) bytes.all<std::uint32_t>(triangle);
}

}  // namespace

std::string shape_message(StreamHead head, const StreamShape& shape) {
  head.kind = StreamKind::shape;
  const auto corners = static_cast<std::size_t>(shape.dimension) + 1;
  Bytes bytes(head, 4 * (9 + 2 * shape.rest.size() + 3 * shape.triangles.size() +
                         4 * shape.elements.size()));
  const std::uint32_t counts[] = {count(shape.rest.size() / (corners - 1)),
                                  count(shape.triangles.size()),
                                  count(shape.elements.size() / corners),
                                  count(shape.representatives.size()),
                                  count(shape.fibers.size()),
                                  count(corners),
                                  count(shape.names.size()),
                                  shape.pieces.empty() ? 0u : 1u,
                                  shape.skin ? count(shape.skin->nodes.size()) : 0};
  bytes.put(counts);
  bytes.points(shape.rest, shape.dimension);
  for (const auto& triangle : shape.triangles) bytes.all<std::uint32_t>(triangle);
  bytes.all<std::uint32_t>(shape.elements);
  bytes.all<std::int32_t>(shape.regions);
  bytes.all<std::int32_t>(shape.kinds);
  bytes.all<std::uint32_t>(shape.representatives);
  bytes.all<std::uint32_t>(shape.fiber_elements);
  for (const auto& fiber : shape.fibers) bytes.all<float>(fiber);
  bytes.all<std::uint32_t>(shape.names);
  bytes.all<std::uint32_t>(shape.pieces);
  if (shape.skin) add_skin(bytes, *shape.skin);
  return bytes.take();
}

std::string frame_message(StreamHead head, const StreamFrame& frame) {
  head.kind = StreamKind::frame;
  const std::size_t nodes = frame.positions.size() / static_cast<std::size_t>(frame.dimension);
  Bytes bytes(head, 128 + 25 * nodes + 8 * frame.liveliness.size() + 28 * frame.solids.size() +
                        24 * frame.contacts.size());
  put_summary(bytes, frame, 0);
  bytes.points(frame.positions, frame.dimension);
  for (const auto& field : {frame.speed, frame.von_mises, frame.activation})
    bytes.all<float>(field);
  bytes.all<std::uint8_t>(frame.roles);
  bytes.pad();
  put_nodes_and_solids(bytes, frame);
  put_contacts(bytes, frame);
  return bytes.take();
}

StreamHead stream_head(std::string_view message, const std::string& where) {
  require(message.size() >= kHeadSize && number_at<std::uint16_t>(message, 2) == kStreamVersion &&
              number_at<std::uint8_t>(message, 0) <= 2,
          where +
              ": a message of the recording is damaged or of another version; make it anew "
              "with conjac run");
  return {static_cast<StreamKind>(message[0]), number_at<std::uint8_t>(message, 1),
          number_at<std::uint32_t>(message, 4), number_at<double>(message, 8)};
}

std::string recording_head() {
  std::string head(kMagic);
  const std::uint32_t version = kStreamVersion;
  return head.append(reinterpret_cast<const char*>(&version), sizeof version);
}

std::string packed(std::string_view message) {
  const std::uint32_t length = count(message.size());
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes.append(message);
  bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
  return bytes;
}

std::vector<std::string_view> recording_messages(std::string_view bytes, const std::string& where) {
  require(bytes.size() >= 8 && bytes.substr(0, 4) == kMagic &&
              number_at<std::uint32_t>(bytes, 4) == kStreamVersion,
          where + ": no recording of this version; make it anew with conjac run");
  std::vector<std::string_view> messages;
  for (std::size_t at = 8; at + 4 <= bytes.size();) {
    const std::size_t length = number_at<std::uint32_t>(bytes, at);
    if (length > bytes.size() - at - 4) break;  // cut off
    messages.push_back(bytes.substr(at + 4, length));
    stream_head(messages.back(), where);
    at += 4 + (length + 3) / 4 * 4;
  }
  return messages;
}

}  // namespace conjac::record
