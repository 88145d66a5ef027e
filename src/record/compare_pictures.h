#pragma once

#include <span>
#include <string>

#include "record/image.h"
#include "record/run_distance.h"
#include "record/run_folder.h"

namespace conjac::record {

/// Names under which two runs stand beside each other.
struct RunNames {
  std::string a, b;
};

/// Both motions through one camera, on one scale of stress: A left and B right for long bodies, A
/// above B for others; a few moments of the time both cover.
Image side_by_side(const RunFolder& a, const RunFolder& b, const RunNames& names);

/// Largest and mean distance against time.
Image distance_plot(std::span<const RunDistance> rows, const RunNames& names);

/// Kinetic and elastic energy and the total of both runs against time; B dashed.
Image energies_plot(const HistoryTable& a, const HistoryTable& b, const RunNames& names);

/// Mean time per step, stage by stage.
Image stages_chart(const RunFacts& a, const RunFacts& b, const RunNames& names);

}  // namespace conjac::record
