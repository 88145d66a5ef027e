#pragma once

#include <string>
#include <vector>

#include "record/run_folder.h"

namespace conjac::record {

/// Distance between the bodies of two runs at one moment, over the nodes of the first.
struct RunDistance {
  double time = 0, largest = 0, mean = 0;  // s, m
  int node = 0;                            // where it is largest
};

struct RunDistances {
  std::vector<RunDistance> rows;  // at the frames of A in the time both cover
  double size = 0;                // of A's body at its start, m
  bool same_mesh = true;
  int interpolated = 0;  // rows for which B had no frame of its own
  bool node_count_changed = false;
};

/// See conjac/compare.h. Throws Error(bad_input) when the runs have no time or no body in common.
RunDistances run_distances(const RunFolder& a, const RunFolder& b);

}  // namespace conjac::record
