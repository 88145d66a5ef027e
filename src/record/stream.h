#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conjac/skin_view.h"
#include "conjac/step_report.h"

namespace conjac::record {

/// The messages of docs/viewer-protocol.md from server to page: one layout for the live stream, for
/// recordings and for exported pages. Little-endian; the same view gives the same bytes.
inline constexpr std::uint16_t kStreamVersion = 1;

/// Frames are exact, and what recordings have; live ones are small (record/live_frame.h).
enum class StreamKind : std::uint8_t { text = 0, shape = 1, frame = 2, live_frame = 3, roles = 4 };

struct StreamHead {
  StreamKind kind = StreamKind::text;
  std::uint8_t side = 0;
  std::uint32_t shape = 0;  // grows with every new shape
  double time = 0;          // simulated, s
};

struct StreamShape {
  int dimension = 3;
  std::span<const double> rest;                   // (nodes x dimension) m
  std::span<const std::array<int, 3>> triangles;  // surface; in 2D the elements
  std::span<const int> elements;                  // (elements x (dimension + 1))
  std::span<const int> regions;                   // (elements) representative, -1 none
  std::span<const int> kinds;                     // (elements) body * 65536 + material
  std::span<const int> representatives;           // nodes
  std::span<const int> fiber_elements;            // (fibres)
  std::span<const std::array<double, 3>> fibers;  // (fibres) unit rest direction
  std::span<const int> names{};   // (representatives) which they were before any cut; or empty
  std::span<const int> pieces{};  // (nodes) which piece each is of, for live frames; or empty
  const SkinView* skin = nullptr;
};

struct SolidPose {
  std::array<double, 3> position{};
  std::array<double, 4> rotation{0, 0, 0, 1};  // quaternion x, y, z, w
};
struct StreamContact {
  std::array<double, 3> point{}, force{};
};

enum StreamField : std::uint32_t {
  kSpeed = 1,
  kVonMises = 2,
  kActivation = 4,
  kAllFields = 7,
  kContacts = 8  // live frames have them only where somebody wants them
};

struct StreamFrame {
  int dimension = 3;
  std::uint32_t step = 0, active_nodes = 0;
  bool grabbing = false;
  Energies energy;
  StageTimes stages;
  double steps_per_second = 0, real_time_factor = 0, residual = 0, work = 0;
  std::array<double, 3> grabbed{}, target{};
  std::span<const double> positions;                    // (nodes x dimension)
  std::span<const float> speed, von_mises, activation;  // (nodes), or empty: not sent
  std::span<const int> roles;                           // (nodes)
  std::span<const float> liveliness;                    // (representatives) 1/s
  std::span<const char> awake;                          // (representatives)
  std::span<const SolidPose> solids;
  std::span<const StreamContact> contacts;
};

std::string text_message(StreamHead head, std::string_view json);
std::string shape_message(StreamHead head, const StreamShape& shape);
std::string frame_message(StreamHead head, const StreamFrame& frame);

/// Of a message that these functions made. Throws Error(bad_input) when it is too short or of
/// another version.
StreamHead stream_head(std::string_view message, const std::string& where);

/// What a recording begins with; then each message as packed() gives it.
std::string recording_head();
/// The message after its length, padded to a multiple of four.
std::string packed(std::string_view message);
/// The messages of a recording. A last one that is cut off (of a run that was killed) is left out;
/// anything else that is no recording throws Error(bad_input).
std::vector<std::string_view> recording_messages(std::string_view bytes, const std::string& where);

}  // namespace conjac::record
