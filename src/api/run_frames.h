#pragma once

#include <string>
#include <vector>

#include "conjac/simulation.h"
#include "record/frame.h"

namespace conjac {

/// (nodes) what each is shown as. A scene may name dynamic nodes; in full FE nothing tells them from
/// others, and none is shown.
void shown_roles(const Simulation& simulation, std::vector<int>& roles);

/// What pictures show beside the body.
struct Drawn {
  std::vector<FiberView> fibers;  // at rest
  int topology = 0;               // they are those of
  std::vector<record::FiberLine> lines;
  std::vector<SolidView> solids;  // bones, then obstacles
  std::vector<int> roles;         // (nodes) as they act: none is dynamic in full FE

  explicit Drawn(const Simulation& simulation)
      : fibers(simulation.fibers()), topology(simulation.topology()) {}
  void update(Simulation& simulation);
};

/// The simulation as it is now, to be written and drawn; valid until it or `drawn` changes.
record::FrameView frame_of(Simulation& simulation, Drawn& drawn);

/// Where ranks share a run (core/ranks.h): this rank's piece of a frame; all have theirs when it
/// returns.
void write_piece_of_rank(const std::string& folder, int index, const record::FrameView& frame);
/// And have they all come to the same state? Machines of different kinds may not: throws
/// Error(diverged).
void check_ranks_agree(const Simulation& simulation);

}  // namespace conjac
