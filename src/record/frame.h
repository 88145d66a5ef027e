#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "conjac/solid_view.h"

namespace conjac::record {

/// Role of a node as the files hold it. The numbers are part of the format: append, never renumber.
enum class FrameRole : int {
  quasistatic = 0,
  dynamic = 1,
  sleeping = 2,  // a representative node that follows for now
  fixed = 3,
  scripted = 4,
  attached = 5,  // moved by a rigid body
};

/// A fibre where it is now, for pictures.
struct FiberLine {
  std::array<double, 3> middle{}, half{};  // half: from the middle to one end, m
  double activation = 0;                   // 0..1
};

/// One moment of a run, seen without owning it. Counts may change from frame to frame (cutting).
struct FrameView {
  int dimension = 3;                   // 2 or 3
  double time = 0;                     // s
  std::span<const double> positions;   // (nodes x dimension), m
  std::span<const double> velocities;  // (nodes x dimension), m/s
  std::span<const int> elements;       // (elements x (dimension + 1)), zero-based nodes
  std::span<const int> region;         // (elements)
  std::span<const int> roles;          // (nodes), FrameRole
  std::span<const double> von_mises;   // (elements), Pa
  /// (nodes x dimension) N, of contact and friction on each node; empty where nothing can touch.
  std::span<const double> contact_force = {};
  std::span<const double> activation = {};  // (elements) 0..1; empty where there are no fibres
  std::span<const FiberLine> fibers = {};   // drawn, not written
  std::span<const SolidView> solids = {};   // drawn, not written
  std::span<const int> owner = {};          // (elements) representative in charge; may be empty
  /// Of a piece of a frame (record/frame_piece.h): which nodes and elements of the whole it has.
  std::span<const int> node_numbers = {}, element_numbers = {};

  int nodes() const { return static_cast<int>(positions.size()) / dimension; }
  int element_count() const { return static_cast<int>(elements.size()) / (dimension + 1); }
};

/// The same, owned: what the reader gives back.
struct Frame {
  int dimension = 3;
  double time = 0;
  std::vector<double> positions, velocities;
  std::vector<int> elements, region, roles;
  std::vector<double> von_mises, contact_force, activation;
  std::vector<FiberLine> fibers;
  std::vector<SolidView> solids;
  std::vector<int> owner;

  Frame() = default;
  explicit Frame(const FrameView& view);
  FrameView view() const;
};

/// Throws Error(bad_input) when array lengths, node indices or the dimension do not fit together,
/// and Error(diverged) when a number is not finite. `where` begins the message.
void check_frame(const FrameView& frame, const std::string& where);

}  // namespace conjac::record
