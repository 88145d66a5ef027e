#pragma once

#include <string>

#include "record/files.h"
#include "record/reader.h"

namespace conjac::draw {

/// energy.png: every kind of energy, their total and the work done on the body so far, against
/// time. Gravity is shown from the first row on, since its zero is arbitrary; what is zero
/// throughout (contact, work) is left out. Needs at least one row. Throws Error(io).
void write_energy_plot(const record::Path& path, const record::HistoryTable& history,
                       const std::string& title);

}  // namespace conjac::draw
