#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "record/stream.h"

namespace conjac::record {

static_assert(std::endian::native == std::endian::little,
              "the stream is little-endian; swap the bytes in Bytes for this machine");

inline constexpr std::size_t kHeadSize = 16;

inline std::uint32_t count(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

/// A message under way: appends numbers as they lie in memory.
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

/// Parts that frames and live frames have in common. `more` are bits of fields beside those of the
/// values that are there.
inline void put_summary(Bytes& bytes, const StreamFrame& frame, std::uint32_t more) {
  std::uint32_t fields = more;
  if (!frame.speed.empty()) fields |= kSpeed;
  if (!frame.von_mises.empty()) fields |= kVonMises;
  if (!frame.activation.empty()) fields |= kActivation;
  const std::uint32_t counts[] = {
      frame.step,
      count(frame.positions.size() / static_cast<std::size_t>(frame.dimension)),
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
}

inline void put_nodes_and_solids(Bytes& bytes, const StreamFrame& frame) {
  for (std::size_t k = 0; k < frame.liveliness.size(); ++k) {
    bytes.put(frame.liveliness[k]);
    bytes.put(std::uint32_t{frame.awake[k] != 0});
  }
  for (const SolidPose& solid : frame.solids) {
    bytes.all<float>(solid.position);
    bytes.all<float>(solid.rotation);
  }
}

inline void put_contacts(Bytes& bytes, const StreamFrame& frame) {
  for (const StreamContact& contact : frame.contacts) {
    bytes.all<float>(contact.point);
    bytes.all<float>(contact.force);
  }
}

}  // namespace conjac::record
