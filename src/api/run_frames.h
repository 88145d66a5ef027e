#pragma once

#include <vector>

#include "conjac/simulation.h"
#include "record/frame.h"

namespace conjac {

/// What pictures show beside the body.
struct Drawn {
  std::vector<FiberView> fibers;  // at rest
  int topology = 0;               // they are those of
  std::vector<record::FiberLine> lines;
  std::vector<SolidView> solids;

  explicit Drawn(const Simulation& simulation)
      : fibers(simulation.fibers()), topology(simulation.topology()) {}
  void update(const Simulation& simulation);
};

/// The simulation as it is now, to be written and drawn; valid until it or `drawn` changes.
record::FrameView frame_of(Simulation& simulation, Drawn& drawn);

}  // namespace conjac
