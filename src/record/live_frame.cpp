#include "record/live_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "record/stream_bytes.h"

namespace conjac::record {
namespace {

constexpr int kLargestPlace = 65535, kLargestCode = 255;

/// Where a piece is: place q of an axis means low + q * step.
struct PieceBox {
  std::array<float, 3> low{}, step{};
};

std::vector<PieceBox> boxes_of(const StreamFrame& frame, std::span<const int> pieces) {
  const auto stride = static_cast<std::size_t>(frame.dimension);
  const int count = pieces.empty() ? 0 : *std::max_element(pieces.begin(), pieces.end()) + 1;
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<std::array<double, 6>> ends(static_cast<std::size_t>(count),
                                          {kFar, kFar, kFar, -kFar, -kFar, -kFar});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    auto& end = ends[static_cast<std::size_t>(pieces[i])];
    for (std::size_t c = 0; c < stride; ++c) {
      end[c] = std::min(end[c], frame.positions[stride * i + c]);
      end[3 + c] = std::max(end[3 + c], frame.positions[stride * i + c]);
    }
  }
  std::vector<PieceBox> boxes(ends.size());
  for (std::size_t k = 0; k < ends.size(); ++k)
    for (std::size_t c = 0; c < stride; ++c) {
      boxes[k].low[c] = static_cast<float>(ends[k][c]);
      boxes[k].step[c] =
          static_cast<float>((ends[k][3 + c] - double{boxes[k].low[c]}) / kLargestPlace);
    }
  return boxes;
}

void put_places(Bytes& bytes, const StreamFrame& frame, std::span<const int> pieces,
                std::span<const PieceBox> boxes) {
  const auto stride = static_cast<std::size_t>(frame.dimension);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const PieceBox& box = boxes[static_cast<std::size_t>(pieces[i])];
    std::array<std::uint16_t, 3> place{};
    for (std::size_t c = 0; c < stride; ++c) {
      if (!(box.step[c] > 0)) continue;
      const double q = (frame.positions[stride * i + c] - double{box.low[c]}) / box.step[c];
      place[c] = static_cast<std::uint16_t>(std::clamp(q + 0.5, 0.0, double{kLargestPlace}));
    }
    bytes.put(place);
  }
  bytes.pad();
}

/// Codes of values: 0..kEven in even steps up to `knee`, then by equal factors up to `top` at 255.
constexpr int kEven = 240;
struct ValueScale {
  float knee = 0, top = 0;
};

ValueScale scale_of(std::span<const float> values, std::vector<float>& scratch) {
  if (values.empty()) return {};
  scratch.assign(values.begin(), values.end());
  const auto at = scratch.begin() + static_cast<std::ptrdiff_t>(99 * (scratch.size() - 1) / 100);
  std::nth_element(scratch.begin(), at, scratch.end());
  ValueScale scale{*at, *std::max_element(at, scratch.end())};
  if (!(scale.knee > 0)) scale.knee = scale.top;  // nearly all rest
  return scale;
}

std::uint8_t code_of(float value, const ValueScale& scale) {
  if (!(value > 0) || !(scale.knee > 0)) return 0;
  if (value <= scale.knee)
    return static_cast<std::uint8_t>(kEven * double{value} / scale.knee + 0.5);
  const double part =
      std::log(double{value} / scale.knee) / std::log(double{scale.top} / scale.knee);
  return static_cast<std::uint8_t>(kEven + (kLargestCode - kEven) * std::min(part, 1.0) + 0.5);
}

}  // namespace

std::vector<int> pieces_of(std::span<const int> elements, std::size_t corners, std::size_t nodes) {
  // Each node points to one of its piece that is not higher; the lowest to itself.
  std::vector<int> to(nodes);
  std::iota(to.begin(), to.end(), 0);
  const auto lowest = [&](int node) {
    while (to[static_cast<std::size_t>(node)] != node) {
      int& next = to[static_cast<std::size_t>(node)];
      next = to[static_cast<std::size_t>(next)];
      node = next;
    }
    return node;
  };
  for (std::size_t e = 0; e + corners <= elements.size(); e += corners)
    for (std::size_t c = 1; c < corners; ++c) {
      const int a = lowest(elements[e]), b = lowest(elements[e + c]);
      to[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  std::vector<int> pieces(nodes);
  int count = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    const int root = lowest(static_cast<int>(i));
    pieces[i] = root == static_cast<int>(i) ? count++ : pieces[static_cast<std::size_t>(root)];
  }
  return pieces;
}

std::string live_frame_message(StreamHead head, const StreamFrame& frame, const LiveParts& parts) {
  head.kind = StreamKind::live_frame;
  const std::span<const float> fields[] = {frame.speed, frame.von_mises, frame.activation};
  const std::vector<PieceBox> boxes = boxes_of(frame, parts.pieces);
  const std::size_t nodes = parts.pieces.size();
  Bytes bytes(head, 192 + 10 * nodes + 24 * boxes.size() + 28 * parts.probes.size() +
                        8 * frame.liveliness.size() + 28 * frame.solids.size() +
                        24 * frame.contacts.size());
  put_summary(bytes, frame, parts.contacts ? std::uint32_t{kContacts} : 0u);
  std::vector<std::uint32_t> probes;
  for (const std::uint32_t node : parts.probes)
    if (node < nodes) probes.push_back(node);  // a cut may have taken others away
  bytes.put(count(boxes.size()));
  bytes.put(count(probes.size()));
  std::vector<float> scratch;
  std::array<ValueScale, 3> scales{};
  for (std::size_t f = 0; f < 3; ++f) scales[f] = scale_of(fields[f], scratch);
  bytes.put(scales);
  for (const PieceBox& box : boxes) bytes.put(box);
  put_places(bytes, frame, parts.pieces, boxes);
  for (std::size_t f = 0; f < 3; ++f) {
    for (const float value : fields[f]) bytes.put(code_of(value, scales[f]));
    bytes.pad();
  }
  put_nodes_and_solids(bytes, frame);
  if (parts.contacts) put_contacts(bytes, frame);
  const auto stride = static_cast<std::size_t>(frame.dimension);
  for (const std::uint32_t node : probes) {
    bytes.put(node);
    bytes.points(frame.positions.subspan(stride * node, stride), frame.dimension);
    for (const auto& field : fields) bytes.put(field.empty() ? 0.0f : field[node]);
  }
  return bytes.take();
}

std::string roles_message(StreamHead head, std::span<const int> roles) {
  head.kind = StreamKind::roles;
  Bytes bytes(head, 4 + roles.size());
  bytes.put(count(roles.size()));
  bytes.all<std::uint8_t>(roles);
  bytes.pad();
  return bytes.take();
}

}  // namespace conjac::record
