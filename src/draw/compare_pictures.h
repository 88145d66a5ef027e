#pragma once

#include <span>
#include <string>

#include "draw/image.h"
#include "record/run_distance.h"
#include "record/run_folder.h"

namespace conjac::draw {

/// Names under which two runs stand beside each other.
struct RunNames {
  std::string a, b;
};

/// Both motions through one camera, on one scale of stress: A left and B right for long bodies, A
/// above B for others; a few moments of the time both cover.
Image side_by_side(const record::RunFolder& a, const record::RunFolder& b, const RunNames& names);

/// Largest and mean distance against time.
Image distance_plot(std::span<const record::RunDistance> rows, const RunNames& names);

/// Kinetic and elastic energy and the total of both runs against time; B dashed.
Image energies_plot(const record::HistoryTable& a, const record::HistoryTable& b,
                    const RunNames& names);

/// Mean time per step, stage by stage.
Image stages_chart(const record::RunFacts& a, const record::RunFacts& b, const RunNames& names);

}  // namespace conjac::draw
