#include "record/stream.h"

#include <bit>
#include <cstring>

#include "core/check.h"

namespace conjac::record {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the stream is little-endian; swap the bytes in Bytes for this machine");

constexpr std::size_t kHeadSize = 16;
constexpr std::string_view kMagic = "CJVR";

/// Appends numbers as they lie in memory.
class Bytes {
 public:
  explicit Bytes(const StreamHead& head, std::size_t more = 0) {
    text_.reserve(kHeadSize + more);
    put(head.kind);
    put(head.side);
    put(kStreamVersion);
    put(head.shape);
    put(head.time);
  }

  template <class T>
  void put(const T& value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class To, class From>
  void all(const From& values) {
    for (const auto& value : values) put(static_cast<To>(value));
  }
  /// Positions or directions of the dimension, filled up to three coordinates.
  void points(std::span<const double> values, int dimension) {
    for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(dimension)) {
      put(static_cast<float>(values[i]));
      put(static_cast<float>(values[i + 1]));
      put(dimension == 3 ? static_cast<float>(values[i + 2]) : 0.0f);
    }
  }
  void pad() { text_.resize((text_.size() + 3) / 4 * 4, '\0'); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::uint32_t count(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

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
  Bytes bytes(head, 4 * (8 + 2 * shape.rest.size() + 3 * shape.triangles.size() +
                         4 * shape.elements.size()));
  const std::uint32_t counts[] = {count(shape.rest.size() / (corners - 1)),
                                  count(shape.triangles.size()),
                                  count(shape.elements.size() / corners),
                                  count(shape.representatives.size()),
                                  count(shape.fibers.size()),
                                  count(corners),
                                  count(shape.names.size()),
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
  if (shape.skin) add_skin(bytes, *shape.skin);
  return bytes.take();
}

std::string frame_message(StreamHead head, const StreamFrame& frame) {
  head.kind = StreamKind::frame;
  const std::size_t nodes = frame.positions.size() / static_cast<std::size_t>(frame.dimension);
  Bytes bytes(head, 128 + 25 * nodes + 8 * frame.liveliness.size() + 28 * frame.solids.size() +
                        24 * frame.contacts.size());
  std::uint32_t fields = 0;
  if (!frame.speed.empty()) fields |= kSpeed;
  if (!frame.von_mises.empty()) fields |= kVonMises;
  if (!frame.activation.empty()) fields |= kActivation;
  const std::uint32_t counts[] = {frame.step,
                                  count(nodes),
                                  count(frame.liveliness.size()),
                                  count(frame.solids.size()),
                                  count(frame.contacts.size()),
                                  fields,
                                  frame.active_nodes,
                                  frame.grabbing ? 1u : 0u};
  bytes.put(counts);
  const Energies& e = frame.energy;
  const StageTimes& t = frame.stages;
  bytes.all<float>(std::array{e.kinetic, e.elastic, e.gravity, e.contact});
  bytes.all<float>(std::array{t.fill, t.factor, t.solve, t.other});
  bytes.all<float>(
      std::array{frame.steps_per_second, frame.real_time_factor, frame.residual, frame.work});
  bytes.all<float>(frame.grabbed);
  bytes.all<float>(frame.target);
  bytes.points(frame.positions, frame.dimension);
  for (const auto& field : {frame.speed, frame.von_mises, frame.activation})
    bytes.all<float>(field);
  bytes.all<std::uint8_t>(frame.roles);
  bytes.pad();
  for (std::size_t k = 0; k < frame.liveliness.size(); ++k) {
    bytes.put(frame.liveliness[k]);
    bytes.put(std::uint32_t{frame.awake[k] != 0});
  }
  for (const SolidPose& solid : frame.solids) {
    bytes.all<float>(solid.position);
    bytes.all<float>(solid.rotation);
  }
  for (const StreamContact& contact : frame.contacts) {
    bytes.all<float>(contact.point);
    bytes.all<float>(contact.force);
  }
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
