#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "conjac/simulation.h"
#include "record/stream.h"

namespace conjac {

class Archive;

/// Turns a simulation into the messages of docs/viewer-protocol.md, for the live stream and for
/// recordings. Keeps what does not change from frame to frame.
class StreamSource {
 public:
  explicit StreamSource(int side = 0) : side_(static_cast<std::uint8_t>(side)) {}

  /// A new shape: at the beginning, after a reset, after a cut.
  void begin(Simulation& simulation);
  /// Whether nodes or elements have become others since (a cut).
  bool outdated(const Simulation& simulation) const;
  /// Takes note of a step: counts, stage times, work so far.
  void step(const StepReport& report);

  struct Rates {
    double steps_per_second = 0, real_time_factor = 0;
  };
  struct About {
    bool live = false;
    int sides = 1;
    std::string label;
    bool can_cut = false;
    std::string option_table{};  // as JSON; empty: nobody can change anything
  };
  std::string scene_text(Simulation& simulation, const About& about) const;
  /// `live`: for live frames, which go by pieces.
  std::string shape(Simulation& simulation, bool live = false) const;
  /// An exact frame, for recordings.
  std::string frame(Simulation& simulation, std::uint32_t fields, const Rates& rates);
  /// A small one, with the exact numbers of a few nodes.
  std::string live_frame(Simulation& simulation, std::uint32_t fields, const Rates& rates,
                         std::span<const std::uint32_t> probes);
  /// Roles of all nodes, where they are others than those said last or the shape is new; else
  /// nothing.
  std::string new_roles(const Simulation& simulation);

  /// Where a recording stands (core/archive.h); loaded after begin().
  void describe(Archive& archive);

  const StepReport& last() const { return last_; }
  record::StreamHead head(const Simulation& simulation) const {
    return {record::StreamKind::text, side_, shape_number_, simulation.time()};
  }

 private:
  record::StreamFrame gather(Simulation& simulation, std::uint32_t fields, const Rates& rates);

  std::uint8_t side_;
  std::uint32_t shape_number_ = 0, steps_ = 0;
  int topology_ = 0;
  StepReport last_;
  double work_ = 0;
  // Of the shape.
  std::vector<std::array<int, 3>> triangles_;
  std::vector<int> kinds_, regions_, representatives_, names_, fiber_elements_;
  std::vector<std::array<double, 3>> fibers_;
  std::vector<int> elements_at_;  // (nodes) how many elements meet there
  std::vector<int> pieces_;       // (nodes) which piece each is of
  std::vector<int> roles_said_;   // (nodes), or empty: none yet
  // Of a frame.
  std::vector<float> speed_, von_mises_, activation_, liveliness_;
  std::vector<int> roles_;
  std::vector<char> awake_;
  std::vector<record::SolidPose> solids_;
  std::vector<record::StreamContact> contacts_;
};

/// ConJac or Vanilla.
std::string method_label(const StepOptions& options);

}  // namespace conjac
