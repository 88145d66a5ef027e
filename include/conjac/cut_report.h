#pragma once

#include <string>

namespace conjac {

/// What a cut did.
struct CutReport {
  bool separated = false;  // anything came apart; else the body is as it was
  std::string text;        // one sentence for people
  double time = 0;         // simulated, s
  int touched = 0;         // elements the surface passes through
  int faces = 0;           // sides of elements that came apart
  int nodes_added = 0;     // copies of nodes
  int nodes_moved = 0;     // onto the surface
  int pieces_before = 0, pieces_after = 0;
  int crumbs = 0;            // pieces below the limit: rejoined, kept, frozen or removed
  int elements_removed = 0;  // with the crumbs
  double mass_removed = 0;   // kg
  int nodes_promoted = 0;    // became dynamic because their piece floats
  int pieces_rigid = 0;      // loose pieces too small to be elastic: they keep their shape
  double seconds = 0;        // wall clock, until the next step can begin
};

}  // namespace conjac
